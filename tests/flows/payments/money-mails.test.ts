import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decideOnDeposit } from '../../../src/server/payments/by-hand/decide-on-deposit.ts';
import type { HandParts } from '../../../src/server/payments/by-hand/move-by-hand.ts';
import { moveByHand, returnWithdrawal } from '../../../src/server/payments/by-hand/move-by-hand.ts';
import { settlePayment } from '../../../src/server/payments/inbox/settle-payment.ts';
import { stepWithdrawal } from '../../../src/server/payments/step-withdrawal.ts';
import { settlingParts, siteUrl } from '../../support/payments/settling-parts.ts';
import { idOfAccount } from '../account-lists/demo-owners.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/**
 * Mails about money: each is sent once, in the customer's language, and none is about something that did not happen.
 */

const email = 'limited@example.com';
let floor: PayingFloor;
let payer: Payer;
let accountId: number;

beforeAll(async () => {
  // No mail server listens there, so mails stay in the outbox, where the test reads them.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'broker@example.com', MAIL_TO_CONTACT: 'desk@example.com' };
  floor = await openPayingFloor({ ...mail, SITE_URL: siteUrl });
  accountId = await idOfAccount(floor.shop, email);
});
beforeEach(async () => {
  payer = await floor.payer(email);
  await floor.shop.app.database.query('delete from mail_outbox');
});
afterEach(async () => expect(await floor.booksHold()).toBe(true));
afterAll(() => floor.close());

interface OutboxMail {
  recipient: string;
  subject: string;
  body: string;
}

async function mails(): Promise<OutboxMail[]> {
  const text = 'select recipient, subject, body from mail_outbox order by created_at, subject';
  return (await floor.shop.app.database.query<OutboxMail>(text)).rows;
}

const subjects = async () => (await mails()).map(({ subject }) => subject);
const numberOf = (id: string) => id.slice(0, 8);

function handParts(): HandParts & { moneyMoved: () => void } {
  const { app, runtime } = floor.shop;
  runtime.advance(1_000);
  return { database: app.database, ...settlingParts(runtime), actor: 'operator:ada', amountText: String };
}

const lead = (transactionId: string, step: 'checked' | 'approved' | 'sent' | 'declined', reason?: string) =>
  stepWithdrawal(handParts(), { transactionId, step, actor: 'operator:ada', ...(reason && { reason }) });

async function withdraw(request: Record<string, unknown> = {}): Promise<string> {
  const asked = { method: 'withdraw', amount: -12.5, comments: 'To DE02 1203 0000 0000 2020 51', ...request };
  const { data, code } = await payer.create(asked);
  if (!data) throw new Error(`A withdrawal was refused: ${String(code)}`);
  return data.transaction_id;
}

