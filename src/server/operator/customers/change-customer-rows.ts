import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { DocumentStates } from '../../documents/documents-rows.ts';

/** What an operator sets of an account. */
export interface CustomerSettings {
  verified: boolean;
  level: string | null;
  pin: string | null;
  /** Category name → indexes into its leverages; no key: all of them. */
  customLeverage: Record<string, number[]> | null;
  categoryIds: number[];
}

/** What is looked at before something is set. */
export interface LockedCustomer extends CustomerSettings {
  documents: DocumentStates;
}

const operatorSettingsLock = statement(
  'operator-settings-lock',
  `select verified, level, pin, custom_leverage as "customLeverage", category_ids as "categoryIds", documents
   from accounts where id = :accountId for no key update`,
);

/** As they are until the end of the database transaction: who trades or changes something waits. */
export async function lockSettings(queries: Queries, accountId: number): Promise<LockedCustomer | undefined> {
  return (await operatorSettingsLock.first(queries, { accountId })) ?? undefined;
}

const setters = {
  verified: statement('operator-setting-verified', 'update accounts set verified = :value where id = :accountId'),
  level: statement('operator-setting-level', 'update accounts set level = :value? where id = :accountId'),
  pin: statement('operator-setting-pin', 'update accounts set pin = :value? where id = :accountId'),
  customLeverage: statement(
    'operator-setting-custom-leverage',
    'update accounts set custom_leverage = :value? where id = :accountId',
  ),
  categoryIds: statement(
    'operator-setting-categories',
    'update accounts set category_ids = :value where id = :accountId',
  ),
};

/** Sets those that are given. */
export async function updateSettings(
  queries: Queries,
  accountId: number,
  settings: Partial<CustomerSettings>,
): Promise<void> {
  const { verified, level, pin, customLeverage, categoryIds } = settings;
  if (verified !== undefined) await setters.verified.write(queries, { accountId, value: verified });
  if (level !== undefined) await setters.level.write(queries, { accountId, value: level });
  if (pin !== undefined) await setters.pin.write(queries, { accountId, value: pin });
  if (customLeverage !== undefined) {
    const value = customLeverage && JSON.stringify(customLeverage);
    await setters.customLeverage.write(queries, { accountId, value });
  }
  if (categoryIds !== undefined) await setters.categoryIds.write(queries, { accountId, value: categoryIds });
}

const operatorSettingLast = statement(
  'operator-setting-last',
  `select actor, at from audit_entries where account_id = :accountId and event = 'customer_changed' and details->>'what' = :what
   order by at desc limit 1`,
);

/** Who has set it last, and when. */
export async function findLastChange(
  queries: Queries,
  { accountId, what }: { accountId: number; what: string },
): Promise<{ actor: string; at: Date } | undefined> {
  return (await operatorSettingLast.first(queries, { accountId, what })) ?? undefined;
}

export interface CategoryRow {
  id: number;
  name: string;
  leverages: number[];
}

const operatorCategoryHold = statement(
  'operator-category-hold',
  'select leverages from asset_categories where name = :category for share',
);

/** The leverages of a category, which nobody changes until the end of the database transaction; undefined where there is no such category. */
export async function holdLeverages(queries: Queries, category: string): Promise<number[] | undefined> {
  return (await operatorCategoryHold.first(queries, { category }))?.leverages;
}

const operatorCategories = statement(
  'operator-categories',
  'select id, name, leverages from asset_categories order by id',
);

export function listCategories(queries: Queries): Promise<CategoryRow[]> {
  return operatorCategories.rows(queries);
}
