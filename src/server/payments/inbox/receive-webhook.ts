import { createHash } from 'node:crypto';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { PaymentDriver, PaymentEvent, Webhook } from '../payment-provider.ts';
import type { NewEvent } from './event-rows.ts';
import { insertEvents } from './event-rows.ts';

export interface WebhookParts {
  database: Queries;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /** Drivers by the name of the provider. */
  drivers: ReadonlyMap<string, PaymentDriver>;
  /** Called when there is something to process. */
  wake: () => void;
}

/**
 * Accepts a report of the named provider: verifies its raw bytes and stores it once. A worker settles it later, so that
 * the provider gets its response at once. A repeat gets the same response and stores nothing. Problems: NOT_FOUND for a
 * provider that is not configured, UNAUTHENTICATED for a wrong signature. Throws ProviderUnavailable if the signature
 * is right but the report cannot be read.
 */
export type ReceiveWebhook = (provider: string, webhook: Webhook) => Promise<Result>;

/** Creates the receiver for all providers; they share one inbox. */
export function createReceiveWebhook({ database, runtime, drivers, wake }: WebhookParts): ReceiveWebhook {
  const inbox = createEventInbox(database);
  return async (provider, webhook) => {
    const driver = drivers.get(provider);
    if (!driver) return refuse('NOT_FOUND');
    const event = await driver.readWebhook(webhook, runtime.now());
    if (!event) return refuse('UNAUTHENTICATED');
    if ('about' in event) return { ok: true };
    const at = new Date(runtime.now());
    const eventKey = eventKeyOf(event);
    const isNew = await inbox.keep({ id: runtime.newId(), provider, eventKey, body: webhook.body, event, at });
    if (isNew) wake();
    return { ok: true };
  };
}

/** Stores providers' reports, several in one statement under load. */
interface EventInbox {
  /** Resolves when the event is committed; false if it was already stored. */
  keep: (event: NewEvent) => Promise<boolean>;
}

interface Waiting {
  event: NewEvent;
  kept: (isNew: boolean) => void;
  failed: (fault: unknown) => void;
}

/** How many statements run at once: more would only compete for the same disk. */
const mostUnderWay = 2;
/** The maximum number of events in one statement: a larger one would delay the response to every provider in it. */
const mostAtOnce = 200;

/**
 * Writes an event at once while the database keeps up. Events that arrive during a write share the next statement, so a
 * provider waits for at most two writes, unless more than `mostAtOnce` events are ahead of its own.
 */
export function createEventInbox(database: Queries): EventInbox {
  const waiting: Waiting[] = [];
  let underWay = 0;

  async function write(): Promise<void> {
    underWay += 1;
    for (let some = nextOnes(); some.length > 0; some = nextOnes()) await keepAll(database, some);
    underWay -= 1;
  }

  const nextOnes = () => waiting.splice(0, mostAtOnce);

  return {
    keep: (event) =>
      new Promise((kept, failed) => {
        waiting.push({ event, kept, failed });
        if (underWay < mostUnderWay) void write();
      }),
  };
}

/** Never rejects: each event gets its own result. */
async function keepAll(database: Queries, some: readonly Waiting[]): Promise<void> {
  try {
    const isNew = await insertEvents(
      database,
      some.map(({ event }) => event),
    );
    for (const { event, kept } of some) kept(isNew.has(event.id));
  } catch (fault) {
    if (some.length === 1 || !isOfData(fault)) {
      for (const { failed } of some) failed(fault);
      return;
    }
    // One bad event must not stop the others: each half is tried separately.
    const half = Math.ceil(some.length / 2);
    await keepAll(database, some.slice(0, half));
    await keepAll(database, some.slice(half));
  }
}

/** Whether the data caused the failure (SQL classes 22 and 23), so that the same statement may work with other data. */
function isOfData(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && /^2[23]...$/.test(String(fault.code));
}

/**
 * Returns a hash that is equal for repeats of a report. It covers the content, because some providers give every report
 * of a payment the same id.
 */
export function eventKeyOf(event: PaymentEvent): string {
  const { eventKey, outcome, amountMinor, currency, transactionId, reference } = event;
  const all = [eventKey, outcome, amountMinor, currency, transactionId, reference];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}