describe('a withdrawal', () => {
  test('sends a mail when it is requested, with its destination and what to do if somebody else requested it', async () => {
    const id = await withdraw();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      recipient: email,
      subject: "We've received your withdrawal request",
    });
    expect(mail?.body).toContain('\nAmount: €12.50\n');
    expect(mail?.body).toContain(`\nReference: ${numberOf(id)}\n`);
    expect(mail?.body).toMatch(/\nDate: \d+ [A-Z][a-z]+ 2026 at (?:[01]\d|2[0-3]):[0-5]\d UTC\n/);
    expect(mail?.body).toContain(`\n${siteUrl}/transactions/withdrawals?transaction=${id}\n`);
    expect(mail?.body).toMatch(
      /If this wasn't you, .* reset your password too:\nhttps:\/\/broker.example\/password\/request\n/,
    );
    expect(mail?.body).toContain(`\n${siteUrl}/contact-us\n`);
    expect(mail?.body).toContain('\nDestination: To DE02…2051\n');
    expect(mail?.body).not.toMatch(/1203|2020/);
  });

  test('sends a mail when it is sent, not when it is checked', async () => {
    const id = await withdraw();
    for (const step of ['checked', 'approved'] as const) await lead(id, step);
    expect(await mails()).toHaveLength(1);
    await Promise.all([lead(id, 'sent'), lead(id, 'sent')]);
    expect((await subjects()).slice(1)).toEqual(['Your withdrawal is on its way']);
    expect((await mails())[1]?.body).toContain('\nAmount: €12.50\n');
    const parts = handParts();
    const returned = () => returnWithdrawal(parts, { withdrawalId: id, why: 'The account is closed' });
    await Promise.all([returned(), returned()]);
    const [, , mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your withdrawal was returned to us');
    expect(mail?.body).toContain(`\nAmount: €12.50\nReference: ${numberOf(id)}\n`);
    expect(mail?.body).toContain('\nReason:\nThe account is closed\n');
  });

  test('sends a mail when it is declined, with the reason, once', async () => {
    const id = await withdraw();
    const done = await Promise.all([1, 2, 3].map(() => lead(id, 'declined', 'Not {{brand}} <b>your</b> account')));
    expect(done.filter((one) => one.ok && one.isNew)).toHaveLength(1);
    const [, mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("We couldn't approve your withdrawal");
    expect(mail?.body).toContain('\nReason:\nNot {{brand}} <b>your</b> account\n');
  });

  test('sends a mail when it is cancelled, once, with what to do if somebody else cancelled it', async () => {
    const id = await withdraw({ lang: 'de', comments: 'An mein Konto {{brand}}, siehe https://evil.example/x' });
    await Promise.all([1, 2, 3].map(() => payer.cancel(id)));
    const [requested, cancelled, ...others] = await mails();
    expect(others).toEqual([]);
    expect(requested?.body).toContain('\nAuszahlungsziel: An mein Konto {{brand}}, siehe …\n');
    expect(cancelled?.subject).toBe('Ihre Auszahlung wurde storniert');
    expect(cancelled?.body.replaceAll('\u00a0', ' ')).toContain('\nBetrag: 12,50 €\n');
    expect(cancelled?.body).toContain(`\nReferenz: ${numberOf(id)}\n`);
    expect(cancelled?.body).toContain(`\n${siteUrl}/de/transactions/withdrawals?transaction=${id}\n`);
    expect(cancelled?.body).toContain(`Ihr Passwort sofort zurück:\n${siteUrl}/de/password/request\n`);
    expect(cancelled?.body).toContain(`\n${siteUrl}/de/contact-us\n`);
    expect(cancelled?.body).not.toContain('Konto {{brand}}');
  });

  test('sends one mail however often it is requested, and none if it is refused', async () => {
    const request = { request_id: randomUUID() };
    await Promise.all([1, 2, 3, 4].map(() => withdraw(request)));
    const refused = await payer.create({ method: 'withdraw', amount: -1_000_000, comments: 'All of it' });
    expect(refused.code).toBeDefined();
    expect(await mails()).toHaveLength(1);
  });

  test.each([
    ['de', 'Ihr Auszahlungsantrag', '12,50 €', `${siteUrl}/de/transactions/withdrawals`],
    ['it', 'Abbiamo ricevuto la Sua richiesta di prelievo', '12,50 €', `${siteUrl}/it/transactions/withdrawals`],
    ['es', 'Hemos recibido su solicitud de retirada', '12,50 €', `${siteUrl}/es/transactions/withdrawals`],
    ['fr', "We've received your withdrawal", '€12.50', `${siteUrl}/transactions/withdrawals`],
  ])('sends its mail in the language in which it was requested: %s', async (lang, subject, amount, page) => {
    const id = await withdraw({ lang });
    await lead(id, 'declined', 'x');
    const [requested, declined] = await mails();
    expect(requested?.subject.startsWith(subject)).toBe(true);
    for (const mail of [requested, declined]) {
      expect(mail?.body.replaceAll('\u00a0', ' ')).toContain(amount);
      expect(mail?.body).toContain(page);
      expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/\{\{|mails\./);
    }
  });
});

describe('a deposit', () => {
  test('sends a mail when it is credited, once, however often it is reported', async () => {
    const order = await payer.deposit({ lang: 'de' });
    expect(await mails()).toEqual([]);
    const event = randomUUID();
    for (const report of [{ event }, { event }, {}, {}]) await floor.report({ order, status: 'paid', ...report });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: email, subject: 'Ihre Einzahlung ist da' });
    expect(mail?.body.replaceAll('\u00a0', ' ')).toContain('\nBetrag: 300,00 €\n');
    expect(mail?.body).toContain(`\nReferenz: ${numberOf(order)}\n`);
    expect(mail?.body).toContain(`${siteUrl}/de/transactions/deposits?transaction=${order}\n`);
  });

  test('that is held sends a mail when an operator credits it, with the credited amount and the reason', async () => {
    const order = await payer.deposit();
    await floor.report({ order, status: 'paid', amount: '120.00' });
    expect(await mails()).toEqual([]);
    const word = {
      transactionId: order,
      verdict: 'approve',
      amountMinor: 12_000,
      reason: 'A part of it came',
    } as const;
    const parts = handParts();
    await Promise.all([decideOnDeposit(parts, word), decideOnDeposit(parts, word)]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.body).toContain('\nAmount: €120.00\n');
    expect(mail?.body).toContain('\nReason:\nA part of it came\n');
  });

  test('sends no mail if it fails, is cancelled, or its credit is rolled back', async () => {
    const [failed, cancelled, broken] = [await payer.deposit(), await payer.deposit(), await payer.deposit()];
    await floor.report({ order: failed, status: 'failed' });
    await payer.cancel(cancelled);
    const { app } = floor.shop;
    const report = { outcome: 'paid', amountMinor: 30_000, currency: 'EUR' } as const;
    const crash = app.database.transaction(async (connection) => {
      const settled = await settlePayment(connection, handParts(), { transactionId: broken, accountId, report });
      expect(settled?.decision.kind).toBe('credit');
      throw new Error('the power goes');
    });
    await expect(crash).rejects.toThrow('the power goes');
    expect(await mails()).toEqual([]);
    await floor.report({ order: broken, status: 'paid' });
    expect(await mails()).toHaveLength(1);
  });
});

test('no mail is sent for what an operator gives by hand', async () => {
  const parts = handParts();
  const known = { accountId, party: 'manual', why: 'Welcome back' };
  for (const kind of ['bonus', 'credit', 'deposit'] as const)
    expect(await moveByHand(parts, { ...known, kind, amountMinor: 1_000 })).toMatchObject({ ok: true });
  expect(await mails()).toEqual([]);
});
