import type { Logger } from 'pino';
import { createDeliveryRetention } from '../affiliates/postbacks/forget-deliveries.ts';
import { createAuditLines } from '../audit/audit-lines.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { SealedDocuments } from '../documents/sealed-documents.ts';
import { createOrphanCheck } from '../documents/orphan-documents.ts';
import { createLoginCodeSweep } from '../sign-in/sweep-login-codes.ts';
import { createFormRetention } from '../forms/form-retention.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createNoticeRetention } from '../notices/notice-retention.ts';
import { createBodyRetention } from '../payments/inbox/forget-bodies.ts';
import type { Runtime } from '../runtime.ts';
import type { Schedule } from '../schedule.ts';

export interface HousekeepingParts {
  config: Pick<Config, 'formRetentionDays' | 'auditLines'>;
  database: Database;
  mailer: Mailer;
  documents: SealedDocuments;
  runtime: Runtime;
  logger: Logger;
  schedule: Schedule;
}

/** Background jobs on stored data, for which nobody waits. */
export interface Housekeeping {
  start: () => void;
  /** Call all of these functions, even if one fails. */
  stops: readonly (() => unknown)[];
}

export function createHousekeeping({ config, documents, mailer, ...parts }: HousekeepingParts): Housekeeping {
  const retention = createFormRetention({ ...parts, mailer, days: config.formRetentionDays });
  const orphanCheck = createOrphanCheck({ ...parts, documents });
  const loginCodeSweep = createLoginCodeSweep(parts);
  const bodyRetention = createBodyRetention(parts);
  const deliveryRetention = createDeliveryRetention(parts);
  const noticeRetention = createNoticeRetention(parts);
  const auditLines = createAuditLines({ ...parts, isOn: config.auditLines });
  return {
    start() {
      retention.start();
      orphanCheck.start();
      loginCodeSweep.start();
      bodyRetention.start();
      deliveryRetention.start();
      noticeRetention.start();
      auditLines.start();
    },
    stops: [
      () => retention.stop(),
      () => loginCodeSweep.stop(),
      () => bodyRetention.stop(),
      () => deliveryRetention.stop(),
      () => noticeRetention.stop(),
      () => auditLines.stop(),
      () => orphanCheck.finished(),
    ],
  };
}
