import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Direction } from '../../../lib/contract/entities.ts';
import { priceBook } from '../../../stores/prices.ts';
import { levelKinds } from '../../../stores/trading/levels.ts';
import { $orders } from '../../../stores/trading/orders.ts';
import {
  $draft,
  $levelsShown,
  $pendingOrders,
  checkTicket,
  startingLeverage,
  ticketOrder,
} from '../../../stores/trading/ticket.ts';
import type { TicketFaults, TicketInput } from '../../../stores/trading/ticket.ts';
import { typingPauseMs } from '../live/level-fault.tsx';
import { useReport } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';

export interface TicketOffer {
  symbol: string;
  leverages: readonly number[];
  /** Major units. */
  freeMargin: number;
  /** The sides on offer: both beside the chart, one in the sheet. */
  sides: readonly Direction[];
  onDone: (() => void) | undefined;
}

type Field = keyof TicketFaults;

const fields: readonly Field[] = ['amount', 'leverage', ...levelKinds];

/** By field, the key of the text that describes the fault that is shown. */
export type ShownFaults = Partial<Record<Field, string | undefined>>;

/** The state, validation and submission of the new-trade form. */
export function useTicket(offer: TicketOffer) {
  const { leverages, sides } = offer;
  const offered = sides.length === 1 ? (sides[0] ?? null) : null;
  const { input, edited, readInput, change } = useInput(leverages, offered);
  const { faults, check } = useFaults(offer, readInput);
  const { form, focusFault } = useFaultFocus();
  const { pending, send } = useSending(offer);

  // A fault appears once typing pauses. From then on it is checked again every half second, as are the levels, against
  // the moving price and the free margin.
  useEffect(() => {
    const watched = [...fields.filter((field) => field === edited || faults[field]), ...levelKinds];
    const timer = setInterval(() => check(watched), typingPauseMs);
    return () => clearInterval(timer);
  }, [input, edited, faults, check]);

  const refuse = (wrong: readonly Field[]) => {
    // Unfolds the levels so that their fault is visible.
    if (levelKinds.some((kind) => wrong.includes(kind))) $levelsShown.set(true);
    focusFault();
  };
  const trade = async (direction: Direction) => {
    change({ direction });
    const wrong = check(fields);
    if (wrong.length > 0) {
      refuse(wrong);
      return;
    }
    await send(direction, readInput(), {
      // The price had passed a level when the order arrived. The fault is shown beside the level, unless the price has
      // moved back since.
      isLate: () => {
        const late = check(levelKinds);
        if (late.length > 0) refuse(late);
        return late.length > 0;
      },
      // The levels belonged to this order. If they stayed, the next order would be opened with them or refused because
      // of them.
      onOpened: () => change({ stopLoss: '', takeProfit: '', direction: offered }),
    });
  };
  const edit = (field: Field, next: Partial<TicketInput>) => {
    change(next, field);
    if (faults[field]) check([field]);
  };
  return { form, input, faults, pending, offered, edit, trade };
}

/** The inputs, and the field that was edited last. */
function useInput(leverages: readonly number[], offered: Direction | null) {
  const [typed, setTyped] = useState<{ input: TicketInput; edited: Field | null }>(() => {
    const { amount, leverage } = $draft.get();
    const start = { amount, leverage: startingLeverage(leverages, leverage), stopLoss: '', takeProfit: '' };
    return { input: { ...start, direction: offered }, edited: null };
  });
  // Read by timers and after an order, when the rendered input may be older.
  const latest = useRef(typed.input);
  const readInput = useCallback(() => latest.current, []);
  const change = useCallback((next: Partial<TicketInput>, edited: Field | null = null) => {
    latest.current = { ...latest.current, ...next };
    setTyped({ input: latest.current, edited });
  }, []);

  // An operator may change the leverages while the customer types. A choice that is no longer offered is replaced;
  // everything else stays.
  useEffect(() => {
    const { leverage = null } = readInput();
    const next = startingLeverage(leverages, leverage);
    if (next !== leverage) change({ leverage: next });
  }, [leverages, readInput, change]);
  return { ...typed, readInput, change };
}

/** The faults on the screen. `check` shows those of some fields and returns which of them are wrong. */
function useFaults({ symbol, leverages, freeMargin }: TicketOffer, readInput: () => TicketInput) {
  const { locale } = useTerminal();
  const [faults, setFaults] = useState<ShownFaults>({});
  const check = useCallback(
    (checked: readonly Field[]) => {
      const found = checkTicket(readInput(), { freeMargin, leverages, price: priceBook.get(symbol), locale });
      setFaults((shown) =>
        checked.every((field) => shown[field] === found[field])
          ? shown
          : { ...shown, ...Object.fromEntries(checked.map((field) => [field, found[field]])) },
      );
      return checked.filter((field) => found[field]);
    },
    [symbol, leverages, freeMargin, locale, readInput],
  );
  return { faults, check };
}

/** Moves the focus to the first wrong field, once its fault is on the screen. */
function useFaultFocus() {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);
  return { form, focusFault: () => setRefusals((count) => count + 1) };
}

/**
 * Sends orders and reports how they end. `onDone` is called unless the order was refused; neither it nor the others are
 * called once the form is gone, because another may have been opened in its place.
 */
export function useSending({ symbol, onDone }: Pick<TicketOffer, 'symbol'> & Partial<Pick<TicketOffer, 'onDone'>>) {
  const { locale } = useTerminal();
  const { reportOpen } = useReport();
  const orders = useStore($orders);
  const pending = useStore($pendingOrders)[symbol] ?? null;
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  const send = async (
    direction: Direction,
    input: TicketInput,
    { isLate, onOpened }: { isLate?: () => boolean; onOpened?: () => void } = {},
  ) => {
    const price = priceBook.get(symbol)?.[direction];
    const order = ticketOrder(input, locale);
    if (!orders || !price || !order || $pendingOrders.get()[symbol]) return;
    $pendingOrders.setKey(symbol, direction);
    const outcome = await orders.open({ symbol, direction, ...order, price });
    $pendingOrders.setKey(symbol, undefined);
    if (isShown.current && outcome.kind === 'refused' && outcome.problem.fields && isLate?.()) return;
    reportOpen(outcome);
    if (!isShown.current) return;
    if (outcome.kind === 'done') onOpened?.();
    if (outcome.kind !== 'refused') onDone?.();
  };
  return { pending, send };
}
