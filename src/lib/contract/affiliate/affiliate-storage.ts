/**
 * Where the browser keeps an affiliate's session, and when it was last used (unix milliseconds as text): apart from a
 * customer's, so that both can be logged in at once.
 */
export const affiliateStorageKeys = {
  session: 'affiliate-session',
  activeAt: 'affiliate-session-active-at',
} as const;
