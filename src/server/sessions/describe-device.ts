import Bowser from 'bowser';

/** A client may call itself anything: what is shown of it is this long at most. */
const longest = 60;

/**
 * Browser and system of a user agent, such as "Firefox on Linux"; null where it names neither. Nothing that it says is
 * to be trusted.
 */
export function describeDevice(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.trim() === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return known.length === 0 ? null : known.join(' on ').slice(0, longest);
}
