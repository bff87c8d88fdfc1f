/**
 * The browser's storage keys for an affiliate's session and its last activity (unix milliseconds as text). They differ
 * from a customer's keys, so that both can be logged in at once.
 */
export const affiliateStorageKeys = {
  session: 'affiliate-session',
  activeAt: 'affiliate-session-active-at',
} as const;
