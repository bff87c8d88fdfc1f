import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locales } from '../../../src/brand.ts';
import { factKinds } from '../../../src/server/ledger/fact-kinds.ts';
import type { StatementEntry, StatementFacts, StatementFunds } from '../../../src/server/statements/statement.ts';
import {
  balanceOf,
  noStatementFunds,
  orderEntries,
  shownNumber,
  statementOf,
} from '../../../src/server/statements/statement.ts';
import { statementCsv } from '../../../src/server/statements/statement-csv.ts';
import { openCsv, sealCsv } from '../../../src/server/statements/statement-seal.ts';
import { kindText, rowText, statementWords } from '../../../src/server/statements/statement-words.ts';
import { parseCsv } from '../../../src/server/read-csv.ts';

const at = new Date('2026-11-03T09:30:00.000Z');
const head = {
  ...{
    broker: { name: 'Broker', company: 'Broker GmbH', address: [] },
    customer: 'Ada Lovelace',
    customerNumber: 'a1',
    from: '2026-11-03',
    until: '2026-11-03',
  },
  ...{ madeAt: new Date('2026-11-04T00:00:00.000Z'), currency: 'EUR' },
};

/** Entries of the same instant that change own money one after the other. */
function chainOf(amounts: readonly number[], openingMinor = 0): StatementEntry[] {
  let afterMinor = openingMinor;
  return amounts.map((amountMinor, index) => {
    afterMinor += amountMinor;
    return {
      ...{ id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, businessKey: `fee:${index}` },
      ...{ recordedAt: at, typeId: 7, symbol: null, direction: null, outcome: null },
      postings: [{ book: 'customer', amountMinor, afterMinor }],
    };
  });
}

function factsOf(amounts: readonly number[], more: Partial<StatementFacts> = {}): StatementFacts {
  const closing: StatementFunds = { ...noStatementFunds, customer: amounts.reduce((sum, one) => sum + one, 0) };
  return { head, opening: noStatementFunds, entries: chainOf(amounts), closing, ...more };
}

test('a statement whose rows do not add up to the books is refused', () => {
  expect(statementOf(factsOf([500, -200])).rows.map(({ afterMinor }) => afterMinor)).toEqual([500, 300]);
  const closing = { ...noStatementFunds, customer: 301 };
  expect(() => statementOf(factsOf([500, -200], { closing }))).toThrow('300 in the book customer, which holds 301');
});

test('the balance is the one of the screens, and the number is the beginning of the id that an entry is about', () => {
  const funds = { customer: 100, customer_bonus: 20, customer_credit: 3, customer_reserved: 4_000 };
  expect(balanceOf(funds)).toBe(123);
  expect(shownNumber('withdrawal-released:351b0a83-0000-4000-8000-000000000001')).toBe('351b0a83');
  expect(shownNumber('opened-books:7')).toBe('');
});

describe('the order of entries', () => {
  test('those of one instant are chained by the balance that each left', () => {
    const chain = chainOf([100, 20, -70, 5]);
    expect(orderEntries(noStatementFunds, [...chain].reverse())).toEqual(chain);
  });

  test('whatever it is given, nothing is lost and nothing comes twice', () => {
    const amounts = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 200 });
    fc.assert(
      fc.property(amounts, fc.array(fc.nat()), (chosen, shuffle) => {
        const chain = chainOf(chosen);
        const mixed = chain.toSorted(
          (one, other) =>
            (shuffle[Number(one.businessKey.slice(4))] ?? 0) - (shuffle[Number(other.businessKey.slice(4))] ?? 0),
        );
        const ordered = orderEntries(noStatementFunds, mixed);
        expect(new Set(ordered)).toEqual(new Set(chain));
        expect(ordered).toHaveLength(chain.length);
      }),
    );
  });
});

describe('words', () => {
  test.each(locales)('every kind of entry has its own: %s', (locale) => {
    const t = statementWords(locale);
    for (const { kind, typeIds, of } of factKinds) {
      const [entry] = chainOf([1]) as [StatementEntry];
      const position = of === 'position' ? ({ symbol: 'BTCUSD', direction: 'sell' } as const) : {};
      const line = { ...entry, kind, typeId: typeIds?.[0] ?? null, amountMinor: 1, afterMinor: 1, ...position };
      for (const text of [rowText(t, line), kindText(t, kind)]) {
        expect(text, kind).not.toMatch(/statement-document|transactions\.|\{\{/);
        expect(text, kind).not.toBe(t('statement-document.entry.other'));
        expect(text, kind).not.toBe(t('statement-document.kind.other'));
      }
    }
  });

  test('an unknown kind is still an entry', () => {
    const t = statementWords('en');
    const [entry] = chainOf([1]) as [StatementEntry];
    expect(rowText(t, { ...entry, kind: 'rebate', typeId: null, amountMinor: 1, afterMinor: 1 })).toBe('Other');
  });
});

test('no name becomes a spreadsheet formula, and each is read back unchanged', () => {
  const names = ['=1+1', '@home', 'a,"b"', 'Łukasz', '-2'];
  for (const customer of names) {
    const csv = statementCsv(statementOf(factsOf([500], { head: { ...head, customer } })), statementWords('en'));
    const row = parseCsv(csv).find((cells) => cells[4] === 'customer');
    expect(row?.[5]).toBe(/^[=@]/.test(customer) ? `'${customer}` : customer);
    const key = Buffer.alloc(32, 7);
    expect(openCsv(Buffer.from(sealCsv(csv, key).text), key)).toEqual({ csv });
  }
});

test('CSV is read back unchanged', () => {
  const cell = fc.string().map((text) => text.replaceAll('\0', ''));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (rows) => {
      const text = rows.map((row) => `${row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\r\n`).join('');
      expect(parseCsv(text)).toEqual(rows);
    }),
  );
});
