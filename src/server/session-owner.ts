/** The owner of a session. */
export type SessionOwner = { accountId: number } | { affiliateId: number };

/** The key under which limits count an owner: a customer's and an affiliate's id can be equal. */
export function ownerKey(owner: SessionOwner): string {
  return 'accountId' in owner ? String(owner.accountId) : `affiliate:${owner.affiliateId}`;
}

/** The owner as columns of a row: exactly one of the two is set. */
export function ownerColumns(owner: SessionOwner): { accountId: number | null; affiliateId: number | null } {
  return 'accountId' in owner
    ? { accountId: owner.accountId, affiliateId: null }
    : { accountId: null, affiliateId: owner.affiliateId };
}
