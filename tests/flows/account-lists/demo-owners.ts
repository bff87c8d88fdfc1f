import type { TestApp } from '../../support/test-app.ts';

/** The id of a demo account. */
export async function idOfAccount(shop: TestApp, email: string): Promise<number> {
  const { rows } = await shop.app.database.query<{ id: number }>('select id from accounts where email = $1', [email]);
  if (!rows[0]) throw new Error(`nobody has the address ${email}`);
  return rows[0].id;
}

/** An access token of the demo affiliate. */
export async function affiliateAccess(shop: TestApp): Promise<string> {
  const { rows } = await shop.app.database.query<{ id: number }>('select id from affiliates limit 1');
  return shop.app.sessions.open({ affiliateId: rows[0]?.id ?? 0 });
}
