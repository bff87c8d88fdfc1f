/** The server that the page calls: where it is, and what time it has. */

declare const __API_URL__: string;

/**
 * Where calls and sockets go, as this build was made: the origin of a server elsewhere, empty where it is the page's
 * own.
 */
export const apiOrigin = __API_URL__;

/** A header tells whole seconds, some way after they were: a browser's clock that differs by less is as good. */
const tolerableMs = 2_000;

let aheadMs = 0;

/** Takes over the time of an answer's `date` header; one that is none changes nothing. */
export function takeServerTime(header: string | null): void {
  const ms = header === null ? NaN : Date.parse(header) - Date.now();
  if (Number.isFinite(ms)) aheadMs = Math.abs(ms) > tolerableMs ? ms : 0;
}

/**
 * Now by the server's clock, unix milliseconds: what is shown as a time must not depend on how the browser's is set.
 */
export function serverNowMs(): number {
  return Date.now() + aheadMs;
}
