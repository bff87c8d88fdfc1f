import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentState, KeptReport } from '../../../src/server/payments/rules/decide-payment.ts';
import { decidePayment } from '../../../src/server/payments/rules/decide-payment.ts';

const started: PaymentState = {
  ...{ status: 'pending', state: 'started', amountMinor: 25_000, currency: 'EUR', note: null },
};
const credited: PaymentState = { ...started, status: 'approved', state: 'succeeded' };
const declined: PaymentState = { ...started, status: 'declined', state: 'failed' };
const paid: KeptReport = {
  ...{ outcome: 'paid', amountMinor: 25_000, currency: 'EUR', reference: null, isSettled: false, isTaken: false },
};
const of = (outcome: KeptReport['outcome'], more: Partial<KeptReport> = {}): KeptReport => ({
  ...{ ...paid, outcome },
  ...more,
});
const as = (reference: string | null, more: Partial<KeptReport> = {}): KeptReport => ({ ...paid, reference, ...more });
const settled = (report: KeptReport): KeptReport => ({ ...report, isSettled: true });
const eur = (amount: number) => `EUR ${(amount / 100).toFixed(2)}`;
const asked = `, asked for ${eur(25_000)}`;
const had = `, credited with ${eur(25_000)}`;

describe('the note about what was reported', () => {
  test.each([
    ['nothing', started, [], { kind: 'nothing', why: 'still waiting' }],
    ['paid as asked for', started, [paid], { kind: 'credit' }],
    ['paid once more', credited, [paid, paid], { kind: 'nothing', why: 'already credited' }],
    ['paid, once with its name', started, [as(null), as('P1'), as('P1')], { kind: 'credit' }],
    ['paid, after it had failed', declined, [of('failed'), paid], { kind: 'credit' }],
    ['paid, called off by its customer', { ...started, status: 'cancelled' }, [paid], { kind: 'credit' }],
    ['failed', started, [of('failed')], { kind: 'decline' }],
    ['failed, after it was paid', credited, [paid, of('failed')], { kind: 'nothing', why: 'already credited' }],
    ['failed once more', declined, [of('failed')], { kind: 'nothing', why: 'already declined' }],
    ['refunded whole, and never paid', started, [of('refunded')], { kind: 'decline' }],
    ['failed by a name of another', started, [of('failed', { isTaken: true })], { kind: 'decline' }],
    ['waiting by one', started, [of('waiting', { isTaken: true })], { kind: 'nothing', why: 'still waiting' }],
    ['still waiting', started, [of('waiting')], { kind: 'nothing', why: 'still waiting' }],
  ] as const)('%s', (_what, payment, reports, decision) => {
    expect(decidePayment(payment, reports)).toEqual(decision);
  });

  test.each<[string, PaymentState, KeptReport[], string]>([
    ['another amount', started, [as(null, { amountMinor: 24_999 })], `paid ${eur(24_999)}${asked}`],
    ['another currency', started, [as(null, { currency: 'USD' })], `paid USD 250.00${asked}`],
    [
      'two parts',
      started,
      [as('P1', { amountMinor: 10_000 }), as('P2', { amountMinor: 15_000 })],
      `paid ${eur(15_000)} as P2, paid ${eur(10_000)} as P1${asked}`,
    ],
    [
      'too much and then what was asked for',
      { ...started, state: 'differs', note: `paid ${eur(300_000)}${asked}` },
      [as(null, { amountMinor: 300_000 }), paid],
      `paid ${eur(300_000)}, paid ${eur(25_000)}${asked}`,
    ],
    ['two payments', credited, [as('P1'), as('P2')], `paid ${eur(25_000)} as P1, paid ${eur(25_000)} as P2${had}`],
    ['a refund', credited, [paid, of('refunded')], `paid ${eur(25_000)}, refunded ${eur(25_000)}${had}`],
    ['a refund before', declined, [of('refunded'), paid], `paid ${eur(25_000)}, refunded ${eur(25_000)}${asked}`],
    ['a refund of a part', started, [of('refunded', { amountMinor: 1 })], `refunded ${eur(1)}${asked}`],
    [
      'a name of another payment',
      started,
      [as('P1', { isTaken: true })],
      `paid ${eur(25_000)} as P1, which is the name of another payment${asked}`,
    ],
  ])('%s is held, with a complete note', (_what, payment, reports, note) => {
    expect(decidePayment(payment, reports)).toEqual({ kind: 'hold', note });
    const held: PaymentState = { ...payment, state: 'differs', note };
    expect(decidePayment(held, [...reports, ...reports])).toEqual({ kind: 'nothing', why: 'already held' });
    expect(decidePayment(held, [...reports, of('failed'), of('waiting')])).toMatchObject({ kind: 'nothing' });
  });

  test('the note is no longer than an operator can read', () => {
    const many = Array.from({ length: 40 }, (_, at) => as(`P${at}`));
    const decision = decidePayment(credited, many);
    expect(decision).toMatchObject({
      kind: 'hold',
      note: expect.stringContaining(', and 28 more, credited') as string,
    });
  });

  test('a deposit that is held because of reports that were not stored is not credited automatically', () => {
    const held: PaymentState = { ...started, state: 'differs', note: 'paid 1' };
    const note = `paid 1; paid ${eur(25_000)}${asked}`;
    expect(decidePayment(held, [paid])).toEqual({ kind: 'hold', note });
    expect(decidePayment(held, [of('failed')])).toEqual({ kind: 'nothing', why: 'already held' });
    expect(decidePayment({ ...held, note }, [paid, paid])).toEqual({ kind: 'nothing', why: 'already held' });
  });
});

