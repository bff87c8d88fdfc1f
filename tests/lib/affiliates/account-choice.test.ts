import { describe, expect, it, test } from 'vitest';
import {
  choicePeriodDays,
  draftFaults,
  everyAccount,
  filterOf,
  readChoice,
  writeChoice,
} from '../../../src/lib/affiliates/account-choice.ts';

const november = { where: 'created_at', from: '2026-11-01', until: '2026-11-30' } as const;

describe('a choice in an address', () => {
  it('survives a round trip', () => {
    const choice = { filter: november, search: 'anna & co', sort: 'first_deposit', order: 'asc' } as const;
    expect(readChoice(`?${writeChoice(choice)}`)).toEqual(choice);
  });

  it('omits defaults', () => {
    expect(writeChoice(everyAccount)).toBe('');
    expect(readChoice('')).toEqual(everyAccount);
  });

  it.each([
    'where=created_at&from=2026-11-01',
    'where=password&from=2026-11-01&until=2026-11-02',
    'where=created_at&from=2026-02-30&until=2026-03-01',
    'where=created_at&from=2026-11-02&until=2026-11-01',
    'sort=email&order=sideways',
  ])('is all accounts if it makes no sense: %s', (query) => {
    expect(readChoice(query)).toEqual(everyAccount);
  });

  it('has no search that is too long for the server', () => {
    expect(readChoice(`search=${'x'.repeat(300)}`).search).toHaveLength(100);
  });
});

describe('a draft of a choice', () => {
  const empty = { where: '', from: '', until: '', search: '' } as const;

  it('needs its kind and both days', () => {
    const all = { where: 'required', from: 'required', until: 'required' };
    expect(draftFaults(empty)).toEqual(all);
    expect(draftFaults({ ...empty, search: '  ' })).toEqual(all);
    expect(draftFaults({ ...empty, where: 'transactions' })).toEqual({ from: 'required', until: 'required' });
    expect(draftFaults({ ...empty, from: '2026-11-01', search: 'anna' })).toEqual({
      where: 'required',
      until: 'required',
    });
  });

  it('needs none of the three for a search', () => {
    expect(draftFaults({ ...empty, search: 'anna' })).toEqual({});
    expect(filterOf(empty)).toBeNull();
  });

  it('means all accounts again after a search is cleared', () => {
    expect(draftFaults({ ...empty, search: ' ' }, { search: 'anna' })).toEqual({});
    expect(draftFaults({ ...empty, from: '2026-11-01' }, { search: 'anna' })).toMatchObject({ where: 'required' });
    expect(draftFaults(empty, everyAccount)).toMatchObject({ where: 'required' });
  });

  it('ends on its first day or later', () => {
    expect(draftFaults({ ...november, search: '' })).toEqual({});
    expect(draftFaults({ ...november, until: november.from, search: '' })).toEqual({});
    expect(draftFaults({ ...november, until: '2026-10-31', search: '' })).toEqual({ until: 'order' });
  });
});

describe('the days of a period', () => {
  test.each([
    ['thisMonth', '2026-11-22T23:59:59Z', '2026-11-01', '2026-11-22'],
    ['thisMonth', '2026-11-01T00:00:00Z', '2026-11-01', '2026-11-01'],
    ['lastMonth', '2026-11-22T10:00:00Z', '2026-10-01', '2026-10-31'],
    ['lastMonth', '2026-01-31T10:00:00Z', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2024-03-31T10:00:00Z', '2024-02-01', '2024-02-29'],
    ['last30Days', '2026-11-22T00:00:00Z', '2026-10-24', '2026-11-22'],
    ['last30Days', '2026-03-01T12:00:00Z', '2026-01-31', '2026-03-01'],
  ] as const)('%s at %s', (period, now, from, until) => {
    expect(choicePeriodDays(period, Date.parse(now))).toEqual({ from, until });
  });
});
