import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertFormSubmission } from '../../../src/server/forms/form-submission-rows.ts';
import { verifyPassword } from '../../../src/server/passwords/password.ts';
import { mailsTo } from '../../support/accounts/sent-mails.ts';
import { failAudits, useDesk } from './desk-floor.ts';

/** The operator's commands for affiliates and visitors' messages. */

const { shop, type, typeAs, data, query, audited } = useDesk();
const why = ['--reason', 'Contract of Monday'];

describe('affiliates', () => {
  const email = 'fresh@example.com';
  const hashOf = async () =>
    (await query<{ hash: string }>('select password_hash as hash from affiliates where email = $1', [email]))[0]?.hash;

  test('are made once, with a password that is shown once and stored nowhere', async () => {
    const args = [
      'affiliates',
      'create',
      ' Fresh@Example.com',
      '--name',
      'Fresh Media',
      '--phone',
      '+49 30 901820',
      ...why,
    ];
    const both = await Promise.all(['ada', 'bob'].map((who) => typeAs(who, ...args)));
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(both.find(({ ok }) => !ok)?.text).toBe('An affiliate with this email already exists.');
    const said = both.find(({ ok }) => ok)?.text ?? '';
    const [, password = ''] =
      /^Fresh Media logs in at \S+\/affiliate as fresh@example\.com with (\S{20})\n/.exec(said) ?? [];
    expect(await verifyPassword(await hashOf(), password)).toBe(true);
    expect(said).toMatch(/\?ref=[0-9a-f]{12}$/);
    expect(await query('select phone from affiliates where email = $1', [email])).toEqual([{ phone: '+4930901820' }]);
    expect((await type(...args.slice(0, 6), '901820', ...why)).text).toMatch(/^901820 is not a phone number/);
    const records = await audited('affiliate_created');
    expect(records).toMatchObject([{ details: { why: 'Contract of Monday' } }]);
    expect(JSON.stringify([records, shop().log])).not.toContain(password);
  });

  test('get another password, and are told of the change by mail', async () => {
    const before = await hashOf();
    const { password } = await data<{ password: string }>('affiliates', 'password', email, ...why, '--lang', 'de');
    await shop().app.mailer.work();
    const [mail, ...others] = await mailsTo(shop().dataDir, email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: expect.stringMatching(/^Ihr .+-Passwort wurde geändert$/) as string });
    expect(mail?.text).not.toContain(password);
    expect(await hashOf()).not.toBe(before);
    expect(await verifyPassword(await hashOf(), password)).toBe(true);
    expect(await type('affiliates', 'password', 'nobody@example.com', ...why)).toMatchObject({ ok: false });
    expect(await audited('affiliate_password_made')).toHaveLength(1);
  });

  test('are listed with the accounts that they brought', async () => {
    const { text } = await type('affiliates', 'list');
    expect(text).toMatch(/\nfresh@example\.com +Fresh Media +[0-9a-f]{12} .* 0\n/);
    expect(text).toMatch(/\naffiliate@example\.com .* 12$/);
    const { text: table } = await type('affiliates', 'accounts', 'affiliate@example.com');
    expect(table.split('\n')[0]).toMatch(/ landed on +tag +counts +first deposit \(UTC\) +amount$/);
    expect(table.split('\n').filter((line) => / yes +/.test(line))).toHaveLength(12);
    const accounts = await data<{ firstDepositMinor: number | null }[]>(
      'affiliates',
      'accounts',
      'affiliate@example.com',
    );
    expect(accounts).toHaveLength(12);
    expect(accounts.filter(({ firstDepositMinor }) => firstDepositMinor !== null)).toHaveLength(4);
    expect(await type('affiliates', 'accounts', 'nobody@example.com')).toMatchObject({ ok: false });
  });
});

describe('messages', () => {
  const id = '0199aaaa-0000-4000-8000-000000000001';
  const fields = { email: 'ada@example.com', message: '=cmd()\nTwo lines', first_name: 'Ada' };

  beforeAll(async () => {
    const { app } = shop();
    const entry = { form: 'contact', fields, humanity: 'off', createdAt: new Date('2026-11-02T10:00:00Z') } as const;
    await insertFormSubmission(app.database, { ...entry, id, digest: Buffer.alloc(32, 1) });
    const other = {
      ...entry,
      form: 'cms:Callback',
      fields: { phone: '0123' },
      createdAt: new Date('2026-11-01T10:00:00Z'),
    };
    await insertFormSubmission(app.database, { ...other, id: id.replace('0199', '0198'), digest: Buffer.alloc(32, 2) });
  });

  test('are listed until they are read', async () => {
    expect((await type('messages', 'list', '--form', 'Callback')).text).toMatch(/\n0198aaaa .* cms:Callback .* 0123$/);
    expect((await type('messages', 'list')).text.split('\n')).toHaveLength(3);
    const { text } = await type('messages', 'show', '0199aaaa');
    expect(text).toMatch(/^id +0199aaaa-.*\nform +contact\n(.*\n)*message +=cmd\(\)\n +Two lines$/m);
    await typeAs('bob', 'messages', 'show', '0199aaaa');
    expect(await audited('form_entry_read')).toEqual([{ actor: 'operator:ada', email: null, details: { entry: id } }]);
    expect((await type('messages', 'list')).text).not.toContain('0199aaaa');
    expect((await type('messages', 'list', '--all')).text).toContain('0199aaaa');
  });

  test('are written into a new file whose cells no spreadsheet evaluates', async () => {
    const args = ['messages', 'export', '--out', 'messages.csv', '--from', '2026-11-01', '--until', '2026-11-02'];
    expect(await type(...args)).toMatchObject({ ok: true, text: 'Messages exported to messages.csv: 2.' });
    const file = join(shop().dataDir, 'messages.csv');
    expect(await readFile(file, 'utf8')).toBe(
      [
        'id,created_at,form,humanity,email,first_name,message,phone',
        `${id},2026-11-02T10:00:00.000Z,contact,off,ada@example.com,Ada,"'=cmd()\nTwo lines",`,
        `${id.replace('0199', '0198')},2026-11-01T10:00:00.000Z,cms:Callback,off,,,,0123`,
        '',
      ].join('\r\n'),
    );
    expect(await type(...args)).toEqual({ ok: false, text: 'messages.csv cannot be written: EEXIST' });
    await failAudits(query, async () => {
      expect(await type('messages', 'export', '--out', 'unnoted.csv')).toMatchObject({ ok: false });
    });
    await expect(readFile(join(shop().dataDir, 'unnoted.csv'))).rejects.toThrow('ENOENT');
    expect(await audited('form_entries_exported')).toMatchObject([{ details: { count: 2 } }]);
    expect((await type('messages', 'export', '--out', 'x.csv', '--from', 'May')).text).toMatch(
      /^--from and --until take a date/,
    );
  });
});
