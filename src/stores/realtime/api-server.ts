/** The server that the page calls: its origin and its clock. */

declare const __API_URL__: string;

/** Where calls and sockets go, set at build time: the origin of a separate server, or empty if it is the page's own. */
export const apiOrigin = __API_URL__;

/**
 * The `date` header has whole seconds and arrives with a delay, so a smaller difference says nothing about the
 * browser's clock.
 */
const tolerableMs = 2_000;

let aheadMs = 0;

/** Reads the server's time from the `date` header of an answer; ignores one that is missing or invalid. */
export function applyServerTime(header: string | null): void {
  const ms = header === null ? NaN : Date.parse(header) - Date.now();
  if (Number.isFinite(ms)) aheadMs = Math.abs(ms) > tolerableMs ? ms : 0;
}

/**
 * The current time by the server's clock, in unix milliseconds. Times that are shown must not depend on the browser's
 * clock.
 */
export function serverNowMs(): number {
  return Date.now() + aheadMs;
}
