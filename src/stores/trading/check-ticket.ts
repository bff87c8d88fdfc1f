import type { Direction } from '../../lib/contract/entities.ts';
import { parseMoney, parseRate } from '../../lib/format/parse-number.ts';
import type { LivePrice } from '../prices.ts';
import { typedLevelFault } from './levels.ts';
import type { LevelFaultName, LevelKind } from './levels.ts';
import type { Order } from './orders.ts';

/** The least that a position may risk, major units. */
export const amountMinimum = 1;

/** The new-trade form as it is filled in. */
export interface TicketInput extends Record<LevelKind, string> {
  amount: string;
  leverage: number | undefined;
  /** The side that the levels are held against: the one on offer or the one that was pressed; null: neither yet. */
  direction: Direction | null;
}

/** What the form is held against. Money in major units. */
export interface TicketBounds {
  freeMargin: number;
  leverages: readonly number[];
  price: Readonly<LivePrice> | undefined;
  locale: string;
}

/** By field the key of the text that says what is wrong with it. */
export interface TicketFaults extends Record<LevelKind, LevelFaultName | undefined> {
  amount: 'required' | 'form' | 'minimum' | 'maximum' | undefined;
  leverage: 'required' | undefined;
}

/** What is wrong with the form as it is; where nothing is, it may be sent. The server decides again. */
export function checkTicket(input: TicketInput, bounds: TicketBounds): TicketFaults {
  const { leverage, direction } = input;
  const { freeMargin, leverages, price, locale } = bounds;
  const level = (kind: LevelKind) => typedLevelFault({ text: input[kind], kind, direction, price, locale });
  return {
    amount: amountFault(input.amount, freeMargin),
    leverage: leverage !== undefined && leverages.includes(leverage) ? undefined : 'required',
    stopLoss: level('stopLoss'),
    takeProfit: level('takeProfit'),
  };
}

function amountFault(text: string, freeMargin: number): TicketFaults['amount'] {
  const amount = parseMoney(text);
  if (amount === null) return text.trim() === '' ? 'required' : 'form';
  if (amount < amountMinimum) return 'minimum';
  return amount > freeMargin ? 'maximum' : undefined;
}

/** The typed amount in major units; not a number while something is wrong with it. */
export function amountOf(text: string, freeMargin: number): number {
  return amountFault(text, freeMargin) ? NaN : (parseMoney(text) ?? NaN);
}

/** The typed text as an order; null while it is none. */
export function ticketOrder(
  { amount, leverage, stopLoss, takeProfit }: TicketInput,
  locale: string,
): Pick<Order, 'amount' | 'leverage' | 'stop_lost' | 'take_profit'> | null {
  const money = parseMoney(amount);
  if (money === null || leverage === undefined) return null;
  return {
    amount: money,
    leverage,
    stop_lost: parseRate(stopLoss, locale),
    take_profit: parseRate(takeProfit, locale),
  };
}