describe('after an operator has decided', () => {
  const byHand: PaymentState = { ...credited, amountMinor: 24_000 };
  const part = as(null, { amountMinor: 24_000 });

  test('a repeated report changes nothing', () => {
    expect(decidePayment(byHand, [settled(part), part])).toMatchObject({ kind: 'nothing' });
    expect(decidePayment(declined, [settled(part), as('P1', { amountMinor: 24_000 })])).toMatchObject({
      kind: 'nothing',
    });
    expect(decidePayment(credited, [settled(paid), settled(of('refunded')), of('refunded')])).toMatchObject({
      kind: 'nothing',
    });
  });

  test('any further money is held', () => {
    const more = as('P2', { amountMinor: 24_000 });
    expect(decidePayment(byHand, [settled(as('P1', { amountMinor: 24_000 })), more])).toMatchObject({ kind: 'hold' });
    expect(decidePayment(declined, [settled(part), paid])).toMatchObject({ kind: 'hold' });
    expect(
      decidePayment(credited, [settled(paid), settled(of('refunded', { amountMinor: 1 })), of('refunded')]),
    ).toEqual({
      kind: 'hold',
      note: `refunded ${eur(25_000)}${had}`,
    });
  });

  test('a second refund of the same amount counts too, but an answer that repeats one does not', () => {
    const [first, second] = ['e1', 'e2'].map((eventId) =>
      of('refunded', { amountMinor: 5_000, reference: 'R', eventId }),
    );
    if (!first || !second) throw new Error('there are two');
    const once = `refunded ${eur(5_000)} as R`;
    const answer = of('refunded', { amountMinor: 5_000, reference: 'R' });
    const unnamed = of('refunded', { amountMinor: 5_000 });
    for (const repeats of [[], [first], [answer], [unnamed], [unnamed, answer, first]]) {
      expect(decidePayment(credited, [settled(as('R')), ...repeats, first, second, ...repeats])).toEqual({
        ...{ kind: 'hold', note: `${once}, ${once}${had}` },
      });
      expect(decidePayment(credited, [settled(as('R')), settled(first), ...repeats])).toMatchObject({
        kind: 'nothing',
      });
      expect(decidePayment(credited, [settled(as('R')), settled(first), ...repeats, second])).toEqual({
        ...{ kind: 'hold', note: `${once}${had}` },
      });
    }
  });

  test('a settled report without a name matches one report with a name, and not all', () => {
    expect(decidePayment(credited, [settled(paid), as('A')])).toMatchObject({ kind: 'nothing' });
    expect(decidePayment(credited, [settled(paid), as('A'), paid, as('A')])).toMatchObject({ kind: 'nothing' });
    expect(decidePayment(credited, [settled(paid), as('A'), as('B')])).toMatchObject({ kind: 'hold' });
    expect(decidePayment(credited, [settled(paid), settled(as('A')), as('B')])).toMatchObject({ kind: 'hold' });
    expect(decidePayment(credited, [settled(paid), settled(as('A')), as('A'), paid])).toMatchObject({
      kind: 'nothing',
    });
  });

  test('after an approval without a report, the first payment matches it, and a second is held', () => {
    expect(decidePayment(credited, [as('P1')])).toEqual({ kind: 'nothing', why: 'already credited' });
    expect(decidePayment(credited, [as('P1'), as('P2')])).toMatchObject({ kind: 'hold' });
    expect(decidePayment(declined, [settled(of('failed')), paid])).toEqual({ kind: 'credit' });
  });
});

