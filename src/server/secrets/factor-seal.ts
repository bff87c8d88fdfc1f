/**
 * Under which purpose and context the secrets of second factors are sealed: who tries a key on them must know it too.
 */

export const factorPurpose = 'second-factor';

/** What the secret of an account is sealed for. */
export const factorContext = (accountId: number) => `account:${accountId}`;
