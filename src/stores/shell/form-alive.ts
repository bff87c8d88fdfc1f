/**
 * Tells a form that an island has taken it over: until then, the script of `early-submit.ts` holds back submissions.
 */
export const formAliveEvent = 'alive';