/** Applies the reports to a payment one after the other, in the order of arrival. */
function fed(reports: readonly KeptReport[]): { payment: PaymentState; credits: number; seenAtCredit: KeptReport[] } {
  let payment = started;
  let credits = 0;
  let seenAtCredit: KeptReport[] = [];
  for (const [at] of reports.entries()) {
    const known = reports.slice(0, at + 1);
    const decision = decidePayment(payment, known);
    if (decision.kind === 'credit') {
      credits += 1;
      seenAtCredit = known;
      payment = { ...payment, status: 'approved', state: 'succeeded' };
    } else if (decision.kind === 'decline') payment = { ...payment, status: 'declined', state: 'failed' };
    else if (decision.kind === 'hold') payment = { ...payment, state: 'differs', note: decision.note };
  }
  return { payment, credits, seenAtCredit };
}

const report: fc.Arbitrary<KeptReport> = fc.record({
  outcome: fc.constantFrom('paid', 'paid', 'paid', 'failed', 'waiting', 'refunded'),
  amountMinor: fc.constantFrom(25_000, 25_000, 25_000, 25_000, 10_000, 24_999),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'USD'),
  reference: fc.constantFrom(null, null, 'P1', 'P1', 'P1', 'P2'),
  isSettled: fc.constant(false),
  isTaken: fc.constant(false),
});

/** The same facts in two orders, each with different repeats. */
const twoOrders = fc.array(report, { minLength: 1, maxLength: 6 }).chain((facts) => {
  const order = fc
    .array(fc.constantFrom(...facts), { maxLength: 6 })
    .chain((repeats) => fc.shuffledSubarray([...facts, ...repeats], { minLength: facts.length + repeats.length }));
  return fc.tuple(fc.constant(facts), order, order);
});

const isAsAsked = ({ amountMinor, currency }: KeptReport) => amountMinor === 25_000 && currency === 'EUR';

/** Whether an operator has nothing to check: at most one payment, as requested, and nothing was refunded. */
function isPlain(facts: readonly KeptReport[]): boolean {
  const payments = facts.filter(({ outcome }) => outcome === 'paid');
  const names = new Set(payments.map(({ reference }) => reference).filter((name) => name !== null));
  return payments.every(isAsAsked) && names.size <= 1 && !facts.some(({ outcome }) => outcome === 'refunded');
}

const isPaid = (facts: readonly KeptReport[]) => facts.some(({ outcome }) => outcome === 'paid');

test('order, repeats and delays of reports change neither what is credited automatically nor what an operator checks', () => {
  fc.assert(
    fc.property(twoOrders, ([facts, ...orders]) => {
      const ends = orders.map(fed);
      for (const { payment, credits, seenAtCredit } of ends) {
        expect(credits).toBeLessThanOrEqual(1);
        // A credit requires one payment as requested and no refund, by what was known at that moment.
        expect(credits === 0 || (isPlain(seenAtCredit) && isPaid(seenAtCredit))).toBe(true);
        if (isPlain(facts)) expect(credits).toBe(isPaid(facts) ? 1 : 0);
        if (!isPlain(facts) && isPaid(facts)) expect(payment.state).toBe('differs');
      }
      const [one, other] = ends.map(({ payment }) => payment);
      expect(other?.state === 'differs').toBe(one?.state === 'differs');
      // The same facts give the operator the same note, except for its end, which says if the deposit had already been
      // credited.
      const words = [one, other].map((end) => end?.note?.split(/, (?:asked for|credited with) /)[0]);
      if (one?.state === 'differs') expect(words[1]).toBe(words[0]);
    }),
    { numRuns: 2_000 },
  );
});
