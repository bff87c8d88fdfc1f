import { noteFirstDeposit } from '../../../src/server/affiliates/attribution/note-first-deposit.ts';
import type { SettleParts } from '../../../src/server/payments/inbox/settle-payment.ts';
import { createTellOfMoney } from '../../../src/server/payments/tell-of-money.ts';
import type { Runtime } from '../../../src/server/runtime.ts';

/** The site to which links in the tests' mails lead. */
export const siteUrl = 'https://broker.example';

/**
 * The parts by which the server and operators' commands move money. They put mails into the outbox, and note first
 * deposits.
 */
export function settlingParts<Own extends Pick<Runtime, 'now' | 'newId'>>(runtime: Own) {
  const tellOfMoney = createTellOfMoney({ runtime, siteUrl });
  return { runtime, tellOfMoney, onCredited: noteFirstDeposit, moneyMoved: () => undefined } satisfies SettleParts & {
    moneyMoved: (accountId: number) => void;
  };
}
