import type { AstroGlobal } from 'astro';

/**
 * Extends the content security policy of a page with reCAPTCHA, so that it can load reCAPTCHA's scripts and iframe and
 * connect to its servers.
 */
export function allowRecaptcha(csp: AstroGlobal['csp'], siteKey: string | null): void {
  if (siteKey === null || !csp) return;
  // Named sources replace the default one, so 'self' must be listed.
  for (const source of ["'self'", 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'])
    csp.insertScriptResource(source);
  csp.insertDirective('frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/');
  csp.insertDirective("connect-src 'self' https://www.google.com/recaptcha/");
}
