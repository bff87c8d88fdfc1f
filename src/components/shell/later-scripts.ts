/**
 * Scripts that are not needed to read a page wait for its first paint: on a slow connection they must not delay text,
 * styles and fonts. Browsers ignore scripts of an unknown type.
 */
const later = 'later';

/** Postpones the scripts of a page, except on pages with islands, where nothing works without them. */
export function postponeScripts(html: string): string {
  if (html.includes('<astro-island')) return html;
  return html.replaceAll('<script type="module" src=', `<script type="${later}" src=`);
}

/** Part of the script in the head: starts them after the first paint, or a second after the page has loaded. */
export const startLaterScripts = [
  `((d,j,k)=>{`,
  `j=()=>d.querySelectorAll('script[type=${later}]').forEach(s=>import(s.src));`,
  `k=()=>d.readyState=='loading'?d.addEventListener('DOMContentLoaded',j):j();`,
  `try{new PerformanceObserver(k).observe({type:'paint',buffered:true})}catch{}`,
  `addEventListener('load',()=>setTimeout(j,1e3))`,
  `})(document)`,
].join('');
