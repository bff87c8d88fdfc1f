import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { testStartMs } from '../../support/test-runtime.ts';

test('without a mail server mails become files, even those stored before a restart; old ones are deleted', async () => {
  const database = await openTestDatabase({ template: 'seeded' });
  await database.query(
    `insert into mail_outbox (id, recipient, subject, body, created_at, due_at)
     values ('00000000-0000-4000-8000-000000000001', 'desk@broker.example', 'Kept', 'Hello', $1, $1)`,
    [new Date(testStartMs)],
  );
  await database.query(
    `insert into form_entries (id, form, fields, digest, humanity, created_at)
     values ('00000000-0000-4000-8000-000000000002', 'contact', '{}', 'old', 'off', '2020-01-01')`,
  );
  const restarted = await createTestApp({ database });
  const folder = join(restarted.dataDir, 'outbox');
  await expect
    .poll(() => readdir(folder).catch(() => []))
    .toEqual(['20261102T120000Z-00000000-0000-4000-8000-000000000001.eml']);
  expect(await readFile(join(folder, (await readdir(folder))[0] ?? ''), 'utf8')).toContain('Subject: Kept');
  await expect.poll(async () => (await database.query('select 1 from form_entries')).rows).toEqual([]);
  await restarted.close();
  await database.close();
});
