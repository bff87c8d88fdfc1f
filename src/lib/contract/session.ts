export * as storageKeys from './storage-keys.ts';

/** What the server, the stores and the first paint of a page must agree on about a session. */

/** A session ends after this long without activity, unless SESSION_IDLE_MS says otherwise. */
export const sessionIdleMs = 20 * 60 * 1000;

/** How long before its end the customer of an idle session is warned. */
export const idleWarningMs = 60 * 1000;

/** The same for a session that may be idle for `idleMs`: a short one is warned halfway. */
export const idleWarning = (idleMs: number): number => Math.min(idleWarningMs, idleMs / 2);

/** How often, at most, a browser reports activity to the server. */
export const keepAliveMs = 60_000;

/** The same for a session that may be idle for `idleMs`: a short one is reported before the server ends it. */
export const keepAlive = (idleMs: number): number => Math.min(keepAliveMs, idleMs / 4);

/** The DOM events that count as activity. */
export const activities = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
