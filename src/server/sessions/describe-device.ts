import Bowser from 'bowser';

/** A client may send any name: at most this much of it is shown. */
const longest = 60;

/**
 * Browser and system of a user agent, such as "Firefox on Linux"; null if it names neither. Nothing in it can be
 * trusted.
 */
export function describeDevice(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.trim() === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return known.length === 0 ? null : known.join(' on ').slice(0, longest);
}
