import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaymentState, KeptReport } from '../../../src/server/payments/rules/decide-payment.ts';
import { decidePayment } from '../../../src/server/payments/rules/decide-payment.ts';

/** Tests reports of a deposit that arrive after an operator has decided on it. */

const credited: PaymentState = {
  ...{ status: 'approved', state: 'succeeded', amountMinor: 25_000, currency: 'EUR', note: null },
};
const of = (outcome: KeptReport['outcome'], more: Partial<KeptReport> = {}): KeptReport => ({
  ...{ outcome, amountMinor: 25_000, currency: 'EUR', reference: null, isSettled: false, isTaken: false },
  ...more,
});
const as = (reference: string | null, more: Partial<KeptReport> = {}) => of('paid', { reference, ...more });
const settled = (report: KeptReport): KeptReport => ({ ...report, isSettled: true });

/** A fact: its kind, its amount, and the name in its report; null if the report has no name. */
const named = fc.record({
  outcome: fc.constantFrom('paid', 'refunded'),
  amountMinor: fc.constantFrom(25_000, 10_000),
  name: fc.constantFrom(null, 'N1', 'N2', 'N3'),
});

/** A refund is named by its event, a payment by its reference. */
const reportOfFact = ({ outcome, amountMinor, name }: { outcome: string; amountMinor: number; name: string | null }) =>
  outcome === 'paid' ? as(name, { amountMinor }) : of('refunded', { amountMinor, reference: 'R', eventId: name });

test('a report after an operator’s decision is held if, and only if, it is about money that was not known', () => {
  const many = fc.array(named, { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(named, { minLength: 1, maxLength: 6 }), many, (before, after) => {
      const kindOf = ({ outcome, amountMinor }: (typeof before)[number]) => `${outcome} ${amountMinor}`;
      const kinds = new Set([...before, ...after].map(kindOf));
      const hasMore = [...kinds].some((kind) => {
        const [known, later] = [before, after].map((facts) => facts.filter((fact) => kindOf(fact) === kind));
        const [knownNames, laterNames] = [known, later].map((facts) => new Set(facts?.map(({ name }) => name)));
        if (!knownNames || !laterNames) throw new Error('there are both');
        const fresh = [...laterNames].filter((name) => name !== null && !knownNames.has(name)).length;
        // A known fact without a name matches the first later one with a name.
        const isFree = knownNames.size === 1 && knownNames.has(null);
        return knownNames.size === 0 ? laterNames.size > 0 : fresh > (isFree ? 1 : 0);
      });
      const harmless = [of('failed', { isTaken: true }), of('waiting', { isTaken: true })];
      const reports = [...before.map(reportOfFact).map(settled), ...after.map(reportOfFact)];
      expect(decidePayment(credited, reports).kind).toBe(hasMore ? 'hold' : 'nothing');
      expect(decidePayment(credited, [...reports, ...harmless].reverse()).kind).toBe(hasMore ? 'hold' : 'nothing');
      const taken = as('N4', { isTaken: true });
      expect(decidePayment(credited, [...reports, taken]).kind).toBe('hold');
      expect(decidePayment(credited, [...reports, taken].map(settled)).kind).toBe('nothing');
    }),
    { numRuns: 2_000 },
  );
});
