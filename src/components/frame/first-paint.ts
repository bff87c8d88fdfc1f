import { brandColours } from '../../brand.ts';
import { sessionIdleMs, storageKeys } from '../../lib/contract/session.ts';
import { neverLandings } from '../../stores/landing-path.ts';
import { startLaterScripts } from './later-scripts.ts';

/**
 * What must run or apply before the first paint, as text: it goes into the head as it stands, and astro.config.mjs puts
 * the hash of exactly this text into the content security policy.
 */

const { theme, session, activeAt, language, referral, sourcePage } = storageKeys;

/**
 * Sets the theme, says whether a session is there, and sends away who is at the wrong door: `data-gate` is `customer`
 * (needs a session), `visitor` (is for those without one), `entry` (see below) or absent. A browser without storage has neither. `?ended` says
 * that a session was lost, `?ended=idle` that nobody used it: the log-in page has its words for both.
 *
 * `?lang` chooses a language, on any page, and goes off the address; the choice is kept, and followed from addresses that name
 * no language. `data-en`, `data-de`… say how the page's address begins in each. The first `?ref` and the first page are kept.
 */
export const firstPaintScript = [
  `(function(o,n){var d=o.dataset,p=new URLSearchParams(n.search),a=p.get('lang'),r=p.get('ref'),q=n.search,e='?',h,u,s,l;`,
  `function k(x){return/^[a-z]{2}$/.test(x)&&x in d}`,
  `try{s=localStorage;h=s.getItem('${theme}');u=s.getItem('${session}');`,
  `if(u==='null')u=null;`,
  `if(u&&Date.now()-s.getItem('${activeAt}')>${sessionIdleMs}){s.removeItem('${session}');u=null;e='?ended=idle&'}`,
  `if(k(a))s.setItem('${language}',a);else if(!/^\\/[a-z]{2}(\\/|$)/.test(n.pathname))l=s.getItem('${language}');`,
  `if(r&&/^[\\w-]{1,40}$/.test(r)&&!s.getItem('${referral}'))s.setItem('${referral}',r);`,
  // The address of an automatic log-in is a secret.
  `if(!s.getItem('${sourcePage}')&&!/\\/autoLogin\\//.test(n.pathname))s.setItem('${sourcePage}',n.pathname.slice(0,200))`,
  `}catch(e){}`,
  `d.theme=h==='light'?'light':'dark';d.session=u?'customer':'visitor';`,
  `l=k(a)?a:k(l)?l:o.lang;`,
  `if(a!==null){p.delete('lang');(q=''+p)&&(q='?'+q)}`,
  // Two slashes would name another site.
  `if(l!==o.lang&&n.pathname.startsWith(d[o.lang]))return n.replace((d[l]+n.pathname.slice(d[o.lang].length)).replace(/^\\/*/,'/')+q+n.hash);`,
  `if(a!==null)history.replaceState(null,'',n.pathname+q+n.hash);`,
  `if(d.gate==='customer'&&!u)n.replace(d.login+e+'next='+encodeURIComponent(n.pathname+n.search));`,
  `if(d.gate==='visitor'&&u)n.replace(d.platform);`,
  `if(a=/[?&]ended=?(idle)?\\b/.exec(n.search))d.ended=a[1]||''`,
  `})(document.documentElement,location);`,
  startLaterScripts,
].join('');

/**
 * On the pages that lead in, whose gate is `entry`: takes who is in already to where the `next` of the address leads, as a log-in
 * would, else to the platform.
 */
export const entryGateScript = [
  `(function(d,n){if(d.session!=='customer')return;var x=new URLSearchParams(n.search).get('next'),u;`,
  `try{u=/^\\//.test(x)&&new URL(x,n.origin)}catch(e){}`,
  `n.replace(u&&u.origin===n.origin&&!${String(neverLandings)}.test(u.pathname)?u.pathname+u.search+u.hash:d.platform)`,
  `})(document.documentElement.dataset,location)`,
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
