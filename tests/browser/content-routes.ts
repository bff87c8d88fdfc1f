/** The pages of the embedded content, in the fallback language. */
export const contentRoutes = [
  ...['/', '/about', '/account-levels', '/contact-us', '/economic-calendar', '/trading-basics'],
  ...['/terms-conditions', '/privacy-policy', '/cookies-policy', '/aml-policy', '/kyc-policy'],
];

/** Addresses without a page, and one of a page that fails. */
export const lostRoutes = ['/404', '/there-is-no-such-page', '/_fault'];
