import { expect, test } from 'vitest';
import { layOutBlocks } from '../../../src/server/statements/pdf/statement-pdf.ts';
import { sheet } from '../../../src/server/statements/pdf/pdf-sheet.ts';
import type { StatementEntry } from '../../../src/server/statements/statement.ts';
import { noStatementFunds } from '../../../src/server/statements/statement.ts';
import { renderStatement } from '../../../src/server/statements/render-statement.ts';
import { checkPdf } from '../../../src/server/statements/statement-seal.ts';
import { createStatementDesk } from '../../../src/server/statements/statement-desk.ts';

const key = Buffer.alloc(32, 7);

function orderOf(count: number) {
  const entries = Array.from({ length: count }, (_, index): StatementEntry => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const postings = [{ book: 'customer', amountMinor: 100, afterMinor: 100 * (index + 1) }] as const;
    const recordedAt = new Date(Date.UTC(2026, 0, 1) + index * 60_000);
    return {
      id,
      businessKey: `deposit:${id}`,
      recordedAt,
      postings,
      typeId: 1,
      symbol: null,
      direction: null,
      outcome: null,
    };
  });
  const head = {
    ...{
      broker: { name: 'Broker', company: 'Broker GmbH', address: ['Street 1'] },
      customer: 'Łukasz Müller – Иван €',
      customerNumber: 'a1',
      currency: 'EUR',
    },
    ...{ from: '2026-01-01', until: '2026-11-03', madeAt: new Date('2026-11-04T00:00:00.000Z') },
  };
  const closing = { ...noStatementFunds, customer: 100 * count };
  return { facts: { head, opening: noStatementFunds, entries, closing }, format: 'pdf', locale: 'de', key } as const;
}

/** The number of pages. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0;
}

test('a statement has as many pages as it needs, and each page states the total', async () => {
  const pdf = Buffer.from(await renderStatement(orderOf(100)));
  expect(checkPdf(pdf, key)).toBeNull();
  // 12 rows below the balances on the first page, 23 on each other page. The seal no longer fits on the fifth.
  expect(pagesOf(pdf)).toBe(6);
  expect(pagesOf(Buffer.from(await renderStatement(orderOf(0))))).toBe(1);
});

test('it names the company that issues it', async () => {
  const text = Buffer.from(await renderStatement(orderOf(0))).toString('latin1');
  expect(text).toContain('(Broker GmbH)');
});

test('its fonts are embedded, and only with the letters in use', async () => {
  const text = Buffer.from(await renderStatement(orderOf(1))).toString('latin1');
  expect(text).toMatch(/\/FontFile2 \d+ 0 R/);
  expect(text.length).toBeLessThan(100_000);
});

test('the same facts make the same bytes', async () => {
  const [one, other] = await Promise.all([renderStatement(orderOf(30)), renderStatement(orderOf(30))]);
  expect(Buffer.from(one).equals(other)).toBe(true);
});

test('what does not fit on a page moves to the next one, rows under repeated heads', () => {
  const block = (height: number, isRow: boolean) => ({ height, isRow, draw: () => undefined });
  const room = sheet.bottom - sheet.top;
  const laidOut = [
    ...layOutBlocks([block(room - 10, false), block(10, true), block(10, true), block(room, false)], 20),
  ];
  expect(laidOut.map(({ page, y }) => [page, y - sheet.top])).toEqual([
    [1, 0],
    [1, room - 10],
    [2, 20],
    [3, 0],
  ]);
});

test('one statement at a time is made for an account, and one in all', async () => {
  let running = 0;
  let most = 0;
  const first = Promise.withResolvers<undefined>();
  const desk = createStatementDesk(async () => {
    most = Math.max(most, ++running);
    await first.promise;
    running--;
    return Buffer.from('file');
  });
  const read = () => Promise.resolve({ ok: true, order: orderOf(0) } as const);
  const request = { count: () => Promise.resolve(1), read };
  const one = desk.make(1, request);
  expect(await desk.make(1, request)).toMatchObject({ ok: false, problem: { code: 'TOO_MANY_REQUESTS' } });
  const others = Array.from({ length: 19 }, (_, index) => desk.make(index + 2, request));
  expect(await desk.make(99, request)).toMatchObject({ ok: false, problem: { code: 'UNAVAILABLE' } });
  first.resolve(undefined);
  expect((await Promise.all([one, ...others])).every(({ ok }) => ok)).toBe(true);
  expect(most).toBe(1);
  expect(await desk.make(1, request)).toMatchObject({ ok: true });
});

test('the shortest statement and the one that has waited longest go first in turns', async () => {
  const done: number[] = [];
  const gate = Promise.withResolvers<undefined>();
  const desk = createStatementDesk(async () => {
    await gate.promise;
    return Buffer.from('file');
  });
  const make = (accountId: number, rows: number) =>
    desk
      .make(accountId, {
        count: () => Promise.resolve(rows),
        read: () => (done.push(rows), Promise.resolve({ ok: true, order: orderOf(0) } as const)),
      })
      .then(({ ok }) => expect(ok).toBe(true));
  const all = [40_000, 50_000, 45_000, 48_000, 3, 2, 1].map((rows, index) => make(index, rows));
  gate.resolve(undefined);
  await Promise.all(all);
  expect(done).toEqual([40_000, 50_000, 1, 45_000, 2, 48_000, 3]);
});

test('a failure holds up nobody', async () => {
  const desk = createStatementDesk(() => Promise.reject(new Error('no room')));
  const read = () => Promise.resolve({ ok: true, order: orderOf(0) } as const);
  const request = { count: () => Promise.resolve(1), read };
  await expect(desk.make(1, request)).rejects.toThrow('no room');
  await expect(desk.make(1, request)).rejects.toThrow('no room');
  await expect(desk.make(1, { ...request, count: () => Promise.reject(new Error('no base')) })).rejects.toThrow(
    'no base',
  );
  await expect(desk.make(1, request)).rejects.toThrow('no room');
});
