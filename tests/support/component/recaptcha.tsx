import { vi } from 'vitest';

/**
 * A replacement for Google's reCAPTCHA, which tests must not depend on. Its script is loaded once per page, so a test
 * file uses only one mode.
 */

const address = 'https://www.google.com/recaptcha/api.js';

/** Replaces the script of reCAPTCHA; each fake token contains its action. Returns the requested addresses. */
export function playRecaptcha(how: 'loads' | 'cannot be loaded'): string[] {
  const asked: string[] = [];
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes;
    if (!(script instanceof HTMLScriptElement) || !script.src.startsWith(address)) {
      append(...nodes);
      return;
    }
    asked.push(script.src);
    if (how === 'cannot be loaded') script.dispatchEvent(new Event('error'));
    else {
      const execute = (key: string, { action }: { action: string }) => Promise.resolve(`${key} ${action}`);
      Object.assign(window, { grecaptcha: { ready: (run: () => void) => run(), execute } });
      script.dispatchEvent(new Event('load'));
    }
  });
  return asked;
}
