import type { Queries } from '../../db/database.ts';
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

const columnOf: Readonly<Record<keyof CustomerSettings, string>> = {
  verified: 'verified',
  level: 'level',
  pin: 'pin',
  customLeverage: 'custom_leverage',
  categoryIds: 'category_ids',
};

/** What is looked at before something is set. */
export interface LockedCustomer extends CustomerSettings {
  documents: DocumentStates;
}

/** As they are until the end of the database transaction: who trades or changes something waits. */
export async function lockSettings(queries: Queries, accountId: number): Promise<LockedCustomer | undefined> {
  const { rows } = await queries.query<LockedCustomer>({
    name: 'operator-settings-lock',
    text: `select verified, level, pin, custom_leverage as "customLeverage", category_ids as "categoryIds", documents
           from accounts where id = $1 for no key update`,
    values: [accountId],
  });
  return rows[0];
}

export async function updateSetting<Name extends keyof CustomerSettings>(
  queries: Queries,
  { accountId, name, value }: { accountId: number; name: Name; value: CustomerSettings[Name] },
): Promise<void> {
  const stored = name === 'customLeverage' && value !== null ? JSON.stringify(value) : value;
  await queries.query({
    name: `operator-setting-${name}`,
    text: `update accounts set ${columnOf[name]} = $2 where id = $1`,
    values: [accountId, stored],
  });
}

/** Who has set it last, and when. */
export async function findLastChange(
  queries: Queries,
  { accountId, what }: { accountId: number; what: string },
): Promise<{ actor: string; at: Date } | undefined> {
  const { rows } = await queries.query<{ actor: string; at: Date }>({
    name: 'operator-setting-last',
    text: `select actor, at from audit_entries where account_id = $1 and event = 'customer_changed' and details->>'what' = $2
           order by at desc limit 1`,
    values: [accountId, what],
  });
  return rows[0];
}

export interface CategoryRow {
  id: number;
  name: string;
  leverages: number[];
}

/** The leverages of a category, which nobody changes until the end of the database transaction; undefined where there is no such category. */
export async function holdLeverages(queries: Queries, category: string): Promise<number[] | undefined> {
  const { rows } = await queries.query<{ leverages: number[] }>({
    name: 'operator-category-hold',
    text: 'select leverages from asset_categories where name = $1 for share',
    values: [category],
  });
  return rows[0]?.leverages;
}

export async function listCategories(queries: Queries): Promise<CategoryRow[]> {
  const { rows } = await queries.query<CategoryRow>({
    name: 'operator-categories',
    text: 'select id, name, leverages from asset_categories order by id',
    values: [],
  });
  return rows;
}
