import { brand } from '../../brand.ts';
import { closingReasons } from '../../lib/contract/closing-reasons.ts';
import type { ClosingReason } from '../../lib/contract/entities.ts';
import { hundredthsText } from '../../lib/format/amount-text.ts';
import type { FeedConfig } from '../config.ts';
import { replayFeedName } from '../market/replay-feed.ts';
import { simulatedFeedName } from '../market/simulated-feed.ts';
import type { Area, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import type { SiteSettings } from '../operator/known-site.ts';
import type { TableColumn } from '../operator/outcome.ts';
import { whenText, writeTable } from '../operator/outcome.ts';
import { optional } from '../operator/read-values.ts';
import type { Difference, DryRun } from './dry-run.ts';
import { dryRun, unknownNames } from './dry-run.ts';

type DryRunParts = OperatorParts<unknown, SiteSettings & { feed: FeedConfig }>;

const mostPoints = 1_000;
const highestLeverage = 1_000;

/** Reads terms such as `crypto=20;BTCUSD=8`. A value without a name gets the key `*`. Null if a part is invalid. */
function readTerms<Term>(typed: string, read: (text: string) => Term | null): Map<string, Term> | null {
  const terms = new Map<string, Term>();
  for (const part of typed.split(';').filter((one) => one.trim() !== '')) {
    const [first = '', second] = part.split('=').map((one) => one.trim());
    const term = read(second ?? first);
    if (term === null || first === '') return null;
    terms.set(second === undefined ? '*' : first, term);
  }
  return terms;
}

function readSpread(text: string): number | null {
  const points = Number(text);
  return text !== '' && points >= 0 && points <= mostPoints ? points / 10_000 : null;
}

function readLadder(text: string): number[] | null {
  const steps = text.split(',').map(Number);
  const isLadder = steps.every(
    (one, at) => Number.isInteger(one) && one > (steps[at - 1] ?? 0) && one <= highestLeverage,
  );
  return isLadder ? steps : null;
}

const spread = optional('terms', 'spreads in basis points, as in 12, or crypto=20;BTCUSD=8', (typed) => {
  const terms = readTerms(typed, readSpread);
  const why = `--spread takes basis points from 0 to ${mostPoints}, such as 12 or crypto=20;BTCUSD=8.`;
  return terms ? { ok: true, value: terms } : { ok: false, why };
});

const ladder = optional('terms', 'leverages, as in 1,2,5, or crypto=1,2;forex=1,10', (typed) => {
  const terms = readTerms(typed, readLadder);
  return terms
    ? { ok: true, value: terms }
    : { ok: false, why: '--ladder takes leverages, such as 1,2,5 or crypto=1,2;forex=1,10.' };
});

const run = command({
  name: '',
  about:
    'Replays the prices of the last day with other spreads (in basis points of the rate) or leverages. Lists the positions that would have ended differently, with their customers, and the result for the house.',
  options: { spread, ladder },
  check: (said) =>
    (said.spread?.size ?? 0) + (said.ladder?.size ?? 0) === 0
      ? 'Choose what to try: --spread, --ladder, or both.'
      : null,
  async carryOut({ config, database, runtime }: DryRunParts, said) {
    const terms = {
      spreads: said.spread ?? new Map<string, number>(),
      ladders: said.ladder ?? new Map<string, number[]>(),
    };
    const found = await unknownNames(database, terms);
    if (found) {
      const text = `There is no category or asset ${found.strangers.join(', ')}. Available: ${found.known.join(', ')}.`;
      return { ok: false, text };
    }
    const result = await dryRun(database, { ...terms, feedName: nameOf(config.feed), nowMs: runtime.now() });
    return { ok: true, text: textOf(result), data: result };
  },
});

const nameOf = (feed: FeedConfig) => (feed.kind === 'simulated' ? simulatedFeedName : replayFeedName(feed.file));

const money = (minor: number) => hundredthsText(minor, brand.currency);
const reasonText = (reason: ClosingReason | null) => (reason === null ? 'open' : closingReasons[reason]);

const columns: readonly TableColumn<Difference>[] = [
  { title: 'position', of: ({ id }) => id.slice(0, 8) },
  { title: 'customer', of: ({ email }) => email },
  { title: 'asset', of: ({ symbol }) => symbol },
  { title: 'leverage', of: ({ leverage }) => String(leverage), isRight: true },
  { title: 'was', of: ({ was }) => reasonText(was) },
  { title: 'profit', of: ({ wasMinor }) => money(wasMinor), isRight: true },
  { title: 'would be', of: ({ wouldBe }) => reasonText(wouldBe) },
  { title: 'profit', of: ({ wouldBeMinor }) => money(wouldBeMinor), isRight: true },
  { title: 'then (UTC)', of: ({ at }) => whenText(at) },
];

function textOf(run: DryRun): string {
  const { from, until, positions, differences, otherProfits, wasMinor, wouldBeMinor, withoutPrices } = run;
  const isClosed = ({ was, wouldBe }: Difference) => was === null && wouldBe !== null;
  const closed = new Set(differences.filter(isClosed).map(({ email }) => email));
  const table = differences.length === 0 ? [] : [writeTable(columns, differences)];
  const compared = [
    `Would have ended differently: ${differences.length}`,
    ...table,
    `Same ending or still open, but with a different profit: ${otherProfits}`,
    `Customers whose open positions would have been closed: ${[closed.size, ...closed].join(' ')}`,
    `Result for the house: ${money(-wasMinor)} actual, ${money(-wouldBeMinor)} with these terms, ${changeText(wasMinor - wouldBeMinor)}`,
  ];
  return [
    `Positions that were open between ${whenText(from)} and ${whenText(until)} UTC: ${positions}`,
    ...(positions === 0 ? ['There is nothing to compare.'] : compared),
    ...(withoutPrices.length > 0 ? [`Left out because there are no prices: ${withoutPrices.join(', ')}.`] : []),
  ].join('\n');
}

function changeText(minor: number): string {
  return minor === 0 ? 'no difference' : `${money(Math.abs(minor))} ${minor > 0 ? 'more' : 'less'}`;
}

/** The command that replays the last day under other spreads or leverages. */
export const dryRunArea: Area<DryRunParts> = {
  name: 'dry-run',
  about: 'What other spreads or leverages would have changed on the last day. Changes nothing.',
  commands: [run],
  more: `Terms are one value for all assets, or values for categories or symbols: --spread "crypto=20;BTCUSD=8" --ladder
"crypto=1,2,5". Prices are the stored one-minute candles, in the order that is worst for the customer. A position that
was opened that day is opened again at the new spread, with the highest leverage of the ladder that is not above its
own. Positions that customers closed are closed at the same time; open ones are valued at the last price. If the spread
was changed that day, earlier prices are adjusted to the current spread, so that a wrong spread alone closes nothing.`,
};
