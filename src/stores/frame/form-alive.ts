/** What a form that an island has taken over is told by: until then the script of `early-submit.ts` holds what is sent. */
export const formAliveEvent = 'alive';
