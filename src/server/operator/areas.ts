import { popupsArea } from './accounts/popups-area.ts';
import { secondFactorArea } from './accounts/second-factor-command.ts';
import { sessionsArea } from './accounts/sessions-command.ts';
import { affiliatesArea } from './affiliates/affiliates-area.ts';
import { backupArea } from './backup/backup-area.ts';
import type { Area } from './command/command-area.ts';
import { customersArea } from './customers/customers-area.ts';
import { documentsArea } from './documents-area.ts';
import { dryRunArea } from './dry-run/dry-run-area.ts';
import { ledgerArea } from './ledger/ledger-area.ts';
import { statementArea } from './ledger/statement-area.ts';
import { assetsArea, categoriesArea } from './market/catalogue-areas.ts';
import { feedsArea } from './market/feeds-area.ts';
import { messagesArea } from './messages/messages-area.ts';
import { positionsArea } from './positions/positions-area.ts';
import { transactionsArea } from './transactions/transactions-area.ts';

/** All that the operator's desk understands, in the order of its help. */
export const areas: readonly Area[] = [
  customersArea,
  documentsArea,
  transactionsArea,
  positionsArea,
  sessionsArea,
  secondFactorArea,
  affiliatesArea,
  popupsArea,
  messagesArea,
  assetsArea,
  categoriesArea,
  feedsArea,
  dryRunArea,
  ledgerArea,
  statementArea,
  backupArea,
];
