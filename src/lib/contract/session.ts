/** What the server, the stores and the first paint of a page must agree on about a session. */

/** A session ends after this long without activity. */
export const sessionIdleMs = 20 * 60 * 1000;

/** How long before its end the customer of an idle session is warned. */
export const idleWarningMs = 60 * 1000;

/** How often, at most, a browser reports activity to the server. */
export const keepAliveMs = 60_000;

/** The DOM events that count as activity. */
export const activities = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Keys of the browser's storage: the session, its last activity (unix milliseconds), the theme, the chosen language,
 * the referral code (followed by a dot and its link's source tag), the first page visited (both for a registration),
 * the popups read (JSON list of ids), the registration marker while the profile is incomplete, the device token of the
 * last log-in, the visitor's location, the countries (one key per language, with this prefix), and whether the swipe
 * hint was shown.
 */
export const storageKeys = {
  session: 'session',
  activeAt: 'session-active-at',
  theme: 'theme',
  language: 'language',
  referral: 'ref',
  sourcePage: 'source-page',
  popupsRead: 'popups-read',
  registered: 'registered',
  device: 'device',
  clientInfo: 'client-info',
  countries: 'countries',
  swipeHint: 'swipe-hint',
} as const;
