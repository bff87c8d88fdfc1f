/** What the server, the stores and the first paint of a page agree on about a session. */

/** A session ends after this long without activity. */
export const sessionIdleMs = 20 * 60 * 1000;

/** So long before its end the customer of an idle session is warned. */
export const idleWarningMs = 60 * 1000;

/** While somebody is active, or comes back, the server hears of it this often. */
export const keepAliveMs = 60_000;

/** What counts as being there. */
export const activities = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Where the browser keeps things: the session, when its customer was last active (unix milliseconds), the theme, the
 * language that was chosen, the referral code with the tag of its link behind a point, and the first page visited (for
 * a registration), the popups that were read (JSON list of ids), the mark of a registration whose profile is not
 * complete yet, what the last log-in left so that this browser is known, where the visitor comes from, the countries,
 * in each language behind the key, and that swiping was shown.
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
