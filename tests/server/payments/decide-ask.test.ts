import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideAsk, payWithinMs } from '../../../src/server/payments/rules/decide-ask.ts';

const minuteMs = 60_000;
const waiting = { outcome: 'waiting', amountMinor: 0, currency: '' } as const;
const paid = { outcome: 'paid', amountMinor: 25_000, currency: 'EUR' } as const;

describe('a provider that is polled about a payment', () => {
  test.each([paid, { ...paid, outcome: 'failed' as const }, { ...paid, outcome: 'refunded' as const }])(
    'is believed if it answers $outcome, however late',
    (report) => {
      expect(decideAsk({ asks: 40, ageMs: 10 * payWithinMs }, report)).toEqual({ kind: 'settle', report });
    },
  );

  test('is asked again, later each time', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 30].map((asks) => decideAsk({ asks, ageMs: asks * minuteMs }, waiting));
    const minutes = [1, 2, 5, 15, 30, 60, 60, 60];
    expect(waits).toEqual(minutes.map((count) => ({ kind: 'later', afterMs: count * minuteMs })));
  });

  test('is polled for the last time at the end of the day', () => {
    expect(decideAsk({ asks: 20, ageMs: payWithinMs - 7 }, waiting)).toEqual({ kind: 'later', afterMs: 7 });
    expect(decideAsk({ asks: 21, ageMs: payWithinMs }, waiting)).toEqual({ kind: 'expire' });
  });

  test('that answers that money is on its way is polled for two weeks', () => {
    const underWay = { ...waiting, isUnderWay: true };
    expect(decideAsk({ asks: 40, ageMs: 3 * payWithinMs }, underWay)).toEqual({
      kind: 'later',
      afterMs: 60 * minuteMs,
    });
    expect(decideAsk({ asks: 340, ageMs: 14 * payWithinMs - 7 }, underWay)).toEqual({ kind: 'later', afterMs: 7 });
    expect(decideAsk({ asks: 341, ageMs: 14 * payWithinMs }, underWay)).toEqual({ kind: 'expire' });
  });

  test('that cannot be polled is waited for until the end of the day', () => {
    expect(decideAsk({ asks: 1, ageMs: 0 }, 'mute')).toEqual({ kind: 'later', afterMs: payWithinMs });
    expect(decideAsk({ asks: 2, ageMs: payWithinMs }, 'mute')).toEqual({ kind: 'expire' });
  });

  test('that does not answer is polled for two more days', () => {
    expect(decideAsk({ asks: 9, ageMs: payWithinMs }, 'unavailable')).toEqual({
      kind: 'later',
      afterMs: 60 * minuteMs,
    });
    expect(decideAsk({ asks: 90, ageMs: 3 * payWithinMs }, 'unavailable')).toEqual({ kind: 'expire' });
  });

  test('is never polled again at once, nor after the end', () => {
    const ages = fc.integer({ min: 0, max: 4 * payWithinMs });
    const answers = fc.constantFrom(waiting, 'mute' as const, 'unavailable' as const);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), ages, answers, (asks, ageMs, answer) => {
        const decision = decideAsk({ asks, ageMs }, answer);
        if (decision.kind !== 'later') return;
        expect(decision.afterMs).toBeGreaterThan(0);
        const endMs = answer === 'unavailable' ? 3 * payWithinMs : payWithinMs;
        expect(ageMs + decision.afterMs).toBeLessThanOrEqual(endMs);
      }),
    );
  });
});
