import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailDriver } from './mail.ts';
import { composed } from './mail.ts';

/** Writes each mail as a file: for development, and until a broker has set up mail. */
export function createFileDriver({ dataDir }: { dataDir: string }): MailDriver {
  const folder = join(dataDir, 'outbox');
  return {
    async deliver(mail) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail(composed(mail));
      const name = `${mail.createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${mail.id}.eml`;
      const file = join(folder, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whoever watches the folder never sees half a mail.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      return { said: 'a mail was written to a file: no SMTP server is configured', file: join('outbox', name) };
    },
  };
}
