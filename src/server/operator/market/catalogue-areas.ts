import { loadAssets } from '../../market/assets-rows.ts';
import type { AssetRow } from '../../market/assets-rows.ts';
import type { Read } from '../command/command-area.ts';
import type { Said } from '../command/declared-area.ts';
import { areaOfCommands, command } from '../command/declared-area.ts';
import { readReason } from '../command/read-arguments.ts';
import type { TableColumn } from '../command/text-table.ts';
import { tableOutcome } from '../command/text-table.ts';
import type { CategoryRow } from '../customers/change-customer-rows.ts';
import { listCategories } from '../customers/change-customer-rows.ts';
import { addAsset, addCategory, changeLeverages, changeSpread, pointsOf } from './change-catalogue.ts';
import type { SuspensionOrder } from './suspend-assets.ts';
import { suspendAssets } from './suspend-assets.ts';

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
  ...{ name: 'list', takes: '', about: 'All of them, in the order of the market list.' },
  read: () => ({ ok: true, wish: null }),
  carryOut: async ({ database }) => tableOutcome(columns, await loadAssets(database)),
});

const fractionOfPoints = 1e-4;
const mostPoints = 1_000;

function numberOf(typed: string | undefined, least: number, most: number): number | null {
  const value = Number(typed);
  return typed !== undefined && typed.trim() !== '' && value >= least && value <= most ? value : null;
}

function whyOf({ text }: Said) {
  return readReason(text('reason'), 'it stands in the audit log');
}

const spread = command({
  name: 'spread',
  takes: '<symbol> <basis points> --reason <why>',
  about:
    'Changes the spread that the simulated feed quotes, in hundredths of a percent of the rate: at once. A wider one may close positions that are near their levels.',
  isLive: true,
  read(said): Read<{ symbol: string; spread: number; reason: string }> {
    const points = numberOf(said.at(1), 0, mostPoints);
    if (points === null)
      return { ok: false, why: `${said.at(1)} is no number of basis points from 0 to ${mostPoints}.` };
    const why = whyOf(said);
    if (!why.ok) return why;
    return {
      ok: true,
      wish: { symbol: said.at(0).toUpperCase(), spread: points * fractionOfPoints, reason: why.reason },
    };
  },
  carryOut: changeSpread,
});

const symbolPattern = /^[A-Z0-9]{2,20}$/;
const mostDigits = 10;

const add = command({
  name: 'add',
  takes:
    '<symbol> --name <name> --category <category> --rate <rate> --spread <basis points> --digits <0 to 10> --reason <why> [--volatility <percent a day>] [--chart <symbol>]',
  about: 'Adds one at the end of the market list; its history is made with the next start of the server.',
  read(said): Read<Parameters<typeof addAsset>[1]> {
    const [symbol, name = '', category = ''] = [
      said.at(0).toUpperCase(),
      said.text('name')?.trim(),
      said.text('category'),
    ];
    const rate = numberOf(said.text('rate'), Number.MIN_VALUE, 1e9);
    const points = numberOf(said.text('spread'), 0, mostPoints);
    const digits = numberOf(said.text('digits'), 0, mostDigits);
    const volatility = numberOf(said.text('volatility') ?? '1', 0, 100);
    if (!symbolPattern.test(symbol))
      return { ok: false, why: `${symbol} is no symbol: letters and digits, 2 to 20 of them.` };
    if (name === '') return { ok: false, why: '--name is missing.' };
    if (category === '') return { ok: false, why: '--category is missing.' };
    if (rate === null || points === null || digits === null || !Number.isInteger(digits) || volatility === null)
      return { ok: false, why: '--rate, --spread, --digits and --volatility are numbers: see --help.' };
    const why = whyOf(said);
    if (!why.ok) return why;
    const figures = {
      referenceRate: rate,
      quotedSpread: points * fractionOfPoints,
      dailyVolatility: volatility / 100,
      digits,
    };
    return {
      ok: true,
      wish: { ...figures, symbol, name, category, code: said.text('chart') ?? symbol, reason: why.reason },
    };
  },
  carryOut: addAsset,
});

