/**
 * Where the browser keeps an affiliate's session and its last activity (unix milliseconds as text). Apart from a
 * customer's, so that both can be logged in at once.
 */
export const affiliateStorageKeys = {
  session: 'affiliate-session',
  activeAt: 'affiliate-session-active-at',
} as const;
