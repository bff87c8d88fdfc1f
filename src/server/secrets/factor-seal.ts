/** The purpose and context with which secrets of second factors are sealed; needed here too, to test a key on them. */

export const factorPurpose = 'second-factor';

/** The context for the secret of an account. */
export const factorContext = (accountId: number) => `account:${accountId}`;
