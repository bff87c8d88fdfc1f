import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Position } from '../../../src/lib/contract/entities.ts';
import { getStatement } from '../../../src/lib/contract/payments/statement-calls.ts';
import { insertFormEntry } from '../../../src/server/forms/form-entry-rows.ts';
import type { DataLock } from '../../../src/server/db/data-lock.ts';
import { areas } from '../../../src/server/operator/areas.ts';
import { runOperator } from '../../../src/server/operator/run-operator.ts';
import { forgetDocuments, keptDocuments, sendUpload } from '../../support/documents/document-desk.ts';
import { madeJpeg } from '../../support/documents/made-files.ts';
import { askWithdrawal } from '../../support/payments/asked-money.ts';
import { emitTo } from '../../support/test-app.ts';
import { holdFolder, useDesk } from './desk-floor.ts';

/** Every command of the desk by the command line, beside a server that has the data folder: one that is missing here fails. */

const { shop, query } = useDesk();
const email = 'demo@example.com';
const reason = ['--reason', 'Seen in person'];
const visitor = '0199aaaa-0000-4000-8000-000000000001';
const report = '0199bbbb-0000-4000-8000-000000000001';
const found = {} as Record<'kept' | 'other' | 'sent' | 'declined' | 'passport' | 'address' | 'stray' | 'popup', string>;
let lock: DataLock;
let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'operator-'));
  lock = await holdFolder(shop().dataDir);
  const { accessToken } = await shop().logIn(email);
  await openPositions(accessToken);
  await askForMoney();
  await sendDocuments(accessToken);
  await writeFiles(accessToken);
}, 240_000);
afterAll(async () => {
  await lock.release();
  await rm(cwd, { recursive: true });
});

async function openPositions(accessToken: string): Promise<void> {
  const socket = await shop().customerSocket(accessToken);
  for (const name of ['kept', 'other'] as const) {
    shop().feed.confirm('BTCUSD', 60_000, 60_010);
    const order = { direction: 'buy', amount: 100, leverage: 5, price: 60_010, symbol: 'BTCUSD' };
    const opened = await emitTo<Position>(socket, 'openPosition', order);
    if (opened.error) throw new Error(opened.code);
    found[name] = opened.data.id;
  }
}

async function askForMoney(): Promise<void> {
  const { database } = shop().app;
  const at = new Date(shop().runtime.now());
  const [account] = await query<{ id: number }>('select id from accounts where email = $1', [email]);
  const wish = { accountId: account?.id ?? NaN, amountMinor: 1_000, at };
  found.sent = await askWithdrawal(database, wish);
  found.declined = await askWithdrawal(database, wish);
  await query(
    `insert into payment_events (id, provider, event_key, body, event, received_at, attempts)
     values ($1, 'sandbox', 'lost', '', '{"outcome": "paid", "amountMinor": 100, "currency": "EUR"}', $2, 10)`,
    [report, at],
  );
}