function suspension(name: 'suspend' | 'resume', place: 'symbol' | 'category', about: string) {
  return command({
    ...{ name, about, takes: `<${place}> --reason <why>`, isLive: true },
    read(said): Read<SuspensionOrder> {
      const why = whyOf(said);
      if (!why.ok) return why;
      const choice = place === 'symbol' ? { symbol: said.at(0).toUpperCase() } : { category: said.at(0) };
      return { ok: true, wish: { choice, reason: why.reason, isSuspended: name === 'suspend' } };
    },
    carryOut: suspendAssets,
  });
}

const suspend = suspension(
  'suspend',
  'symbol',
  'Nothing new is opened in it, at once, by auto trading neither; what is open stays, and is closed as ever.',
);
const resume = suspension('resume', 'symbol', 'Has it traded again.');

/** What can be traded. */
export const assetsArea = areaOfCommands({
  name: 'assets',
  about: 'What can be traded.',
  commands: [list, add, spread, suspend, resume],
  more: `Prices of a feed that is not simulated have its own spread. Only a running server changes spreads, suspends and resumes: it is typed on its machine, with its DATA_DIR; open
browsers show it at once. Who changed what, and why, stands in the audit log.`,
});

const categoryColumns: readonly TableColumn<CategoryRow>[] = [
  { title: 'id', of: ({ id }) => String(id), isRight: true },
  { title: 'category', of: ({ name }) => name },
  { title: 'leverages', of: ({ leverages }) => leverages.join(',') },
];

const listOfCategories = command({
  ...{ name: 'list', takes: '', about: 'All of them, with their leverages.' },
  read: () => ({ ok: true, wish: null }),
  carryOut: async ({ database }) => tableOutcome(categoryColumns, await listCategories(database)),
});

const highest = 1_000;

function readLeverages(typed: string): Read<number[]> {
  const list = typed.split(',').map(Number);
  const isList = list.every((one, at) => Number.isInteger(one) && one > (list[at - 1] ?? 0) && one <= highest);
  if (isList) return { ok: true, wish: list };
  return { ok: false, why: `${typed} is no list of leverages: whole numbers up to ${highest}, as in 1,3,5.` };
}

const categoryPattern = /^[a-z][a-z0-9-]{1,29}$/;

const newCategory = command({
  name: 'add',
  takes: '<category> --leverages <list> --reason <why>',
  about:
    'Adds one, for assets to be put into; the market list shows them with all others, without a group of their own.',
  read(said): Read<Parameters<typeof addCategory>[1]> {
    const name = said.at(0);
    if (!categoryPattern.test(name))
      return { ok: false, why: `${name} is no name: small letters, digits and dashes, 2 to 30 of them.` };
    const list = readLeverages(said.text('leverages') ?? '');
    if (!list.ok) return list;
    const why = whyOf(said);
    return why.ok ? { ok: true, wish: { name, leverages: list.wish, reason: why.reason } } : why;
  },
  carryOut: addCategory,
});

const leverages = command({
  name: 'leverages',
  takes: '<category> <list> --reason <why>',
  about:
    'Changes them, as in 1,3,5: orders are decided by them and open browsers show them at once, open positions keep theirs.',
  isLive: true,
  read(said): Read<{ category: string; next: number[]; reason: string }> {
    const list = readLeverages(said.at(1));
    if (!list.ok) return list;
    const why = whyOf(said);
    return why.ok ? { ok: true, wish: { category: said.at(0), next: list.wish, reason: why.reason } } : why;
  },
  carryOut: changeLeverages,
});

/** Groups of assets with the same leverages. */
export const categoriesArea = areaOfCommands({
  name: 'categories',
  about: 'Groups of assets with the same leverages.',
  commands: [
    listOfCategories,
    newCategory,
    leverages,
    suspension('suspend', 'category', 'Suspends all assets of it that are traded: see assets suspend.'),
    suspension('resume', 'category', 'Has all of them traded again that are suspended.'),
  ],
  more: `A customer with leverages of their own keeps those that are in the new list. Only a running server changes leverages, suspends and resumes: it is typed on its machine, with its DATA_DIR.`,
});
