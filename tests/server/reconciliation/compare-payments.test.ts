import { describe, expect, test } from 'vitest';
import { comparePayments } from '../../../src/server/reconciliation/compare-payments.ts';
import type { OurPayment } from '../../../src/server/reconciliation/payment-differences.ts';
import type { ProviderRow } from '../../../src/server/reconciliation/read-provider-file.ts';
import { hundredthsText as amountText } from '../../../src/lib/format/amount-text.ts';

/** Tests the comparison of a provider's rows with our payments. */

const noon = Date.UTC(2026, 10, 2, 12);
const hourMs = 3_600_000;
const moment = (ms: number) => ({ fromMs: ms, untilMs: ms });

const ours = (parts: Partial<OurPayment> = {}): OurPayment => ({
  ...{
    transactionId: 'a',
    accountId: 1,
    reference: 'ch_a',
    askedMinor: 25_000,
    postedMinor: 25_000,
    isReversed: false,
    creditedBy: null,
    note: null,
  },
  ...{ currency: 'EUR', status: 'approved', at: new Date(noon), ...parts },
});
const theirs = (parts: Partial<ProviderRow> = {}): ProviderRow => ({
  ...{
    line: 2,
    id: 'a',
    reference: '',
    amountMinor: 25_000,
    currency: 'EUR',
    isPaid: true,
    at: moment(noon),
    ...parts,
  },
});

function compare(
  payments: OurPayment[],
  lines: ProviderRow[],
  period = null as { fromMs: number; untilMs: number } | null,
) {
  const { addRow, finish } = comparePayments(payments, { period, amountText });
  lines.forEach(addRow);
  return finish();
}

const found = (...args: Parameters<typeof compare>) =>
  compare(...args).findings.map(({ verdict, payment, reasons }) => [verdict, payment, ...reasons]);

test('equal payments are matched, by our id or by the provider’s', () => {
  const { counts, sums, findings } = compare(
    [ours(), ours({ transactionId: 'b', reference: 'ch_b', askedMinor: -5_000, postedMinor: -5_000 })],
    [theirs({ id: 'A' }), theirs({ line: 3, id: '', reference: 'ch_b', amountMinor: -5_000 })],
  );
  expect(findings).toEqual([]);
  expect(counts).toMatchObject({ matched: 2 });
  expect(sums).toEqual([{ currency: 'EUR', theirsMinor: 20_000, oursMinor: 20_000 }]);
});

test.each([
  ['ours where theirs is looked for', { id: '', reference: 'A' }],
  ['theirs where ours is looked for', { id: 'ch_a', reference: '' }],
  ['both, each in the other’s place', { id: 'ch_a', reference: 'a' }],
  ['one column for both', { id: 'a', reference: 'a' }],
])('a file may have %s', (_what, names) => {
  expect(compare([ours()], [theirs(names)])).toMatchObject({ counts: { matched: 1 }, findings: [] });
});

test('a payment without money on either side is no difference, known or not', () => {
  const waiting = ours({ postedMinor: null, status: 'pending' });
  expect(found([waiting], [theirs({ isPaid: false, amountMinor: 1 }), theirs({ id: 'x', isPaid: false })])).toEqual([]);
  expect(found([waiting], [])).toEqual([]);
});

test.each([
  ['another amount', {}, { amountMinor: 20_000 }, 'amount: EUR 200.00 there, EUR 250.00 here'],
  ['another currency', {}, { currency: 'USD' }, 'currency: USD there, EUR here'],
  ['not credited here', { postedMinor: null, status: 'declined' }, {}, 'status: paid there, declined here'],
  ['not paid there', {}, { isPaid: false }, 'status: not paid there, in the books here'],
  [
    'more than a day apart',
    {},
    { at: moment(noon + 25 * hourMs) },
    'date: 2026-11-03T13:00:00.000Z there, 2026-11-02T12:00:00.000Z here',
  ],
] as const)('%s is a difference', (_what, our, their, reason) => {
  const [finding] = found([ours(our)], [theirs(their)]);
  expect(finding?.slice(0, 2)).toEqual(['different', 'a']);
  expect(finding?.[2]).toContain(reason);
});

test('a date without a time matches by its nearest hour, and a row without a currency has ours', () => {
  const dayBefore = { fromMs: noon - 36 * hourMs, untilMs: noon - 12 * hourMs - 1 };
  expect(found([ours()], [theirs({ at: dayBefore, currency: null })])).toEqual([]);
  expect(found([ours()], [theirs({ at: moment(noon - 24 * hourMs) })])).toEqual([]);
  expect(found([ours()], [theirs({ at: moment(noon - 24 * hourMs - 1) })])).toHaveLength(1);
});

test('a payment that only the provider has is missing here', () => {
  expect(found([], [theirs({ id: '', reference: 'ch_x' })])).toEqual([
    ['missing at us', 'ch_x', 'we have no such payment'],
  ]);
});

test('a payment posted in the days of the file that the file lacks is missing at the provider', () => {
  const lines = [theirs({ at: moment(noon - hourMs) }), theirs({ id: 'b', at: moment(noon + hourMs), line: 3 })];
  const known = [ours(), ours({ transactionId: 'b', reference: null })];
  const missed = ours({ transactionId: 'm', reference: null });
  const later = ours({ transactionId: 'n', reference: null, at: new Date(noon + 2 * hourMs) });
  const text = 'EUR 250.00 posted on 2026-11-02T12:00:00.000Z';
  expect(found([...known, missed, later], lines)).toEqual([['missing at the provider', 'm', text]]);
  const wide = { fromMs: noon - 50 * hourMs, untilMs: noon + 50 * hourMs };
  expect(found([...known, missed, later], lines, wide).map(([, payment]) => payment)).toEqual(['m', 'n']);
});

