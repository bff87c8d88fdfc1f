interface Recaptcha {
  ready: (run: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

const patienceMs = 8_000;
let loading: Promise<Recaptcha> | undefined;

/** Loads reCAPTCHA once. Rejects if that fails or takes too long. */
export function loadRecaptcha(siteKey: string): Promise<Recaptcha> {
  return (loading ??= new Promise((found, fail) => {
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=${siteKey}`;
    script.onload = () => {
      const { grecaptcha } = window as unknown as { grecaptcha: Recaptcha };
      grecaptcha.ready(() => found(grecaptcha));
    };
    script.onerror = fail;
    setTimeout(fail, patienceMs);
    document.head.append(script);
  }));
}

/** Gets a token for one action; undefined if that fails or takes too long. */
export async function humanToken(siteKey: string, action: string): Promise<string | undefined> {
  try {
    const recaptcha = await loadRecaptcha(siteKey);
    return await Promise.race([recaptcha.execute(siteKey, { action }), timeout()]);
  } catch {
    return undefined;
  }
}

const timeout = () => new Promise<undefined>((give) => setTimeout(give, patienceMs));
