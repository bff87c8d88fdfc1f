import { brand } from '../../../brand.ts';
import { hundredthsText } from '../../../lib/format/amount-text.ts';
import { currentProfitMinor } from '../../trading/position-view.ts';
import type { Read } from '../command/command-area.ts';
import type { Command, Said } from '../command/declared-area.ts';
import { areaOfCommands, command } from '../command/declared-area.ts';
import { idFault, readId } from '../command/find-id.ts';
import type { CommandOutcome, OperatorParts } from '../command/operate.ts';
import { readEmail, readReason } from '../command/read-arguments.ts';
import type { TableColumn } from '../command/text-table.ts';
import { tableOutcome, whenText } from '../command/text-table.ts';
import type { PositionOrder } from './change-position.ts';
import { closeForCustomer, protectPosition } from './change-position.ts';
import type { ListedPosition } from './operated-positions-rows.ts';
import { listOpenPositions } from './operated-positions-rows.ts';

const most = 1_000;

const list = command({
  name: 'list',
  takes: '[--email <email>] [--symbol <symbol>]',
  about:
    'Open positions, the oldest first, of all or of one customer or asset; beside a server with what they would bring now.',
  read({ text }) {
    const typed = text('email');
    const email = readEmail(typed);
    if (typed !== undefined && email === null) return { ok: false, why: `${typed} is no email.` };
    return { ok: true, wish: { email, symbol: text('symbol')?.toUpperCase() ?? null } };
  },
  carryOut: listPositions,
});

type Shown = ListedPosition & { profitNowMinor: number | null };

const money = (minor: number) => hundredthsText(minor, brand.currency);

const columns: readonly TableColumn<Shown>[] = [
  { title: 'id', of: ({ id }) => id.slice(0, 8) },
  { title: 'opened (UTC)', of: ({ openedAt }) => whenText(openedAt) },
  { title: 'asset', of: ({ symbol }) => symbol },
  { title: 'side', of: ({ direction }) => direction },
  { title: 'amount', of: ({ amountMinor }) => money(amountMinor), isRight: true },
  { title: 'leverage', of: ({ leverage }) => String(leverage), isRight: true },
  { title: 'opened at', of: ({ openRate }) => String(openRate), isRight: true },
  {
    title: 'profit now',
    of: ({ profitNowMinor }) => (profitNowMinor === null ? '–' : money(profitNowMinor)),
    isRight: true,
  },
  { title: 'protected', of: (row) => (row.protected ? 'yes' : '') },
  { title: 'auto', of: ({ auto }) => (auto ? 'yes' : '') },
  { title: 'customer', of: ({ email }) => email },
];

async function listPositions(
  { database, live }: OperatorParts,
  filter: { email: string | null; symbol: string | null },
): Promise<CommandOutcome> {
  const rows = await listOpenPositions(database, { ...filter, most: most + 1 });
  const profitOf = (row: ListedPosition) =>
    live?.market.quotes.get(row.symbol) ? currentProfitMinor(row, live.market) : null;
  const shown = rows.slice(0, most).map((row) => ({ ...row, profitNowMinor: profitOf(row) }));
  const outcome = tableOutcome(columns, shown);
  if (rows.length <= most) return outcome;
  return { ...outcome, text: `${outcome.text}\nThere are more: name a customer or an asset.` };
}

function readOrder({ at, text }: Said): Read<PositionOrder> {
  const id = readId(at(0));
  if (id === null) return { ok: false, why: idFault(at(0), 'position') };
  const read = readReason(text('reason'), 'it stands in the audit log');
  return read.ok ? { ok: true, wish: { id, reason: read.reason } } : read;
}

const takes = '<id> --reason <why>';

const close = command({
  ...{ name: 'close', takes, isLive: true, read: readOrder, carryOut: closeForCustomer },
  about: 'Closes one at the market, as its customer could.',
});

const protection = (name: string, isProtected: boolean, about: string): Command =>
  command({
    ...{ name, takes, about, isLive: true, read: readOrder },
    carryOut: (parts, order) => protectPosition(parts, { ...order, isProtected }),
  });

/** What customers hold. */
export const positionsArea = areaOfCommands({
  name: 'positions',
  about: 'What customers hold.',
  commands: [
    list,
    close,
    protection('protect', true, 'Exempts one from Low Margin; its loss stays cut at its amount.'),
    protection('unprotect', false, 'Takes that back: beyond its termination price it closes with the next quote.'),
  ],
  more: `Of an id the first eight digits are enough. Only a running server has prices: what needs them is typed on its machine, with its DATA_DIR. The customer sees at
once what was done; who did it and why stands in the audit log.`,
});
