import type { CategoryRow } from '../customers/customers-rows.ts';
import { listCategories } from '../customers/customers-rows.ts';
import type { AssetRow } from '../market/assets-rows.ts';
import { loadAssets } from '../market/assets-rows.ts';
import type { Area, Command, DeclaredArgument, Read } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import type { TableColumn } from '../operator/outcome.ts';
import { tableOutcome } from '../operator/outcome.ts';
import {
  numberWithin,
  optional,
  optionalText,
  reason,
  required,
  requiredText,
  textArgument,
} from '../operator/read-values.ts';
import type { CatalogueParts } from './change-catalogue.ts';
import { addAsset, addCategory, changeLeverages, changeSpread, pointsOf, suspendAssets } from './change-catalogue.ts';

const columns: readonly TableColumn<AssetRow>[] = [
  { title: 'symbol', of: ({ symbol }) => symbol },
  { title: 'name', of: ({ name }) => name },
  { title: 'category', of: ({ categoryName }) => categoryName },
  { title: 'leverages', of: ({ leverages }) => leverages.join(',') },
  { title: 'spread (bp)', of: ({ quotedSpread }) => String(pointsOf(quotedSpread)), isRight: true },
  { title: 'digits', of: ({ digits }) => String(digits), isRight: true },
  { title: 'suspended', of: ({ isSuspended }) => (isSuspended ? 'yes' : '') },
  { title: 'chart', of: ({ code }) => code },
];

const list = command({
  ...{ name: 'list', about: 'Lists all assets, in the order of the market list.' },
  carryOut: async ({ database }) => tableOutcome(columns, await loadAssets(database)),
});

const fractionOfPoints = 1e-4;
const mostPoints = 1_000;

/** Symbols may be typed in any case. */
const symbol: DeclaredArgument<string> = {
  title: 'symbol',
  read: (typed) => ({ ok: true, value: typed.toUpperCase() }),
};

const points: DeclaredArgument<number> = {
  title: 'basis points',
  read(typed) {
    const value = numberWithin(typed, 0, mostPoints);
    if (value !== null) return { ok: true, value: value * fractionOfPoints };
    return { ok: false, why: `${typed} is not a number of basis points from 0 to ${mostPoints}.` };
  },
};

const spread = command({
  name: 'spread',
  about:
    'Changes the spread of the simulated feed immediately, in hundredths of a percent of the rate. A wider spread can close positions near their levels.',
  isLive: true,
  arguments: { symbol, spread: points },
  options: { reason },
  carryOut: changeSpread,
});

const symbolPattern = /^[A-Z0-9]{2,20}$/;
const mostDigits = 10;

const newSymbol: DeclaredArgument<string> = {
  title: 'symbol',
  read(typed) {
    const value = typed.toUpperCase();
    if (symbolPattern.test(value)) return { ok: true, value };
    return { ok: false, why: `${value} is not a symbol: use 2 to 20 letters and digits.` };
  },
};

const noFigures = '--rate, --spread, --digits and --volatility are numbers: see --help.';

/** A numeric option of a new asset. */
const figure = (title: string, about: string, [least, most]: readonly [number, number]) =>
  required(title, about, (typed) => {
    const value = numberWithin(typed, least, most);
    return value === null ? { ok: false, why: noFigures } : { ok: true, value };
  });

const digits = required(`0 to ${mostDigits}`, 'decimal places of its prices', (typed) => {
  const value = numberWithin(typed, 0, mostDigits);
  return value !== null && Number.isInteger(value) ? { ok: true, value } : { ok: false, why: noFigures };
});

const volatility = optional('percent a day', 'how much it moves in a day (default 1)', (typed) => {
  const value = numberWithin(typed, 0, 100);
  return value === null ? { ok: false, why: noFigures } : { ok: true, value };
});

const nameOption = required('name', 'the name customers see', (typed) => {
  const value = typed?.trim() ?? '';
  return value === '' ? { ok: false, why: '--name is missing.' } : { ok: true, value };
});

