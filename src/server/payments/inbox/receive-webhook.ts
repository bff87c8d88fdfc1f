import { createHash } from 'node:crypto';
import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Queries } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { PaymentDriver, PaymentEvent, Webhook } from '../payment-driver.ts';
import type { NewEvent } from './event-rows.ts';
import { insertEvents } from './event-rows.ts';

export interface WebhookParts {
  intake: EventIntake;
  runtime: Pick<Runtime, 'now' | 'newId'>;
  /** By the name of the provider. */
  drivers: ReadonlyMap<string, PaymentDriver>;
  /** Told when there is something to work off. */
  wake: () => void;
}

/**
 * Takes a report of a provider: verifies it by its raw bytes, keeps it once, and leaves the work to later, so that the provider has its
 * answer at once. A repeat is answered as the first was; what has the id of another report and says something else is none. Problems:
 * NOT_FOUND for a provider that is not set up or sends no reports, UNAUTHENTICATED where it was not the provider. Throws
 * ProviderUnavailable where it was, and nobody understands it.
 */
export async function receiveWebhook(
  { intake, runtime, drivers, wake }: WebhookParts,
  provider: string,
  webhook: Webhook,
): Promise<Result> {
  const driver = drivers.get(provider);
  if (!driver) return refuse('NOT_FOUND');
  const event = await driver.readWebhook(webhook, runtime.now());
  if (!event) return refuse('UNAUTHENTICATED');
  if ('about' in event) return { ok: true };
  const at = new Date(runtime.now());
  const eventKey = eventKeyOf(event);
  const isNew = await intake.keep({ id: runtime.newId(), provider, eventKey, body: webhook.body, event, at });
  if (isNew) wake();
  return { ok: true };
}

/** Keeps what providers report. */
interface EventIntake {
  /** Keeps an event to be worked off; resolves when it is committed: false where it was there before. */
  keep: (event: NewEvent) => Promise<boolean>;
}

interface Waiting {
  event: NewEvent;
  kept: (isNew: boolean) => void;
  failed: (fault: unknown) => void;
}

/** How many statements keep events at once: more of them would only wait for the same disk. */
const mostUnderWay = 2;
/** A statement of more would keep the first of it waiting for the last. */
const mostAtOnce = 200;

/**
 * Keeps each event by itself while the database is quick enough; those that come while it writes are kept together by the next
 * statement: who reports waits for the disk twice, unless more are before it than one statement of each takes.
 */
export function createEventIntake(database: Queries): EventIntake {
  const waiting: Waiting[] = [];
  let underWay = 0;

  async function write(): Promise<void> {
    underWay += 1;
    for (let some = take(); some.length > 0; some = take()) await keepAll(database, some);
    underWay -= 1;
  }

  const take = () => waiting.splice(0, mostAtOnce);

  return {
    keep: (event) =>
      new Promise((kept, failed) => {
        waiting.push({ event, kept, failed });
        if (underWay < mostUnderWay) void write();
      }),
  };
}

/** Never fails: each is told for itself. */
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
    // One that cannot be written must not take the others with it.
    const half = Math.ceil(some.length / 2);
    await keepAll(database, some.slice(0, half));
    await keepAll(database, some.slice(half));
  }
}

/** Whether a statement failed by what it was given (the classes 22 and 23 of SQL): with other data the same database does it. */
function isOfData(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && /^2[23]...$/.test(String(fault.code));
}

/**
 * What is the same for a repeat of a report, of one length whatever the provider's id of it is. What it says belongs to it: there are
 * providers that give every report of a payment the same id.
 */
export function eventKeyOf(event: PaymentEvent): string {
  const { eventKey, outcome, amountMinor, currency, transactionId, reference } = event;
  const all = [eventKey, outcome, amountMinor, currency, transactionId, reference];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}
