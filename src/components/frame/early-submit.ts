import { formAliveEvent } from '../../stores/frame/form-alive.ts';

/**
 * Stands behind the forms of islands, as text: astro.config.mjs puts its hash into the content security policy. A form
 * that is sent before its island lives, by Enter or its button, is held, and the island sends it once. The browser
 * itself would send it, with the password, to a page that takes no form. In the markup the button is disabled, so that
 * nothing is sent where no script runs.
 */
export const earlySubmitScript = [
  `for(let f of document.querySelectorAll('astro-island form')){`,
  `let b=f.querySelector('[type=submit]'),s,`,
  // Nobody else hears of it. A button that is disabled lets no Enter through either: it is held once, and looks so.
  `h=e=>{e.preventDefault();e.stopPropagation();b.disabled=s=!0};`,
  `b.disabled=!1;f.addEventListener('submit',h);`,
  `f.addEventListener('${formAliveEvent}',()=>{f.removeEventListener('submit',h);s&&f.requestSubmit()},{once:!0})}`,
].join('');
