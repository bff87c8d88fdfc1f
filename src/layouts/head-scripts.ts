import { brand } from '../brand.ts';

/**
 * What must run or apply before the first paint, as text: it goes into the head as it stands, and astro.config.mjs puts
 * the hash of exactly this text into the content security policy.
 */

/** Where the browser keeps the session (see stores/session.ts) and the theme (stores/theme.ts). */
export const storageKeys = { session: 'session', activeAt: 'session-active-at', theme: 'theme' } as const;

/** A session is over after this long without activity; the server counts the same. */
export const sessionIdleMs = 20 * 60 * 1000;

/**
 * Sets the theme, says whether a session is there, and sends away who is at the wrong door: `data-gate` is `customer`
 * (needs a session), `visitor` (is for those without one) or absent.
 */
export const firstPaintScript = [
  `(function(d,s){var t,u,n=location;try{t=s.getItem('${storageKeys.theme}');u=s.getItem('${storageKeys.session}');`,
  `if(u&&Date.now()-s.getItem('${storageKeys.activeAt}')>${sessionIdleMs}){s.removeItem('${storageKeys.session}');u=null}}catch(e){}`,
  `d.dataset.theme=t==='light'?'light':'dark';d.dataset.session=u?'customer':'visitor';`,
  `var g=d.dataset.gate;`,
  `if(g==='customer'&&!u)n.replace('/login?next='+encodeURIComponent(n.pathname+n.search));`,
  `if(g==='visitor'&&u)n.replace('/platform/${brand.defaultSymbol}')`,
  `})(document.documentElement,localStorage)`,
].join('');

function declarations(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** The brand's own tokens. */
export const brandStyle = `:root{${declarations(brand.colours.dark)}}[data-theme=light]{${declarations(brand.colours.light)}}`;
