import { vi } from 'vitest';

/**
 * Google's reCAPTCHA, which a test must not need. Its script is loaded once in a page: a file of tests plays it in one
 * way.
 */

const address = 'https://www.google.com/recaptcha/api.js';

/** Answers for its script from now on: tokens name what they are for. Returns the addresses that were asked for. */
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
