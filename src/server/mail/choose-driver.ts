import type { Config } from '../config.ts';
import { createFileDriver } from './file-driver.ts';
import type { MailDriver } from './mail.ts';
import { createSmtpDriver } from './smtp-driver.ts';

/** By SMTP where a server is configured, else each mail is a file. */
export function chooseDriver({ mail: { smtpUrl }, dataDir }: Pick<Config, 'mail' | 'dataDir'>): MailDriver {
  return smtpUrl === null ? createFileDriver({ dataDir }) : createSmtpDriver({ smtpUrl });
}