const add = command({
  name: 'add',
  about: 'Adds an asset at the end of the market list. Its history is created when the server next starts.',
  arguments: { symbol: newSymbol },
  options: {
    name: nameOption,
    category: requiredText('category', 'an existing category', '--category is missing.'),
    rate: figure('rate', 'the starting rate', [Number.MIN_VALUE, 1e9]),
    spread: figure('basis points', 'hundredths of a percent of the rate', [0, mostPoints]),
    digits,
    reason,
    volatility,
    chart: optionalText('symbol', 'the chart provider’s symbol, if it differs'),
  },
  carryOut: (parts, { rate, spread: width, volatility: percent, chart, ...said }) =>
    addAsset(parts, {
      ...said,
      referenceRate: rate,
      quotedSpread: width * fractionOfPoints,
      dailyVolatility: (percent ?? 1) / 100,
      code: chart ?? said.symbol,
    }),
});

/** Suspends or resumes one asset, or all of a category. */
function suspension(name: 'suspend' | 'resume', target: 'symbol' | 'category', about: string): Command<CatalogueParts> {
  const isSuspended = name === 'suspend';
  return command({
    ...{ name, about, isLive: true, options: { reason } },
    arguments: { target: target === 'symbol' ? symbol : textArgument('category') },
    carryOut: (parts: CatalogueParts, said) =>
      suspendAssets(parts, {
        choice: target === 'symbol' ? { symbol: said.target } : { category: said.target },
        reason: said.reason,
        isSuspended,
      }),
  });
}

const suspend = suspension(
  'suspend',
  'symbol',
  'Stops new positions in an asset immediately, including auto trading. Open positions stay and close as usual.',
);
const resume = suspension('resume', 'symbol', 'Lets an asset be traded again.');

/** Commands about the assets that can be traded. */
export const assetsArea: Area<CatalogueParts> = {
  name: 'assets',
  about: 'Assets: list, add, change spreads, suspend.',
  commands: [list, add, spread, suspend, resume],
  more: `Prices of a feed that is not simulated have its own spread. Only a running server changes spreads, suspends
and resumes: it is typed on its machine, with its DATA_DIR; open browsers show it at once. Who changed what, and why,
stands in the audit log.`,
};

const categoryColumns: readonly TableColumn<CategoryRow>[] = [
  { title: 'id', of: ({ id }) => String(id), isRight: true },
  { title: 'category', of: ({ name }) => name },
  { title: 'leverages', of: ({ leverages }) => leverages.join(',') },
];

const listOfCategories = command({
  ...{ name: 'list', about: 'Lists all categories with their leverages.' },
  carryOut: async ({ database }) => tableOutcome(categoryColumns, await listCategories(database)),
});

const highest = 1_000;

function readLeverages(typed: string): Read<number[]> {
  const list = typed.split(',').map(Number);
  const isList = list.every((one, at) => Number.isInteger(one) && one > (list[at - 1] ?? 0) && one <= highest);
  if (isList) return { ok: true, value: list };
  return { ok: false, why: `${typed} is not a list of leverages: use whole numbers up to ${highest}, such as 1,3,5.` };
}

const categoryPattern = /^[a-z][a-z0-9-]{1,29}$/;

const newName: DeclaredArgument<string> = {
  title: 'category',
  read: (typed) =>
    categoryPattern.test(typed)
      ? { ok: true, value: typed }
      : { ok: false, why: `${typed} is not a valid name: use 2 to 30 lower-case letters, digits and hyphens.` },
};

const newCategory = command({
  name: 'add',
  about: 'Adds a category for new assets. The market list shows them among all assets, without a group of their own.',
  arguments: { name: newName },
  options: { leverages: required('list', 'such as 1,3,5', (typed = '') => readLeverages(typed)), reason },
  carryOut: addCategory,
});

const leverages = command({
  name: 'leverages',
  about:
    'Changes the leverages, such as 1,3,5. New orders and open browsers use them immediately; open positions keep theirs.',
  isLive: true,
  arguments: { category: textArgument('category'), next: { title: 'list', read: readLeverages } },
  options: { reason },
  carryOut: changeLeverages,
});

/** Commands about categories: groups of assets with the same leverages. */
export const categoriesArea: Area<CatalogueParts> = {
  name: 'categories',
  about: 'Groups of assets that share leverages.',
  commands: [
    listOfCategories,
    newCategory,
    leverages,
    suspension('suspend', 'category', 'Suspends all assets of a category: see assets suspend.'),
    suspension('resume', 'category', 'Lets all assets of a category be traded again.'),
  ],
  more: `A customer with leverages of their own keeps those that are in the new list. Only a running server changes
leverages, suspends and resumes: it is typed on its machine, with its DATA_DIR.`,
};
