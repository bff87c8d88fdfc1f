/** What an account may trade. */
export interface TradingRights {
  verified: boolean;
  /** Ids of the categories that the account may trade. */
  categoryIds: readonly number[];
}

/** Why an account may not trade assets of a category, or null where it may. Not being verified is said first. */
export function tradingAccess(
  { verified, categoryIds }: TradingRights,
  categoryId: number,
): 'NOT_VERIFIED' | 'NO_ACCESS' | null {
  if (!verified) return 'NOT_VERIFIED';
  return categoryIds.includes(categoryId) ? null : 'NO_ACCESS';
}
