import { brandColours } from '../brand.ts';
import { sessionIdleMs, storageKeys } from '../lib/contract/session.ts';

/**
 * What must run or apply before the first paint, as text: it goes into the head as it stands, and astro.config.mjs puts
 * the hash of exactly this text into the content security policy.
 */

/**
 * Sets the theme, says whether a session is there, and sends away who is at the wrong door: `data-gate` is `customer`
 * (needs a session), `visitor` (is for those without one) or absent. A browser without storage has neither. `?ended` says
 * that a session was lost: the log-in page has its words for that.
 */
export const firstPaintScript = [
  `(function(d,n){var h,u,s,e='?';try{s=localStorage;h=s.getItem('${storageKeys.theme}');u=s.getItem('${storageKeys.session}');`,
  `if(u==='null')u=null;`,
  `if(u&&Date.now()-s.getItem('${storageKeys.activeAt}')>${sessionIdleMs}){s.removeItem('${storageKeys.session}');u=null;e='?ended&'}`,
  `}catch(e){}`,
  `d.theme=h==='light'?'light':'dark';d.session=u?'customer':'visitor';`,
  `if(d.gate==='customer'&&!u)n.replace(d.login+e+'next='+encodeURIComponent(n.pathname+n.search));`,
  `if(d.gate==='visitor'&&u)n.replace(d.platform);`,
  `if(/[?&]ended\\b/.test(n.search))d.ended=''`,
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
