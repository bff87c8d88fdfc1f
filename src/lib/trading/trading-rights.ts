/** What a customer may trade, and with which leverage. */

/** What an account may trade. */
export interface TradingRights {
  verified: boolean;
  /** Ids of the categories that the account may trade. */
  categoryIds: readonly number[];
}

/** Why an account may not trade assets of a category; null if it may. Lack of verification is reported first. */
export function tradingAccess(
  { verified, categoryIds }: TradingRights,
  categoryId: number,
): 'NOT_VERIFIED' | 'NO_ACCESS' | null {
  if (!verified) return 'NOT_VERIFIED';
  return categoryIds.includes(categoryId) ? null : 'NO_ACCESS';
}

/** Category name → indexes into the leverages of that category. */
export type CustomLeverage = Record<string, number[]>;

export interface LeverageFacts {
  categoryName: string;
  leverages: readonly number[];
  customLeverage: Readonly<CustomLeverage> | null;
}

/**
 * The leverages that a customer may choose, in the order of the category's list: those at the indexes that the
 * customer's `custom_leverage` names for the category, or all if it does not mention the category.
 */
export function allowedLeverages({ categoryName, leverages, customLeverage }: LeverageFacts): number[] {
  if (customLeverage === null || !Object.hasOwn(customLeverage, categoryName)) return [...leverages];
  const indexes = customLeverage[categoryName] ?? [];
  return leverages.filter((_, index) => indexes.includes(index));
}

/** The contract's comma-separated list ("1,3,5") as numbers, without anything that is not a number above zero. */
export function parseLeverages(list: string): number[] {
  return list
    .split(',')
    .map(Number)
    .filter((leverage) => leverage > 0 && Number.isFinite(leverage));
}

/** The contract's `custom_leverage` (JSON text) for display; null if there is none or it is unreadable. */
export function parseCustomLeverage(text: string | null): CustomLeverage | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isCustomLeverage(value) ? value : null;
  } catch {
    return null;
  }
}

function isCustomLeverage(value: unknown): value is CustomLeverage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((indexes) => Array.isArray(indexes) && indexes.every(Number.isInteger));
}
