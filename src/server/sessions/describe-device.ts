import Bowser from 'bowser';

/** The longest description shown: a client may send any text. */
const longest = 60;

/**
 * Returns the browser and system of a user agent, such as "Firefox on Linux"; null if it names neither. The client
 * chooses this text, so it proves nothing.
 */
export function describeDevice(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.trim() === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return known.length === 0 ? null : known.join(' on ').slice(0, longest);
}
