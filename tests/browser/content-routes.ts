/** The pages of the embedded content, in the fallback language. */
export const contentRoutes = [
  ...['/', '/about', '/account-levels', '/contact-us', '/economic-calendar'],
  ...['/terms-conditions', '/privacy-policy', '/cookies-policy', '/aml-policy', '/kyc-policy'],
];

/** Addresses of pages that there are not, and of the one that stands for those that fail. */
export const lostRoutes = ['/404', '/there-is-no-such-page', '/_fault'];
