import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { login } from '../../../src/lib/contract/calls.ts';
import { reviewDocument } from '../../../src/server/documents/review-documents.ts';
import { settlePayment } from '../../../src/server/payments/inbox/settle-payment.ts';
import { freshAddress, visit } from '../../support/accounts/visitor.ts';
import { sendUpload } from '../../support/documents/document-desk.ts';
import { madeJpeg } from '../../support/documents/made-files.ts';
import { idOfAccount } from '../account-lists/demo-owners.ts';
import type { PayingFloor } from '../payments/paying-floor.ts';
import type { NoticeReader } from './notice-floor.ts';
import { openNoticeFloor, operatorParts, readNoticesOf } from './notice-floor.ts';

/** What customers are told: each event once, and only if it happened. */

const email = 'demo@example.com';
let floor: PayingFloor;
let reader: NoticeReader;
let accountId: number;

beforeAll(async () => {
  floor = await openNoticeFloor();
  accountId = await idOfAccount(floor.shop, email);
});
afterAll(() => floor.close());
beforeEach(async () => {
  reader = await readNoticesOf(floor, email);
});

async function uploaded(): Promise<string> {
  const files = [{ bytes: await madeJpeg() }];
  const { accessToken } = await floor.shop.logIn('new@example.com');
  await sendUpload(floor.shop, { fields: { type: 'passport' }, files, accessToken });
  const text = `select id::text from documents order by uploaded_at desc, id limit 1`;
  return (await floor.shop.app.database.query<{ id: string }>(text)).rows[0]?.id ?? '';
}

describe('a customer is told', () => {
  test('of each step of a withdrawal, and by mail of all but the check and the approval', async () => {
    const id = await reader.withdraw();
    for (const taken of ['checked', 'approved', 'sent'] as const) await reader.step(id, taken);
    await reader.step(id, 'sent');
    expect(await reader.codes()).toEqual(['withdrawal_sent', 'withdrawal_approved', 'withdrawal_requested']);
    expect((await reader.mails()).map(({ subject }) => subject)).toEqual([
      "We've received your withdrawal request",
      'Your withdrawal is on its way',
    ]);
    const [sent] = (await reader.notices()).notices;
    expect(sent).toMatchObject({
      ...{ read: 0, link: `/transactions/withdrawals?transaction=${id}` },
      data: { transaction_id: id, amount: 12.5, reason: 'As agreed', symbol: null },
    });
    // No notice keeps the destination.
    expect(JSON.stringify(await reader.notices())).not.toContain('2051');
  });

  test('of a withdrawal that is declined or cancelled', async () => {
    await reader.step(await reader.withdraw(), 'declined');
    await reader.payer.cancel(await reader.withdraw());
    expect((await reader.codes()).filter((code) => code !== 'withdrawal_requested').sort()).toEqual([
      'withdrawal_cancelled',
      'withdrawal_declined',
    ]);
  });

  test('of a deposit once, however often it is reported, with a mail in HTML that greets by name', async () => {
    const order = await reader.payer.deposit();
    for (const _ of [1, 2]) await floor.report({ order, status: 'paid' });
    expect(await reader.codes()).toEqual(['deposit_received']);
    const [mail, ...others] = await reader.mails();
    expect(others).toEqual([]);
    expect(mail?.body.startsWith('Hi Alex,\n')).toBe(true);
    expect(mail?.html).toContain('<h1');
    expect(mail?.html).toContain('Hi Alex,');
  });

  test('of nothing if the database transaction is rolled back', async () => {
    const order = await reader.payer.deposit();
    const report = { outcome: 'paid', amountMinor: 30_000, currency: 'EUR' } as const;
    const crash = floor.shop.app.database.transaction(async (connection) => {
      await settlePayment(connection, operatorParts(floor), { transactionId: order, accountId, report });
      throw new Error('the power goes');
    });
    await expect(crash).rejects.toThrow('the power goes');
    expect([await reader.codes(), await reader.mails()]).toEqual([[], []]);
  });

  test('of a document that is approved or rejected, with the operator’s note, in the language of the log-in', async () => {
    const id = await uploaded();
    const body = { email: 'new@example.com', password: 'demo1234', lang: 'de' };
    const { data } = await visit(floor.shop, login, { body });
    const accessToken = data?.access_token ?? '';
    const verdict = { kind: 'reject', note: 'Zu dunkel' } as const;
    for (const _ of [1, 2]) expect((await reviewDocument(operatorParts(floor), id, verdict)).ok).toBe(true);
    expect((await reviewDocument(operatorParts(floor), id, { kind: 'approve', reason: 'Seen' })).ok).toBe(true);
    const told = (await reader.notices(accessToken)).notices.filter(({ code }) => code !== 'new_device');
    expect(told.map(({ code, data: { document, reason } }) => [code, document, reason])).toEqual([
      ['document_approved', 'doc_passport', null],
      ['document_rejected', 'doc_passport', 'Zu dunkel'],
    ]);
    const rejected = (await reader.mails()).find(({ body: text }) => text.includes('Zu dunkel'));
    expect(rejected).toMatchObject({
      recipient: 'new@example.com',
      subject: 'Wir konnten Ihr Dokument nicht akzeptieren',
      body: expect.stringContaining('\nUnser Hinweis:\nZu dunkel\n') as string,
    });
  });

  test('of a log-in by a browser or from an address that was never seen, not of one that was', async () => {
    const [home, away] = [freshAddress(), freshAddress()];
    const enter = async (address: string, device?: string) =>
      (await visit(floor.shop, login, { body: { email: 'new@example.com', password: 'demo1234', device }, address }))
        .data;
    const accessToken = (await enter(home))?.access_token;
    await floor.shop.app.database.query('delete from notices');
    await floor.shop.app.database.query('delete from mail_outbox');
    // Its storage was emptied, but it is the same browser at home.
    await enter(home);
    expect(await reader.codes(accessToken)).toEqual([]);
    const known = await enter(away);
    expect((await reader.notices(accessToken)).notices).toMatchObject([
      { code: 'new_device', data: { address: away } },
    ]);
    expect((await reader.mails()).map(({ subject }) => subject)).toEqual(['New login to your Vernier account']);
    await enter(freshAddress(), known?.device);
    expect(await reader.codes(accessToken)).toHaveLength(1);
  });

  test('welcome, once, and not of the device that registered', async () => {
    const person = { first_name: 'Grace', last_name: 'Hopper', phone: '+14155552671', country: 'US', agree: true };
    const account = { ...person, email: 'grace@example.com', password: 'a long way from home 7', lang: 'it' };
    const { data } = await visit(floor.shop, register, { body: account });
    expect(await reader.codes(data?.access_token)).toEqual(['welcome']);
    const [mail, ...others] = await reader.mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Le diamo il benvenuto su Vernier');
    expect(mail?.body.startsWith('Gentile Grace,')).toBe(true);
  });
});

test('no personal data of a notice is in the log', async () => {
  await floor.report({ order: await reader.payer.deposit(), status: 'paid' });
  await reader.step(await reader.withdraw(), 'declined');
  expect(JSON.stringify(floor.shop.log)).not.toMatch(/Alex|As agreed|demo@example\.com/);
});
