/**
 * Set by `npm run nightly`: axe checks each page in every language, and each state at every width in both themes.
 * Without it, one language and the widest and narrowest screens are enough.
 */
export const isFullMatrix = process.env.TEST_MATRIX === 'full';
