/**
 * The type of scripts that wait for the first paint, because they are not needed to read the page. On a slow connection
 * they must not delay text, styles and fonts. Browsers do not run scripts of an unknown type.
 */
const later = 'later';

/**
 * Postpones the scripts of a page. Pages with islands are left as they are, because nothing works there without
 * scripts.
 */
export function postponeScripts(html: string): string {
  if (html.includes('<astro-island')) return html;
  return html.replaceAll('<script type="module" src=', `<script type="${later}" src=`);
}

/**
 * Part of the script in the head. Starts the postponed scripts after the first paint, or a second after the page has
 * loaded.
 */
export const startLaterScripts = [
  `((d,j,k)=>{`,
  `j=()=>d.querySelectorAll('script[type=${later}]').forEach(s=>import(s.src));`,
  `k=()=>d.readyState=='loading'?d.addEventListener('DOMContentLoaded',j):j();`,
  `try{new PerformanceObserver(k).observe({type:'paint',buffered:true})}catch{}`,
  `addEventListener('load',()=>setTimeout(j,1e3))`,
  `})(document)`,
].join('');
