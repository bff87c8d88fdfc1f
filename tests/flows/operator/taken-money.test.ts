import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import { siteUrl } from '../../support/payments/settling-parts.ts';
import type { PayingFloor, Payer } from '../payments/paying-floor.ts';
import { openPayingFloor } from '../payments/paying-floor.ts';

/** Money that an operator takes by hand: the customer is told by mail and reads why. */

const email = 'limited@example.com';
const why = ['--reason', 'Booked by mistake'];
let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  // No mail server listens there, so mails stay in the outbox, where the test reads them.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'broker@example.com', MAIL_TO_CONTACT: 'desk@example.com' };
  floor = await openPayingFloor({ ...mail, SITE_URL: siteUrl });
});
beforeEach(async () => {
  payer = await floor.payer(email);
  for (const kind of ['deposit', 'bonus', 'credit']) await type(kind, email, '410', '--reason', 'An inner reason');
  floor.shop.runtime.advance(1_000);
});
afterEach(async () => expect(await floor.booksHold()).toBe(true));
afterAll(() => floor.close());

const type = (...args: string[]) =>
  typeTransactions({ database: floor.shop.app.database, runtime: floor.shop.runtime }, args);

/** Requests a payout in this language, which mails use from then on, and deletes all mails so far. */
async function readIn(lang: string): Promise<void> {
  expect(await payer.create({ method: 'withdraw', amount: -12.5, comments: 'To my bank', lang })).toMatchObject({
    status: 200,
  });
  await floor.shop.app.database.query('delete from mail_outbox');
}

async function mails() {
  const text = 'select recipient, subject, body from mail_outbox order by created_at';
  return (await floor.shop.app.database.query<{ recipient: string; subject: string; body: string }>(text)).rows;
}

/** Runs a command, and returns what its customer sees of the result. */
async function made(...args: string[]) {
  const outcome = await type(...args);
  if (!outcome.ok) throw new Error(outcome.text);
  const { id } = outcome.data as { id: string };
  return { id, shown: (await payer.show(id)).data! };
}

test.each([
  ['deposit', '-410', 'deposits'],
  ['bonus', '-410', 'bonuses'],
  ['credit', '-410', 'credits'],
  ['fee', '410', 'withdrawals'],
])(
  'a %s that is taken is told by mail with its reason, which its transaction also shows',
  async (kind, amount, group) => {
    await readIn('en');
    const { id, shown } = await made(kind, email, amount, ...why);
    expect(shown).toMatchObject({ amount: -410, reason: 'Booked by mistake' });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.recipient).toBe(email);
    expect(mail?.subject).toBe("We've deducted money from your account");
    expect(mail?.body).toContain('\nAmount: €410.00\n');
    expect(mail?.body).toContain(`\nReference: ${id.slice(0, 8)}\nDate: 2 November 2026 at `);
    expect(mail?.body).toContain('\nReason:\nBooked by mistake\n');
    expect(mail?.body).toContain(`\n${siteUrl}/transactions/${group}?transaction=${id}\n`);
    expect(mail?.body).toContain(`\n${siteUrl}/contact-us\n`);
  },
);

test.each([
  ['de', /^Wir haben Geld von Ihrem Konto abgebucht$/],
  ['it', /^Abbiamo addebitato un importo sul Suo conto$/],
  ['es', /^Hemos descontado dinero de su cuenta$/],
])('the mail is in the language in which its customer last requested something: %s', async (lang, subject) => {
  await readIn(lang);
  await type('deposit', email, '-410', ...why);
  const [mail] = await mails();
  expect(mail?.subject).toMatch(subject);
  expect(mail?.body.replaceAll('\u00a0', ' ')).toContain(': 410,00 €\n');
  expect(mail?.body).toContain(`${siteUrl}/${lang}/transactions/deposits?transaction=`);
  expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/\{\{|mails\./);
});

test('no mail is sent for what is given or cannot be taken, and the reason of a gift stays internal', async () => {
  await readIn('en');
  expect(await type('bonus', email, '-99999', ...why)).toMatchObject({ ok: false });
  const { shown } = await made('bonus', email, '1', '--reason', 'An inner reason');
  expect(shown).toMatchObject({ amount: 1, reason: null });
  expect(await mails()).toEqual([]);
});
