import { hundredthsText as amountText } from '../../../lib/format/amount-text.ts';
import type { Comparison, CurrencySum, Finding } from './compare-payments.ts';
import { verdicts } from './compare-payments.ts';
import type { TakenColumns } from './provider-lines.ts';
import { columnNames } from './provider-lines.ts';

/** Which column was taken for what; what was found, a line for each; then how many of each kind, and both sides' sums. */
export function comparisonText({ counts, sums, findings }: Comparison, columns: TakenColumns): string {
  const counted = verdicts.map((verdict) => `${verdict.padEnd(24)}${counts[verdict]}`);
  const verdict = findings.length === 0 ? 'Both sides agree.' : 'The two sides DO NOT agree.';
  return [columnsText(columns), ...findings.map(findingText), ...counted, ...sums.map(sumText), verdict].join('\n');
}

/** As `--columns` says it otherwise. */
function columnsText(columns: TakenColumns): string {
  const taken = columnNames.flatMap((name) => (columns[name] === undefined ? [] : [`${name}=${columns[name]}`]));
  const others = columnNames.filter((name) => columns[name] === undefined);
  return `Columns: ${taken.join(', ')}${others.length > 0 ? `; none for ${others.join(', ')}` : ''}`;
}

function findingText({ verdict, line, payment, reasons }: Finding): string {
  const where = line === null ? 'not in the file' : `line ${line}`;
  return [verdict, where, payment, reasons.join('; ')].filter((part) => part !== '').join('  ');
}

function sumText({ currency, theirsMinor, oursMinor }: CurrencySum): string {
  const [theirs, ours, difference] = [theirsMinor, oursMinor, theirsMinor - oursMinor].map((minor) =>
    amountText(minor, currency),
  );
  return `${theirs} at the provider, ${ours} in the books, difference ${difference}`;
}

/** The same for programs; money in minor units. */
export function comparisonData(provider: string, { counts, sums, findings }: Comparison, columns: TakenColumns) {
  return { provider, agrees: findings.length === 0, columns, counts, sums, findings };
}
