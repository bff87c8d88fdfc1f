/**
 * The purpose and context with which the secrets of second factors are sealed. They are in this folder because
 * `master-key.ts` needs them to test a key.
 */

export const factorPurpose = 'second-factor';

/** The context for sealing an account's secret. */
export const factorContext = (accountId: number) => `account:${accountId}`;
