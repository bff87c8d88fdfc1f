import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailDriver } from './mail.ts';
import { composed } from './mail.ts';

/** Writes each mail to a file: for development, and until a broker has configured a mail server. */
export function createFileDriver({ dataDir }: { dataDir: string }): MailDriver {
  const folder = join(dataDir, 'outbox');
  return {
    async deliver(mail) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail(composed(mail));
      const name = `${stampOf(mail.createdAt)}-${mail.id}.eml`;
      const file = join(folder, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A program that watches the folder must never see half a mail.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      return { said: 'a mail was written to a file: no SMTP server is configured', file: join('outbox', name) };
    },
    async forget(writtenAt) {
      const names = await readdir(folder).catch((fault: unknown) => {
        if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return [];
        throw fault;
      });
      const latest = stampOf(writtenAt);
      const old = names.filter(
        (name) => (/^(\d{8}T\d{6}Z)-[0-9a-f-]{36}\.eml(\.part)?$/.exec(name)?.[1] ?? '~') <= latest,
      );
      await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
      return old.length;
    },
  };
}

/** The beginning of a file name: the second in which the mail was written, in UTC. Names therefore sort by time. */
function stampOf(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}
