import { randomUUID } from 'node:crypto';
import type { Queries } from '../../../src/server/db/database.ts';
import { insertAnswer } from '../../../src/server/payments/inbox/event-rows.ts';
import type { Settled, SettleParts, Settling } from '../../../src/server/payments/inbox/settle-payment.ts';
import { outcomeOf, settlePayment } from '../../../src/server/payments/inbox/settle-payment.ts';

/** Settles a payment by a report and stores the report, as the poller does with a provider's answer. */
export async function settleAndKeep(
  connection: Queries,
  parts: SettleParts,
  { provider, ...settling }: Settling & { provider: string },
): Promise<Settled | null> {
  const settled = await settlePayment(connection, parts, settling);
  const { transactionId, report } = settling;
  const event = { reference: null, ...report, transactionId, eventKey: 'asked' };
  const kept = { id: randomUUID(), provider, eventKey: randomUUID(), body: Buffer.from(JSON.stringify(report)), event };
  if (settled) {
    const at = new Date(parts.runtime.now());
    await insertAnswer(connection, { ...kept, at, transactionId, outcome: outcomeOf(settled) });
  }
  return settled;
}
