import { formAliveEvent } from '../../stores/shell/form-alive.ts';

/**
 * Inlined after the islands' forms, as text: astro.config.mjs puts its hash into the content security policy. Holds a
 * form that is submitted before hydration, by Enter or its button; the island then submits it once. The browser itself
 * would send it, with the password, to a page that accepts no form. In the markup the button is disabled, so that
 * nothing is sent if no script runs.
 */
export const earlySubmitScript = [
  `for(let f of document.querySelectorAll('astro-island form')){`,
  `let b=f.querySelector('[type=submit]'),s,`,
  // Stops the event for everybody else. Disabling the button also blocks Enter: the form is held once, and looks so.
  `h=e=>{e.preventDefault();e.stopPropagation();b.disabled=s=!0};`,
  `b.disabled=!1;f.addEventListener('submit',h);`,
  `f.addEventListener('${formAliveEvent}',()=>{f.removeEventListener('submit',h);s&&f.requestSubmit()},{once:!0})}`,
].join('');
