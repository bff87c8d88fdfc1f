/** Whose a session is. */
export type SessionOwner = { accountId: number } | { affiliateId: number };

/** Under what an owner is counted: customers and affiliates have ids of their own, which may be the same. */
export function ownerKey(owner: SessionOwner): string {
  return 'accountId' in owner ? String(owner.accountId) : `affiliate:${owner.affiliateId}`;
}

/** The owner as rows name it: exactly one of the two. */
export function ownerColumns(owner: SessionOwner): { accountId: number | null; affiliateId: number | null } {
  return 'accountId' in owner
    ? { accountId: owner.accountId, affiliateId: null }
    : { accountId: null, affiliateId: owner.affiliateId };
}
