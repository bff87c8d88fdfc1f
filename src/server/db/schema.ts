import * as access from './schema/access.ts';
import * as accounts from './schema/accounts.ts';
import * as assets from './schema/assets.ts';
import * as charts from './schema/charts.ts';
import * as documents from './schema/documents.ts';
import * as messages from './schema/messages.ts';
import * as money from './schema/money.ts';
import * as payments from './schema/payments.ts';
import * as positions from './schema/positions.ts';
import * as postbacks from './schema/postbacks.ts';
import * as referredAccounts from './schema/referred-accounts.ts';
import * as serverHolders from './schema/server-holders.ts';

/** One schema for embedded PGlite and PostgreSQL 15+: all tables of its areas, by name. */
export const schema = {
  ...accounts,
  ...access,
  ...assets,
  ...charts,
  ...documents,
  ...money,
  ...payments,
  ...positions,
  ...messages,
  ...postbacks,
  ...referredAccounts,
  ...serverHolders,
};
