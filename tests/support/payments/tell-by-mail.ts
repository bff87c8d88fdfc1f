import type { TellByMail } from '../../../src/server/payments/money-mail.ts';
import { createTellByMail } from '../../../src/server/payments/money-mail.ts';
import type { Runtime } from '../../../src/server/runtime.ts';

/** The site to which links in the tests' mails lead. */
export const siteUrl = 'https://broker.example';

/** Puts the mails about money into the outbox, as the server and the operator's commands do. */
export function tellingByMail(runtime: Pick<Runtime, 'now' | 'newId'>): TellByMail {
  return createTellByMail({ runtime, siteUrl });
}
