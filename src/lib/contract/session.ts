/** What the server, the stores and the first paint of a page agree on about a session. */

/** A session ends after this long without activity. */
export const sessionIdleMs = 20 * 60 * 1000;

/** Where the browser keeps things: the session, when its customer was last active (unix milliseconds), the theme. */
export const storageKeys = { session: 'session', activeAt: 'session-active-at', theme: 'theme' } as const;
