import type { Logger } from 'pino';
import type { AffiliateConfig } from '../affiliate-config.ts';
import type { Database } from '../../db/database.ts';
import type { Runtime } from '../../runtime.ts';
import type { Schedule } from '../../schedule.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { createSecretBox } from '../../secrets/secret-box.ts';
import { secretContext } from './change-postbacks.ts';
import type { DeliveryWorker } from './delivery-worker.ts';
import { createDeliveryWorker } from './delivery-worker.ts';
import { createDeliveryPost } from './post-delivery.ts';

export interface PostbacksParts {
  config: Pick<AffiliateConfig, 'postbacksLocal'>;
  database: Database;
  masterKey: Uint8Array;
  runtime: Runtime;
  logger: Logger;
  schedule: Schedule;
}

/** The worker that sends postbacks to affiliates' servers, and the box that seals their secrets. */
export interface Postbacks extends DeliveryWorker {
  box: SecretBox;
  allowsLocal: boolean;
}

const timeoutMs = 10_000;

/** The secrets that sign deliveries are sealed with the master key, each for one affiliate. */
export function openPostbacks(parts: PostbacksParts): Postbacks {
  const { config, masterKey, runtime } = parts;
  const allowsLocal = config.postbacksLocal;
  const box = createSecretBox({ masterKey, purpose: 'postbacks', randomBytes: runtime.randomBytes });
  const post = createDeliveryPost({ timeoutMs, allowsLocal });
  const openSecret = (affiliateId: number, sealed: Buffer) => box.open(sealed, secretContext(affiliateId));
  return { ...createDeliveryWorker({ ...parts, post, openSecret }), box, allowsLocal };
}
