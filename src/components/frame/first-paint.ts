import { brandColours } from '../../brand.ts';
import { affiliateStorageKeys } from '../../lib/contract/affiliate/affiliate-storage.ts';
import { sessionIdleMs, storageKeys } from '../../lib/contract/session.ts';
import { neverLandings } from '../../stores/landing-path.ts';
import { startLaterScripts } from './later-scripts.ts';

/**
 * What must run or apply before the first paint, as text: it goes into the head as it stands, and astro.config.mjs puts
 * the hash of exactly this text into the content security policy.
 */

const { theme, session, activeAt, language, referral, sourcePage } = storageKeys;

/**
 * Sets the theme, says whether there is a session, and sends visitors away from pages that are not for them:
 * `data-gate` is `customer` (needs a session), `visitor` (only without one), `entry` (see below) or absent. A browser
 * without storage has neither theme nor session. `?ended` says that a session was lost, `?ended=idle` that nobody used
 * it: the log-in page has words for both.
 *
 * `?lang` chooses a language on any page and is taken off the address. The choice is kept, and followed from addresses
 * that name no language. `data-en`, `data-de`… say how the page's address begins in each. The first `?ref` is kept,
 * with the `?tag` of its link behind a point, and so is the first page.
 */
export const firstPaintScript = [
  `((o,n)=>{var d=o.dataset,w=n.pathname,q=n.search,p=new URLSearchParams(q),a=p.get('lang'),r=p.get('ref'),t=p.get('tag'),e='?',h,u,s,l,`,
  `k=x=>/^[a-z]{2}$/.test(x)&&x in d;`,
  `try{s=localStorage;h=s['${theme}'];u=s['${session}'];`,
  `if(u=='null')u=0;`,
  `if(u&&!(Date.now()-s['${activeAt}']<=${sessionIdleMs})){delete s['${session}'];u=0;e='?ended=idle&'}`,
  `if(k(a))s['${language}']=a;else if(!/^\\/[a-z]{2}(\\/|$)/.test(w))l=s['${language}'];`,
  `if(r&&/^[\\w-]{1,40}$/.test(r)&&!s['${referral}'])s['${referral}']=t?r+'.'+t:r;`,
  // The address of an automatic log-in is a secret.
  `if(!s['${sourcePage}']&&!/\\/autoLogin\\//.test(w))s['${sourcePage}']=w.slice(0,200)`,
  `}catch{}`,
  `d.theme=h=='light'?h:'dark';d.session=u?'customer':'visitor';`,
  `l=k(a)?a:k(l)?l:o.lang;`,
  `if(a!=null){p.delete('lang');(q=''+p)&&(q='?'+q)}`,
  // Two slashes would name another site.
  `if(l!=o.lang&&w.startsWith(d[o.lang]))return n.replace((d[l]+w.slice(d[o.lang].length)).replace(/^\\/*/,'/')+q+n.hash);`,
  `if(a!=null)history.replaceState(null,'',w+q+n.hash);`,
  `if(d.gate=='customer'&&!u)n.replace(d.login+e+'next='+encodeURIComponent(w+q));`,
  `if(d.gate=='visitor'&&u)n.replace(d.platform);`,
  `if(a=/[?&]ended=?(idle)?\\b/.exec(q))d.ended=a[1]||''`,
  `})(document.documentElement,location);`,
  startLaterScripts,
].join('');

/**
 * On the pages of entry, whose gate is `entry`: takes a customer who is logged in already where a log-in would, to the
 * `next` of the address, else to the platform.
 */
export const entryGateScript = [
  `(function(d,n){if(d.session!=='customer')return;var x=new URLSearchParams(n.search).get('next'),u;`,
  `try{u=/^\\//.test(x)&&new URL(x,n.origin)}catch(e){}`,
  `n.replace(u&&u.origin===n.origin&&!${String(neverLandings)}.test(u.pathname)?u.pathname+u.search+u.hash:d.platform)`,
  `})(document.documentElement.dataset,location)`,
].join('');

/**
 * On the page of affiliates, whose gate is `affiliate`: says whether an affiliate is logged in, so that the first paint
 * shows the panel or the log-in. A session that nobody used for too long is over.
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
