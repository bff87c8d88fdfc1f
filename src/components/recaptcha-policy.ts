import type { AstroGlobal } from 'astro';

/** What a page may load where reCAPTCHA watches it: its scripts, its frame, and what they ask for. */
export function allowRecaptcha(csp: AstroGlobal['csp'], siteKey: string | null): void {
  if (siteKey === null || !csp) return;
  // Named sources replace the one that goes without saying.
  for (const source of ["'self'", 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'])
    csp.insertScriptResource(source);
  csp.insertDirective('frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/');
  csp.insertDirective("connect-src 'self' https://www.google.com/recaptcha/");
}
