import { createFileDriver } from './file-driver.ts';
import type { MailDriver } from './mail.ts';
import { createSmtpDriver } from './smtp-driver.ts';

export interface MailConfig {
  /** If `smtpUrl` is null, each mail is written to a file in the data folder. */
  mail: { smtpUrl: string | null };
  dataDir: string;
}

/** Chooses SMTP if a server is configured; otherwise each mail is written to a file. */
export function chooseDriver({ mail: { smtpUrl }, dataDir }: MailConfig): MailDriver {
  return smtpUrl === null ? createFileDriver({ dataDir }) : createSmtpDriver({ smtpUrl });
}
