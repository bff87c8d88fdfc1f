/**
 * Scripts that only make a page more than its text wait until it was painted: on a slow line they take nothing from the words, styles
 * and letters that are read first. Browsers leave scripts of a type that they do not know alone.
 */
const later = 'later';

/** Marks the scripts of a page; one with islands keeps its own, because nothing on it works before they come. */
export function postponeScripts(html: string): string {
  if (html.includes('<astro-island')) return html;
  return html.replaceAll('<script type="module" src=', `<script type="${later}" src=`);
}

/** Part of the script in the head: starts them once the first words are there, or a second after the page where none are painted. */
export const startLaterScripts = [
  `((d,j,k)=>{`,
  `j=()=>d.querySelectorAll('script[type=${later}]').forEach(s=>import(s.src));`,
  `k=()=>d.readyState=='loading'?d.addEventListener('DOMContentLoaded',j):j();`,
  `try{new PerformanceObserver(k).observe({type:'paint',buffered:true})}catch{}`,
  `addEventListener('load',()=>setTimeout(j,1e3))`,
  `})(document)`,
].join('');
