import type { Result } from '../../../lib/contract/problem.ts';
import { refuse } from '../../../lib/contract/problem.ts';
import type { Runtime } from '../../runtime.ts';
import type { EventIntake } from './event-intake.ts';
import { eventKeyOf } from './event-key.ts';
import type { PaymentDriver, Webhook } from '../payment-driver.ts';

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
