import { formAliveEvent } from '../../stores/shell/form-alive.ts';

/**
 * A script, as text, that is inlined after the islands' forms; astro.config.mjs puts its hash into the content security
 * policy. It holds a form that is submitted before hydration, by Enter or its button, and the island then submits the
 * form once. Without the script, the browser would send the form, with the password, to a page that accepts none. In
 * the markup the button is disabled, so that nothing is sent if no script runs.
 */
export const earlySubmitScript = [
  `for(let f of document.querySelectorAll('astro-island form')){`,
  `let b=f.querySelector('[type=submit]'),s,`,
  // Keeps the event from all other listeners. Disabling the button also blocks Enter, so the form is held only once,
  // and shows it.
  `h=e=>{e.preventDefault();e.stopPropagation();b.disabled=s=!0};`,
  `b.disabled=!1;f.addEventListener('submit',h);`,
  // A form that is held after React's last commit would otherwise keep its button disabled, and not be sent.
  `f.addEventListener('${formAliveEvent}',()=>{f.removeEventListener('submit',h);b.disabled=!1;s&&f.requestSubmit()},{once:!0})}`,
].join('');
