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

const more = `reconcile reads a provider’s list of payments (CSV with a header; separated by comma, semicolon or tab)
and compares each line with our payments and with this provider’s book. Each line is matched, missing on our side,
missing at the provider, different (amount, currency, status, or more than a day apart), duplicate or unreadable, with
the reason; totals for each currency follow. It changes nothing. The exit code is 0 if both sides agree, otherwise 1.`;

const head = optional('new, or a head you kept', 'print or check the head of the books', (typed): Read<HeadOptions> => {
  if (typed === 'new') return { ok: true, value: { isHeadWanted: true } };
  const kept = readHead(typed);
  if (kept) return { ok: true, value: { kept, isHeadWanted: true } };
  return { ok: false, why: `${typed} is not a head: use new, or a head that --head new printed.` };
});

/** Verifies the books of the configured database and reports each check. */
export const verifyLedgerCommand = command({
  name: 'verify',
  about:
    'Verifies the books: every entry, balance, closed position, transaction, payment and first deposit. Names the first error. --head new also prints a head; pass it later as --head <head> to prove that nothing before it was changed. The exit code is 0 if everything holds, otherwise 1.',
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
  return `${mark}  ${title} (${looked} checked, ${faulty} wrong)${shown}`;
}

function verdictOf(results: readonly CheckResult[]): string {
  const first = results.find(({ faulty }) => faulty > 0);
  if (!first) return 'The ledger agrees.';
  return `The ledger DOES NOT agree. The first error: ${first.title}: ${first.examples[0] ?? 'no example'}`;
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
  'the file’s names for id (our number), reference (theirs), amount, currency, status and date, such as id=order,amount=gross. The first line of the output shows which columns were used. Lines are found by our number or theirs, in either column',
  (typed) => {
    const value = readColumns(typed);
    if (value) return { ok: true, value };
    return { ok: false, why: `--columns can name ${columnNames.join(', ')}, such as id=order,amount=gross.` };
  },
);

const noDays = '--from and --until take a date such as 2026-11-02, and --from must not be later.';

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
  about: 'Compares a provider’s list of payments with our payments and the books, line by line, with reasons.',
  arguments: { file: { ...textArgument('file.csv'), missing: 'The file is missing.' } },
  options: {
    provider: requiredText('name', 'the provider that the list is from', '--provider is missing.'),
    columns,
    unit: oneOf(['major', 'minor'], 'the unit of its amounts: whole units of the currency (default) or cents'),
    decimal: oneOf(['point', 'comma'], 'the decimal separator, if amounts such as 1.234 are ambiguous'),
    dates: oneOf(['dmy', 'mdy'], 'the order of dates like 03/04/2026'),
    paid: optionalText('word,…', 'the statuses that mean a payment was received'),
    from: day('the first day the file covers, in UTC (default: the day of its first line)'),
    until: day('the last day the file covers, in UTC (default: the day of its last line)'),
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
  about: 'The books: verify them, compare them with providers.',
  commands: [verifyLedgerCommand, reconcileCommand],
  more,
} satisfies Area;
