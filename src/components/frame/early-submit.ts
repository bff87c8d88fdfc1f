import { formAliveEvent } from '../../stores/frame/form-alive.ts';

/**
 * Stands behind the forms of islands, as text: astro.config.mjs puts its hash into the content security policy. A form that is sent, by Enter or
 * its button, before its island lives is held, and sent once by the island. The browser would send it itself, and the password with it, to a
 * page that takes none. In the markup the button is disabled, so that nothing is sent where no script runs.
 */
export const earlySubmitScript = [
  `for(let f of document.querySelectorAll('astro-island form')){`,
  `let b=f.querySelector('[type=submit]'),s,`,
  // Nobody else hears of it. A button that is disabled lets no Enter through either: it is held once, and looks so.
  `h=e=>{e.preventDefault();e.stopPropagation();b.disabled=s=!0};`,
  `b.disabled=!1;f.addEventListener('submit',h);`,
  `f.addEventListener('${formAliveEvent}',()=>{f.removeEventListener('submit',h);s&&f.requestSubmit()},{once:!0})}`,
].join('');
