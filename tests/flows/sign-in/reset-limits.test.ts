import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgotPassword, loginByCode } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { signInLimits } from '../../../src/server/throttle/limits.ts';
import { codeIn, mailsTo } from '../../support/accounts/sent-mails.ts';
import { freshAddress, visit } from '../../support/accounts/visitor.ts';
import type { TestApp } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/** How often a new password may be requested, and that a stranger's requests cost the owner nothing. */

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ env: { TRUST_PROXY: 'on' } });
});
afterAll(() => shop.close());
// Mails to one address are counted by the machine's own clock, so each test has its own customer.
let customers = 0;
let customer = '';
beforeEach(async () => {
  customers += 1;
  customer = `customer-${customers}@example.com`;
  await shop.app.database.query('update accounts set email = $1 where first_name = $2', [customer, 'Alex']);
});

const ask = (more: object = {}, address = freshAddress()) =>
  visit(shop, forgotPassword, { body: { email: customer, ...more }, address });
const enter = (code: string, address = freshAddress()) =>
  visit(shop, loginByCode, { params: { code }, body: {}, address });

/** The mails to the customer that contain a link; signing in is told by mails without one. */
const linkMails = async () => (await mailsTo(shop.dataDir, customer)).filter((mail) => codeIn(mail) !== 'none');

/** Waits until the customer has received this many mails with a link. */
async function mails(count: number) {
  await expect.poll(async () => (await linkMails()).length, { timeout: 20_000 }).toBe(count);
  return linkMails();
}

async function askForCode(address = freshAddress()): Promise<string> {
  const known = (await linkMails()).map(codeIn);
  expect((await ask({}, address)).status).toBe(200);
  // Mails of the same second have no order: the new one is the one with an unknown code.
  const codes = (await mails(known.length + 1)).map(codeIn);
  return codes.find((code) => !known.includes(code)) ?? 'none';
}

describe('a forgotten password', () => {
  test('sends a limited number of mails to one customer, from however many addresses; meanwhile the first link works', async () => {
    const { points } = signInLimits.counters.resetMail;
    const first = await askForCode();
    for (let sent = 1; sent < points; sent += 1) await askForCode();
    for (let more = 0; more < 3; more += 1) expect(await ask()).toMatchObject({ status: 200, data: null });
    expect((await enter(first)).status).toBe(200);
    expect(await mails(points)).toHaveLength(points);
  });

  test('sends a mail again once a link was used: no other link works then', async () => {
    const { points } = signInLimits.counters.resetMailAtAddress;
    const address = freshAddress();
    const first = await askForCode(address);
    for (let sent = 1; sent < points; sent += 1) await askForCode(address);
    const elsewhere = signInLimits.counters.resetMail.points - points;
    for (let sent = 0; sent < elsewhere; sent += 1) await askForCode();
    expect((await enter(first, address)).status).toBe(200);
    expect((await enter(await askForCode(address))).status).toBe(200);
  });

  test('sends the owner a mail, however often a stranger asked elsewhere', async () => {
    const stranger = freshAddress();
    for (let asked = 0; asked < signInLimits.counters.requestOfEmail.points; asked += 1)
      expect(await ask({}, stranger)).toMatchObject({ status: 200, data: null });
    await mails(signInLimits.counters.resetMailAtAddress.points);
    expect((await enter(await askForCode())).status).toBe(200);
  });

  test('is limited by address, without affecting others', async () => {
    const address = freshAddress();
    const { points } = signInLimits.counters.request;
    const tries = Array.from({ length: points }, (_, asked) => ask({ email: `nobody-${asked}@example.com` }, address));
    expect((await Promise.all(tries)).map(({ code }) => code)).toEqual(tries.map(() => 'EMAIL_UNKNOWN'));
    expect(await ask({}, address)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect((await ask()).status).toBe(200);
  });
});
