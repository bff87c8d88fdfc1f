interface Recaptcha {
  ready: (run: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

const patienceMs = 8_000;
let loading: Promise<Recaptcha> | undefined;

/** Loads reCAPTCHA once. Rejects where it cannot be loaded, or not soon. */
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

/** A token for one action; undefined where there is none to be had. */
export async function humanToken(siteKey: string, action: string): Promise<string | undefined> {
  try {
    return await (await loadRecaptcha(siteKey)).execute(siteKey, { action });
  } catch {
    return undefined;
  }
}
