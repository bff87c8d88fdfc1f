import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getNoticeChoices, readNotices } from '../../../src/lib/contract/accounts/notice-calls.ts';
import type { Notice } from '../../../src/lib/contract/accounts/notice-calls.ts';
import { createNoticeRetention } from '../../../src/server/notices/notice-retention.ts';
import { idOfAccount } from '../account-lists/demo-owners.ts';
import type { PayingFloor } from '../payments/paying-floor.ts';
import type { NoticeReader } from './notice-floor.ts';
import { openNoticeFloor, readNoticesOf } from './notice-floor.ts';

/** The list of a customer's notices, and what the customer wants to be told. */

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

describe('the list', () => {
  async function fill(count: number): Promise<Notice[]> {
    const text = `insert into notices (id, account_id, code, data, created_at, on_screen)
      select gen_random_uuid(), $1, 'take_profit', '{"symbol":"BTCUSD"}', to_timestamp($2 + n), true
      from generate_series(1, $3::int) as s (n)`;
    const fromS = floor.shop.runtime.now() / 1000 - count - 1;
    await floor.shop.app.database.query(text, [accountId, fromS, count]);
    return (await reader.notices(reader.payer.accessToken, { limit: 50 })).notices;
  }

  test('comes in pages, newest first, without gaps or repeats', async () => {
    const all = await fill(7);
    const first = await reader.notices(reader.payer.accessToken, { limit: 4 });
    const second = await reader.notices(reader.payer.accessToken, { limit: 4, before: first.notices.at(-1)?.id });
    expect([first.more, second.more]).toEqual([1, 0]);
    expect([...first.notices, ...second.notices]).toEqual(all);
    expect(first.unread).toBe(7);
  });

  test('counts what is unread, at most 100; one or all are marked read, and other customers’ are not found', async () => {
    const [newest] = await fill(3);
    const mark = (accessToken: string, body: object) => floor.shop.call(readNotices, { accessToken, body });
    const stranger = await floor.shop.logIn('limited@example.com');
    expect((await mark(stranger.accessToken, { id: newest?.id })).status).toBe(404);
    for (const _ of [1, 2]) {
      const { body } = await mark(reader.payer.accessToken, { id: newest?.id });
      expect(body).toMatchObject({ data: { unread: 2 } });
    }
    expect((await mark(reader.payer.accessToken, {})).body).toMatchObject({ data: { unread: 0 } });
    expect((await reader.notices()).notices.every(({ read }) => read === 1)).toBe(true);
    await fill(150);
    expect(await reader.unread()).toBe(100);
  });

  test('marking all until one leaves what came since unread, and another customer’s one marks nothing', async () => {
    const [newest, second] = await fill(4);
    const stranger = await floor.shop.logIn('limited@example.com');
    const mark = async (accessToken: string) =>
      (await floor.shop.call(readNotices, { accessToken, body: { until: second?.id } })).body;
    expect(await mark(stranger.accessToken)).toMatchObject({ data: { unread: 0 } });
    expect(await reader.unread()).toBe(4);
    expect(await mark(reader.payer.accessToken)).toMatchObject({ data: { unread: 1 } });
    expect((await reader.notices()).notices.filter(({ read }) => read === 0).map(({ id }) => id)).toEqual([newest?.id]);
  });

  test('is deleted after 90 days', async () => {
    await fill(2);
    const { app, runtime } = floor.shop;
    const parts = { database: app.database, logger: { info: () => undefined, error: () => undefined } };
    const sweep = (days: number) =>
      createNoticeRetention({
        ...{ ...parts, schedule: () => () => undefined },
        runtime: { now: () => runtime.now() + days * 86_400_000 },
      }).sweep();
    await sweep(89);
    expect(await reader.unread()).toBe(2);
    await sweep(91);
    expect(await reader.unread()).toBe(0);
  });

  test('pushes the number of unread notices to the customer’s sockets', async () => {
    const socket = await floor.shop.customerSocket(reader.payer.accessToken);
    const pushed: unknown[] = [];
    socket.on('notices', (data: unknown) => pushed.push(data));
    const order = await reader.payer.deposit();
    await floor.report({ order, status: 'paid' });
    await expect.poll(() => pushed.at(-1)).toEqual({ unread: 1 });
    await floor.shop.call(readNotices, { accessToken: reader.payer.accessToken, body: {} });
    await expect.poll(() => pushed.at(-1)).toEqual({ unread: 0 });
  });
});

describe('the choices', () => {
  test('list every event but the welcome, as the catalogue has it', async () => {
    const { body } = await floor.shop.call(getNoticeChoices, { accessToken: reader.payer.accessToken, body: {} });
    const choices = body.status === 'success' ? body.data : [];
    expect(choices).toHaveLength(16);
    expect(choices.find(({ code }) => code === 'new_device')).toMatchObject({ mail: 1, fixed: ['screen', 'mail'] });
    expect(choices.find(({ code }) => code === 'withdrawal_approved')).toMatchObject({ screen: 1, mail: 0, fixed: [] });
  });

  test('keep an event off the screen, out of the mailbox, or both', async () => {
    expect((await reader.choose('deposit_received', 'mail', 0)).status).toBe(200);
    await reader.receive();
    expect([await reader.codes(), (await reader.mails()).length]).toEqual([['deposit_received'], 0]);
    await reader.choose('deposit_received', 'screen', 0);
    await reader.receive();
    expect([await reader.codes(), (await reader.mails()).length]).toEqual([['deposit_received'], 0]);
    await reader.choose('deposit_received', 'mail', 1);
    await reader.receive();
    expect([await reader.codes(), (await reader.mails()).length]).toEqual([['deposit_received'], 1]);
  });

  test('cannot silence what keeps money and account safe', async () => {
    for (const code of ['withdrawal_requested', 'new_device', 'welcome'])
      for (const channel of ['screen', 'mail']) expect((await reader.choose(code, channel, 0)).status).toBe(403);
    await reader.withdraw();
    expect([await reader.codes(), (await reader.mails()).length]).toEqual([['withdrawal_requested'], 1]);
  });
});
