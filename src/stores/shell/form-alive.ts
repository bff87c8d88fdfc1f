/**
 * The event that tells a form that its island is running. Until then, the script of `early-submit.ts` holds back
 * submissions.
 */
export const formAliveEvent = 'alive';
