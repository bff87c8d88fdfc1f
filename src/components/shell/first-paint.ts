import { brandColours } from '../../brand.ts';
import { affiliateStorageKeys } from '../../lib/contract/affiliate/affiliate-storage.ts';
import { sessionIdleMs, storageKeys } from '../../lib/contract/session.ts';
import { neverLandings } from '../../stores/landing-path.ts';
import { startLaterScripts } from './later-scripts.ts';

/**
 * Scripts and styles that must apply before the first paint, as text: inlined into the head unchanged, because
 * astro.config.mjs puts the hash of exactly this text into the content security policy.
 */

const { theme, session, activeAt, language, referral, sourcePage } = storageKeys;

/**
 * Sets the theme and whether there is a session, and redirects visitors from pages that are not for them: `data-gate`
 * is `customer` (needs a session), `visitor` (only without one), `sign-in` (see below) or absent. A browser without
 * storage has neither theme nor session. `?ended` says that a session was lost, `?ended=idle` that it was idle for too
 * long: the log-in page has texts for both.
 *
 * `?lang` chooses a language on any page and is removed from the address. The choice is stored, and applied on
 * addresses that name no language. `data-en`, `data-de`… give the start of the page's address in each language. The
 * first `?ref` is stored, with the `?tag` of its link after a dot, and so is the first page.
 */
export const firstPaintScript = [
  `((o,n)=>{var d=o.dataset,w=n.pathname,q=n.search,p=new URLSearchParams(q),a=p.get('lang'),r=p.get('ref'),t=p.get('tag'),e='?',h,u,s,l,`,
  `k=x=>/^[a-z]{2}$/.test(x)&&x in d;`,
  `try{s=localStorage;h=s['${theme}'];u=s['${session}'];`,
  `if(u=='null')u=0;`,
  `if(u&&!(Date.now()-s['${activeAt}']<=${sessionIdleMs})){delete s['${session}'];u=0;e='?ended=idle&'}`,
  `if(k(a))s['${language}']=a;else if(!/^\\/[a-z]{2}(\\/|$)/.test(w))l=s['${language}'];`,
  `if(r&&/^[\\w-]{1,40}$/.test(r)&&!s['${referral}'])s['${referral}']=t?r+'.'+t:r;`,
  // An automatic log-in's address is secret, so it is not stored.
  `if(!s['${sourcePage}']&&!/\\/autoLogin\\//.test(w))s['${sourcePage}']=w.slice(0,200)`,
  `}catch{}`,
  `d.theme=h=='light'?h:'dark';d.session=u?'customer':'visitor';`,
  `l=k(a)?a:k(l)?l:o.lang;`,
  `if(a!=null){p.delete('lang');(q=''+p)&&(q='?'+q)}`,
  // An address with two leading slashes would lead to another site.
  `if(l!=o.lang&&w.startsWith(d[o.lang]))return n.replace((d[l]+w.slice(d[o.lang].length)).replace(/^\\/*/,'/')+q+n.hash);`,
  `if(a!=null)history.replaceState(null,'',w+q+n.hash);`,
  `if(d.gate=='customer'&&!u)n.replace(d.login+e+'next='+encodeURIComponent(w+q));`,
  `if(d.gate=='visitor'&&u)n.replace(d.platform);`,
  `if(a=/[?&]ended=?(idle)?\\b/.exec(q))d.ended=a[1]||''`,
  `})(document.documentElement,location);`,
  startLaterScripts,
].join('');

/**
 * On log-in and registration pages, whose gate is `sign-in`: sends customers who are already logged in where a log-in
 * would, to the `next` of the address, else to the platform.
 */
export const signInGateScript = [
  `(function(d,n){if(d.session!=='customer')return;var x=new URLSearchParams(n.search).get('next'),u;`,
  `try{u=/^\\//.test(x)&&new URL(x,n.origin)}catch(e){}`,
  `n.replace(u&&u.origin===n.origin&&!${String(neverLandings)}.test(u.pathname)?u.pathname+u.search+u.hash:d.platform)`,
  `})(document.documentElement.dataset,location)`,
].join('');

/**
 * On the affiliates' page, whose gate is `affiliate`: sets whether an affiliate is logged in, so that the first paint
 * shows the panel or the log-in. Ends a session that was idle for too long.
 */
export const affiliateGateScript = [
  `(function(d,s,u){try{s=localStorage;u=s.getItem('${affiliateStorageKeys.session}');if(u==='null')u=null;`,
  `if(u&&Date.now()-s.getItem('${affiliateStorageKeys.activeAt}')>${sessionIdleMs}){`,
  `s.removeItem('${affiliateStorageKeys.session}');u=null;d.ended='idle'}}catch(e){}`,
  `d.affiliate=u?'in':'out'})(document.documentElement.dataset)`,
].join('');

function declarations(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** The brand's own tokens. */
export const brandStyle = [
  `:root{${declarations(brandColours.dark)}}`,
  `[data-theme=light]{${declarations(brandColours.light)}}`,
].join('');