async function sendDocuments(accessToken: string): Promise<void> {
  const send = async (type: string) => {
    const { status, body } = await sendUpload(shop(), {
      accessToken,
      fields: { type },
      files: [{ bytes: await madeJpeg() }],
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (await keptDocuments(shop())).rows.find(({ field }) => field === `doc_${type}`)?.id ?? 'none';
  };
  await forgetDocuments(shop());
  found.stray = await send('passport');
  await forgetDocuments(shop());
  await utimes(join(shop().dataDir, 'documents', found.stray), 0, 0);
  found.passport = await send('passport');
  found.address = await send('address');
}

async function writeFiles(accessToken: string): Promise<void> {
  const createdAt = new Date(shop().runtime.now());
  const entry = { form: 'contact', fields: { email, message: 'Good morning' }, humanity: 'off', createdAt } as const;
  await insertFormEntry(shop().app.database, { ...entry, id: visitor, digest: Buffer.alloc(32, 1) });
  const day = createdAt.toISOString().slice(0, 10);
  const wish = { from: day, until: day, format: 'csv', language: 'en' };
  const { body } = await shop().call(getStatement, { accessToken, body: wish });
  if (body.status === 'error') throw new Error(body.error.code);
  await writeFile(join(cwd, 'statement.csv'), Buffer.from(body.data.content, 'base64'));
  await writeFile(join(cwd, 'sandbox.csv'), `id,amount,currency,status,date\nunknown,10.00,EUR,paid,${day}\n`);
}

interface Answered {
  ok: boolean;
  data?: unknown;
  why?: string;
}

/** As `npm run operator -- … --json` does it in its process. */
async function typed(...args: string[]): Promise<Answered> {
  const env = { DATA_DIR: shop().dataDir };
  const { text } = await runOperator({ args: [...args, '--json'], env, cwd });
  return JSON.parse(text) as Answered;
}

const done = { ok: true };
const withData = (data: unknown) => ({ ok: true, data });
const listed = (...rows: object[]) =>
  withData(expect.arrayContaining(rows.map((row) => expect.objectContaining(row) as object)));

/** Command, what is typed behind it, and what it answers; they come one after the other. */
const cases: readonly (readonly [command: string, args: () => string[], answer: object])[] = [
  ['customers list', () => ['--search', 'demo@'], listed({ email })],
  ['customers show', () => [email], withData({ email, openPositions: 2 })],
  ['customers unverify', () => [email, ...reason], withData({ to: 'not verified' })],
  ['customers verify', () => [email, ...reason], withData({ to: 'verified' })],
  ['customers level', () => [email, 'Platinum', ...reason], withData({ to: 'Platinum' })],
  ['customers pin', () => [email, '4711', ...reason], withData({ what: 'PIN' })],
  ['customers leverage', () => [email, 'crypto', '1,5', ...reason], withData({ to: '1,5' })],
  ['customers permissions', () => [email, 'crypto', ...reason], withData({ to: 'crypto' })],
  ['customers login-link', () => [email], withData({ link: expect.stringContaining('/autoLogin/') as string })],
  ['sessions list', () => ['--email', email], listed({ address: '127.0.0.1' })],
  ['sessions end', () => ['--email', email, ...reason], withData({ ended: 1 })],
  ['customers log-out', () => [email, ...reason], withData({ ended: 0 })],
  ['customers block', () => [email, ...reason], withData({ blocked: true })],
  ['customers unblock', () => [email, ...reason], withData({ blocked: false })],
  ['second-factor show', () => ['--email', email], withData({ enabledAt: null })],
  ['second-factor off', () => ['--email', email, ...reason], done],
  ['documents list', () => [], listed({ email, field: 'doc_passport' }, { email, field: 'doc_address' })],
  ['documents view', () => [found.passport, '--out', 'passport.jpg'], done],
  ['documents approve', () => [found.passport], done],
  ['documents reject', () => [found.address, '--note', 'Too dark'], done],
  ['documents strays', () => [], done],
  ['documents delete-stray', () => [found.stray], done],
  ['transactions list', () => ['--email', email], done],
  ['transactions show', () => [found.sent], done],
  ['transactions retry', () => [report], done],
  ['transactions check', () => [found.sent], done],
  ['transactions approve', () => [found.sent], done],
  ['transactions send', () => [found.sent], done],
  ['transactions return', () => [found.sent, ...reason], done],
  ['transactions decline', () => [found.declined, ...reason], done],
  ['transactions deposit', () => [email, '20', ...reason], done],
  ['transactions bonus', () => [email, '10', ...reason], done],
  ['transactions credit', () => [email, '5', ...reason], done],
  ['transactions fee', () => [email, '1', ...reason], done],
  ['positions list', () => ['--email', email], done],
  ['positions protect', () => [found.kept, ...reason], withData({ protected: true })],
  ['positions unprotect', () => [found.kept, ...reason], withData({ protected: false })],
  ['positions close', () => [found.other, ...reason], withData({ closedRate: 60_000 })],
  ['affiliates list', () => [], listed({ email: 'affiliate@example.com' })],
  ['affiliates create', () => ['new@media.example', '--name', 'New Media', ...reason], done],
  ['affiliates password', () => ['new@media.example', ...reason], withData({ password: expect.any(String) as string })],
  ['affiliates accounts', () => ['affiliate@example.com'], listed({})],
  ['popups publish', () => ['--all', '--title', 'News', '--html', '<p>Good morning</p>'], done],
  ['popups withdraw', () => ['--id', found.popup], done],
  ['messages list', () => [], listed({ id: visitor })],
  ['messages show', () => [visitor], withData({ form: 'contact' })],
  ['messages export', () => ['--out', 'messages.csv'], withData({ count: 1 })],
  ['assets list', () => [], listed({ symbol: 'BTCUSD', isSuspended: false })],
  ['assets add', () => ['TSTUSD', ...newAsset, ...reason], withData({ symbol: 'TSTUSD' })],
  ['assets spread', () => ['BTCUSD', '9', ...reason], withData({ to: 9 })],
  ['assets suspend', () => ['BTCUSD', ...reason], withData({ symbols: ['BTCUSD'], suspended: true })],
  ['assets resume', () => ['BTCUSD', ...reason], withData({ symbols: ['BTCUSD'], suspended: false })],
  ['categories list', () => [], listed({ name: 'crypto' })],
  ['categories add', () => ['metals', '--leverages', '1,2', ...reason], withData({ leverages: [1, 2] })],
  ['categories leverages', () => ['metals', '1,2,3', ...reason], withData({ to: '1,2,3' })],
  ['categories suspend', () => ['index', ...reason], withData({ suspended: true })],
  ['categories resume', () => ['index', ...reason], withData({ suspended: false })],
  ['feeds status', () => ['--all'], { ok: true }],
  ['dry-run', () => ['--spread', '20'], withData({ positions: expect.any(Number) as number })],
  ['ledger verify', () => [], done],
  ['ledger reconcile', () => ['sandbox.csv', '--provider', 'sandbox'], { ok: expect.any(Boolean) as boolean }],
  ['statement verify', () => ['statement.csv'], withData({ holds: true })],
  ['backup', () => ['backup'], { ok: expect.any(Boolean) as boolean }],
];

const newAsset = ['--name', 'Test', '--category', 'crypto', '--rate', '12.5', '--spread', '8', '--digits', '3'];

test('there is a case for every command, and none for what is none', () => {
  const all = areas.flatMap(({ name, commands }) => commands.map((one) => `${name} ${one.name}`.trim()));
  expect(cases.map(([command]) => command).toSorted()).toEqual(all.toSorted());
});

test.each(cases)('%s does it, and answers programs', async (command, args, answer) => {
  shop().runtime.advance(1_000);
  shop().feed.confirm('BTCUSD', 60_000, 60_010);
  const said = await typed(...command.split(' '), ...args());
  if (command === 'popups publish') found.popup = (said.data as { id: string }).id;
  if (command === 'positions list') expectPositions(said);
  expect(said).toMatchObject(answer);
  expect(said.why ?? '').not.toContain('It failed');
});

function expectPositions({ data }: Answered): void {
  const ids = (data as { id: string }[]).map(({ id }) => id).toSorted();
  expect(ids).toEqual([found.kept, found.other].toSorted());
}

test.each(cases)('%s tells what it takes, and refuses an option that it does not', async (command) => {
  const words = command.split(' ');
  const help = await runOperator({ args: [...words, '--help'], env: {}, cwd });
  expect(help).toMatchObject({ ok: true });
  expect(help.text).toContain(`npm run operator -- ${command}`);
  const refused = await runOperator({ args: [...words, '--no-such-option', 'x'], env: {}, cwd });
  expect(refused).toMatchObject({ ok: false, isMisread: true });
});
