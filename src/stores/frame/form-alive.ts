/** Tells a form that an island has taken it over: until then the script of `early-submit.ts` holds what is sent. */
export const formAliveEvent = 'alive';
