/**
 * The address of a page that a customer may be led to, as a provider names it; null for anything else. A page is fetched by https, except
 * where the provider itself (`asked`) is on this machine or without it, as in tests.
 */
export function pageAddress(text: string | null, asked: string): string | null {
  if (text === null || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, origin } = new URL(text);
  const provider = new URL(asked);
  const isHere = isThisMachine(hostname) && isThisMachine(provider.hostname);
  return protocol === 'https:' || isHere || origin === provider.origin ? text : null;
}

const isThisMachine = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
