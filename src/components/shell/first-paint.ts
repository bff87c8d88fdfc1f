import { brandColours } from '../../brand.ts';
import { affiliateStorageKeys } from '../../lib/contract/affiliate/affiliate-storage.ts';
import { sessionIdleMs, storageKeys } from '../../lib/contract/session.ts';
import { neverLandings } from '../../stores/landing-path.ts';
import { startLaterScripts } from './later-scripts.ts';

/**
 * Scripts and styles that must apply before the first paint, as text. They are inlined into the head unchanged, because
 * astro.config.mjs puts the hash of exactly this text into the content security policy.
 */

const { theme, session, activeAt, language, referral, sourcePage } = storageKeys;

/**
 * Sets the theme and whether there is a session, and redirects from pages that are not meant for the visitor.
 * `data-gate` is `customer` (the page needs a session), `visitor` (only without a session), `sign-in` (see below) or
 * absent. A browser without storage has neither theme nor session. `?ended` means that a session was lost,
 * `?ended=idle` that it was idle for too long; the log-in page has texts for both.
 *
 * `?lang` chooses a language on any page and is removed from the address. The choice is stored, and applies to
 * addresses that name no language. `data-en`, `data-de`… contain the start of the page’s address in each language.
 * `data-idle` is how long a session may be idle.
 * The first `?ref` is stored, followed by a dot and the `?tag` of its link; the path of the first page is stored too.
 */
export const firstPaintScript = [
  `((o,n)=>{var d=o.dataset,w=n.pathname,q=n.search,p=new URLSearchParams(q),a=p.get('lang'),r=p.get('ref'),t=p.get('tag'),e='?',h,u,s,l,`,
  `k=x=>/^[a-z]{2}$/.test(x)&&x in d;`,
  `try{s=localStorage;h=s['${theme}'];u=s['${session}'];`,
  `if(u=='null')u=0;`,
  `if(u&&!(Date.now()-s['${activeAt}']<=(d.idle||${sessionIdleMs}))){delete s['${session}'];u=0;e='?ended=idle&'}`,
  `if(k(a))s['${language}']=a;else if(!/^\\/[a-z]{2}(\\/|$)/.test(w))l=s['${language}'];`,
  `if(r&&/^[\\w-]{1,40}$/.test(r)&&!s['${referral}'])s['${referral}']=t?r+'.'+t:r;`,
  // The address of an automatic log-in is secret, so it is not stored.
  `if(!s['${sourcePage}']&&!/\\/autoLogin\\//.test(w))s['${sourcePage}']=w.slice(0,200)`,
  `}catch{}`,
  `d.theme=h=='light'?h:'dark';d.session=u?'customer':'visitor';`,
  `l=k(a)?a:k(l)?l:o.lang;`,
  `if(a!=null){p.delete('lang');(q=''+p)&&(q='?'+q)}`,
  // An address with two leading slashes would lead to another site, so they are reduced to one.
  `if(l!=o.lang&&w.startsWith(d[o.lang]))return n.replace((d[l]+w.slice(d[o.lang].length)).replace(/^\\/*/,'/')+q+n.hash);`,
  `if(a!=null)history.replaceState(null,'',w+q+n.hash);`,
  `if(d.gate=='customer'&&!u)n.replace(d.login+e+'next='+encodeURIComponent(w+q));`,
  `if(d.gate=='visitor'&&u)n.replace(d.platform);`,
  `if(a=/[?&]ended=?(idle)?\\b/.exec(q))d.ended=a[1]||''`,
  `})(document.documentElement,location);`,
  startLaterScripts,
].join('');

/**
 * For log-in and registration pages, whose gate is `sign-in`. Redirects customers who are already logged in to the same
 * page as a log-in would: to `next` in the address, otherwise to the platform.
 */
export const signInGateScript = [
  `(function(d,n){if(d.session!=='customer')return;var x=new URLSearchParams(n.search).get('next'),u;`,
  `try{u=/^\\//.test(x)&&new URL(x,n.origin)}catch(e){}`,
  `n.replace(u&&u.origin===n.origin&&!${String(neverLandings)}.test(u.pathname)?u.pathname+u.search+u.hash:d.platform)`,
  `})(document.documentElement.dataset,location)`,
].join('');

/**
 * For the affiliates' page, whose gate is `affiliate`. Sets whether an affiliate is logged in, so that the first paint
 * shows either the panel or the log-in. Ends a session that was idle for too long.
 */
export const affiliateGateScript = [
  `(function(d,s,u){try{s=localStorage;u=s.getItem('${affiliateStorageKeys.session}');if(u==='null')u=null;`,
  `if(u&&Date.now()-s.getItem('${affiliateStorageKeys.activeAt}')>(d.idle||${sessionIdleMs})){`,
  `s.removeItem('${affiliateStorageKeys.session}');u=null;d.ended='idle'}}catch(e){}`,
  `d.affiliate=u?'in':'out'})(document.documentElement.dataset)`,
].join('');

function declarations(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** The brand's own design tokens, for both themes. */
export const brandStyle = [
  `:root{${declarations(brandColours.dark)}}`,
  `[data-theme=light]{${declarations(brandColours.light)}}`,
].join('');
