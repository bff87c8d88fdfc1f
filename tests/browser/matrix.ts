/**
 * `npm run nightly` asks for it: axe judges each page in every language, and each state at every width in both themes.
 * Without it, a page in one language and the widest and narrowest screens stand for all.
 */
export const isFullMatrix = process.env.TEST_MATRIX === 'full';