test('a second row of a payment is a duplicate, by either of its names', () => {
  const lines = [
    theirs(),
    theirs({ line: 9, id: '', reference: 'ch_a', amountMinor: 20_000 }),
    theirs({ line: 10, id: 'x' }),
    theirs({ line: 11, id: 'x' }),
  ];
  const { findings, sums } = compare([ours()], lines);
  expect(findings.map(({ verdict, line, reasons }) => [verdict, line, ...reasons])).toEqual([
    ['duplicate', 9, 'line 2 is the same payment; this line says EUR 200.00'],
    ['missing at us', 10, 'we have no such payment'],
    ['duplicate', 11, 'line 10 is the same payment; this line says EUR 250.00'],
  ]);
  // The provider's sum counts every row, ours counts every payment.
  expect(sums).toEqual([{ currency: 'EUR', theirsMinor: 95_000, oursMinor: 25_000 }]);
});

describe('a refund', () => {
  const back = (parts: Partial<ProviderRow> = {}) =>
    theirs({ line: 3, id: '', reference: 'ch_a', amountMinor: -25_000, at: moment(noon + hourMs), ...parts });
  const taken = (parts: Partial<OurPayment> = {}) =>
    ours({
      ...{ transactionId: 't', reference: null, askedMinor: -25_000, postedMinor: -25_000, isReversed: true },
      ...{ at: new Date(noon + hourMs), ...parts },
    });

  test('is matched by what an operator has taken back, once', () => {
    const { findings, counts, sums } = compare([ours(), taken()], [back(), theirs()]);
    expect(findings).toEqual([]);
    expect(counts).toMatchObject({ matched: 2, refunded: 0 });
    expect(sums).toEqual([{ currency: 'EUR', theirsMinor: 0, oursMinor: 0 }]);
    expect(found([ours(), taken()], [theirs(), back(), back({ line: 4 })])).toEqual([
      ['refunded', 'a', 'refunded, not in our books: EUR -250.00'],
    ]);
  });

  test.each([
    ['of nothing', []],
    ['of another account', [taken({ accountId: 2 })]],
    ['of another amount', [taken({ postedMinor: -24_999 })]],
    ['of another currency', [taken({ currency: 'USD' })]],
  ])('that was refunded %s is missing in our books', (_what, takings) => {
    const verdicts = found([ours(), ...takings], [theirs(), back()]);
    expect(verdicts[0]).toEqual(['refunded', 'a', 'refunded, not in our books: EUR -250.00']);
    expect(verdicts.slice(1).map(([verdict]) => verdict)).toEqual(takings.map(() => 'missing at the provider'));
  });

  test('of a payment from an earlier file does not report that payment as missing in this one', () => {
    const { findings, sums } = compare([ours({ at: new Date(noon - 40 * 24 * hourMs) }), taken()], [back()]);
    expect(findings).toEqual([]);
    expect(sums).toEqual([{ currency: 'EUR', theirsMinor: -25_000, oursMinor: -25_000 }]);
  });

  test('in parts of what was never credited here agrees once all of it went back', () => {
    const held = ours({ postedMinor: null, status: 'declined' });
    const parts = [
      back({ line: 3, amountMinor: -10_000 }),
      theirs({ line: 4 }),
      back({ line: 5, amountMinor: -15_000 }),
    ];
    expect(compare([held], parts)).toMatchObject({ findings: [], counts: { matched: 3, different: 0 } });
    expect(found([held], parts.slice(0, 2)).map(([verdict]) => verdict)).toEqual(['refunded', 'different']);
  });

  test('in another currency does not match a payment that was never credited here', () => {
    const held = ours({ postedMinor: null, status: 'declined' });
    const verdicts = (refund: ProviderRow) => found([held], [theirs(), refund]).map(([verdict]) => verdict);
    expect(verdicts(back({ currency: null }))).toEqual([]);
    expect(verdicts(back({ currency: 'USD' }))).toEqual(['different', 'refunded']);
  });

  test('is a difference if money was taken here and nothing was refunded there', () => {
    expect(
      found([ours(), taken()], [theirs(), theirs({ line: 3, id: 'x', isPaid: false, at: moment(noon + hourMs) })]),
    ).toEqual([['missing at the provider', 't', 'EUR -250.00 posted on 2026-11-02T13:00:00.000Z']]);
  });
});

test('unreadable rows are listed, and each currency has its own sums', () => {
  const { addRow, finish } = comparePayments([ours()], { period: null, amountText });
  addRow({ line: 1, why: 'it names no payment' });
  addRow(theirs({ currency: 'USD' }));
  const { findings, sums, counts } = finish();
  expect(findings[0]).toEqual({ verdict: 'unreadable', line: 1, payment: '', reasons: ['it names no payment'] });
  expect(counts).toMatchObject({ unreadable: 1, different: 1, matched: 0 });
  expect(sums).toEqual([
    { currency: 'EUR', theirsMinor: 0, oursMinor: 25_000 },
    { currency: 'USD', theirsMinor: 25_000, oursMinor: 0 },
  ]);
});
