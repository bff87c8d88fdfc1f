import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { brand } from '../../brand.ts';
import type { Moment } from '../../lib/format/read-values.ts';
import { readMoment } from '../../lib/format/read-values.ts';
import type { CheckResult } from '../ledger/checks/ledger-check.ts';
import { headText, NoPauseForHead, readHead } from '../ledger/ledger-head.ts';
import type { HeadOptions } from '../ledger/verify-ledger.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import type { Area, Read } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import { oneOf, optional, optionalText, requiredText, textArgument } from '../operator/read-values.ts';
import type { ColumnName } from './read-provider-file.ts';
import { columnNames, usualPaidWords } from './read-provider-file.ts';
import type { ReconcileOrder } from './reconcile.ts';
import { reconcile } from './reconcile.ts';

const more = `reconcile reads a provider's list of payments (CSV with a header; separated by comma, semicolon or tab)
and holds each line against our payments and against what the books say lies with this provider: matched, missing at
us, missing at the provider, different (amount, currency, status, or more than a day apart), duplicate, unreadable,
each with its reason; then the sums of each currency. It changes nothing, and ends with 0 where both sides agree, and
with 1 otherwise.`;

const head = optional('new, or one that was kept', 'their head', (typed): Read<HeadOptions> => {
  if (typed === 'new') return { ok: true, value: { isHeadWanted: true } };
  const kept = readHead(typed);
  if (kept) return { ok: true, value: { kept, isHeadWanted: true } };
  return { ok: false, why: `${typed} is no head: it is new, or what --head new has printed.` };
});

/** Verifies the books of the configured database and reports each check. */
export const verifyLedgerCommand = command({
  name: 'verify',
  about:
    'Proves the books: every entry, every balance, every closed position, transaction, payment and first deposit; names the first break. With --head new it prints their head, which proves later, as --head <head>, that nothing until then was changed. It ends with 0 where all holds, and with 1 otherwise.',
  options: { head },
  async carryOut({ database }, input) {
    const proof = await verifyLedger(database, input.head ?? {}).catch((fault: unknown) => {
      if (fault instanceof NoPauseForHead) return fault;
      throw fault;
    });
    if (proof instanceof NoPauseForHead) return { ok: false, text: proof.message };
    const { holds, results, head } = proof;
    const lines = [...results.map(line), ...(head ? [`head   ${headText(head)}`] : []), verdictOf(results)];
    return { ok: holds, text: lines.join('\n'), data: { holds, results, ...(head && { head: headText(head) }) } };
  },
});

function line({ title, looked, faulty, examples }: CheckResult): string {
  const mark = faulty === 0 ? 'holds' : 'FAILS';
  const shown = examples.map((example) => `\n         ${example}`).join('');
  return `${mark}  ${title} (${looked} looked at, ${faulty} wrong)${shown}`;
}

function verdictOf(results: readonly CheckResult[]): string {
  const first = results.find(({ faulty }) => faulty > 0);
  if (!first) return 'The ledger agrees.';
  return `The ledger DOES NOT agree. The first break: ${first.title}: ${first.examples[0] ?? 'no example'}`;
}

function readColumns(typed: string): Map<ColumnName, string> | null {
  const pairs = typed.split(',').filter((pair) => pair !== '');
  const columns = new Map<ColumnName, string>();
  for (const pair of pairs) {
    const [name = '', title = ''] = pair.split('=', 2).map((part) => part.trim());
    const known = columnNames.find((column) => column === name);
    if (!known || title === '') return null;
    columns.set(known, title);
  }
  return columns;
}

const columns = optional(
  'ours=theirs,…',
  'what the file calls id (our number), reference (theirs), amount, currency, status and date, as in id=order,amount=gross. The first line printed says which column was taken for what; a line is found by our number and by theirs, in whichever of id and reference they stand',
  (typed) => {
    const value = readColumns(typed);
    if (value) return { ok: true, value };
    return { ok: false, why: `--columns names ${columnNames.join(', ')}, as in id=order,amount=gross.` };
  },
);

const noDays = '--from and --until are days, as in 2026-11-02, the first one first.';

const day = (about: string) =>
  optional('day', about, (typed) => {
    const moment = readMoment(typed, null);
    return moment ? { ok: true, value: moment } : { ok: false, why: noDays };
  });

/** Both days are inclusive; null if neither is given. */
function periodOf({ from, until }: { from: Moment | null; until: Moment | null }): Moment | null {
  return from || until ? { fromMs: from?.fromMs ?? -Infinity, untilMs: until?.untilMs ?? Infinity } : null;
}

/** Compares a provider's file with our payments. */
export const reconcileCommand = command({
  name: 'reconcile',
  about: 'Holds a provider’s list of payments against our payments and the books, line by line, with reasons.',
  arguments: { file: { ...textArgument('file.csv'), missing: 'The file is missing.' } },
  options: {
    provider: requiredText('name', 'the provider whose list it is', '--provider is missing.'),
    columns,
    unit: oneOf(
      ['major', 'minor'],
      'what its amounts count in: whole units of the currency, if nothing is said, or cents',
    ),
    decimal: oneOf(['point', 'comma'], 'the sign before the cents, where amounts like 1.234 could be read in two ways'),
    dates: oneOf(['dmy', 'mdy'], 'the order of dates like 03/04/2026'),
    paid: optionalText('word,…', 'the words of its status that say that money has come'),
    from: day('the first day, in UTC, that the file is about; otherwise that of its first line'),
    until: day('the last day, in UTC, that the file is about; otherwise that of its last line'),
  },
  check(input) {
    const period = periodOf(input);
    return period && period.fromMs > period.untilMs ? noDays : null;
  },
  carryOut({ database, cwd }, input) {
    const open = (file: string) => createReadStream(resolve(cwd, file), { encoding: 'utf8' });
    return reconcile({ database, currency: brand.currency, open }, reconcileOrder(input));
  },
});

/** Fills in defaults for the options that were not typed. */
export function reconcileOrder({
  provider,
  file,
  columns: named,
  unit,
  decimal,
  dates,
  paid,
  ...days
}: Pick<ReconcileOrder, 'provider' | 'file'> & {
  columns: ReconcileOrder['columns'] | null;
  unit: 'major' | 'minor' | null;
  decimal: 'point' | 'comma' | null;
  dates: 'dmy' | 'mdy' | null;
  paid: string | null;
  from: Moment | null;
  until: Moment | null;
}): ReconcileOrder {
  const paidWords = new Set((paid ?? usualPaidWords).split(',').map((word) => word.trim().toLowerCase()));
  const formats = { unit: unit ?? 'major', decimal, dates };
  return { provider, file, columns: named ?? new Map(), formats, paidWords, period: periodOf(days) };
}

/** Commands about the books. */
export const ledgerArea = {
  name: 'ledger',
  about: 'The books: their proof, and what providers say of them.',
  commands: [verifyLedgerCommand, reconcileCommand],
  more,
} satisfies Area;
