import { describe, expect, test } from 'vitest';
import { readMoment } from '../../../src/lib/format/read-values.ts';
import type { CountedAccount } from '../../../src/server/affiliates/attribution/affiliate-file.ts';
import {
  differFromFile,
  readAffiliateFile,
  spanOf,
} from '../../../src/server/affiliates/attribution/affiliate-file.ts';

const moment = (text: string) => readMoment(text, null)!;
const account: CountedAccount = {
  createdAt: new Date('2026-03-10T12:00:00Z'),
  firstDepositAt: new Date('2026-03-12T23:00:00Z'),
  fault: null,
};
const silent = { createdAt: undefined, firstDeposit: undefined };
const without: CountedAccount = { ...account, firstDepositAt: null };

describe('a row and its account', () => {
  test.each([
    ['says nothing', silent],
    ['says what is so', { createdAt: moment('2026-03-10'), firstDeposit: moment('2026-03-12T23:00:00Z') }],
    ['says the next day, or the one before', { createdAt: moment('2026-03-09'), firstDeposit: moment('2026-03-13') }],
    ['leaves a day empty', { createdAt: null, firstDeposit: undefined }],
  ])('agree if it %s', (_, said) => {
    expect(differFromFile(said, account)).toBeNull();
  });

  test.each([
    ['no_first_deposit', { ...silent, firstDeposit: moment('2026-03-12') }, without],
    ['first_deposit_missing', { ...silent, firstDeposit: null }, account],
    ['created_at_differs', { ...silent, createdAt: moment('2026-03-08') }, account],
    ['created_at_differs', { ...silent, createdAt: moment('2026-03-11T12:00:01Z') }, account],
    ['first_deposit_differs', { ...silent, firstDeposit: moment('2026-03-14') }, account],
    ['self', silent, { ...account, fault: 'self' }],
    ['duplicate', { ...silent, firstDeposit: null }, { ...account, fault: 'duplicate' }],
    ['no_first_deposit', { createdAt: moment('2020-01-01'), firstDeposit: moment('2026-03-12') }, without],
  ] as const)('differ: %s', (reason, said, counted) => {
    expect(differFromFile(said, counted)).toBe(reason);
  });

  test('agree that there is no deposit', () => {
    expect(differFromFile({ ...silent, firstDeposit: null }, without)).toBeNull();
  });
});

describe('the days that a file covers', () => {
  test('are whole days, from the first to the last', () => {
    const span = spanOf([moment('2026-03-10T12:00:00Z'), moment('2026-03-02'), moment('2026-03-05')]);
    expect(span).toEqual({ fromMs: Date.UTC(2026, 2, 2), untilMs: Date.UTC(2026, 2, 11) - 1 });
  });

  test('are unknown if the file has none', () => {
    expect(spanOf([])).toBeNull();
  });
});

test('a long file is read in pieces that never split a character', async () => {
  const account = '🙂'.repeat(20_000);
  expect(await readAffiliateFile(`id\n${account}`, 'none')).toMatchObject({ ok: true, rows: [{ line: 2, account }] });
});
