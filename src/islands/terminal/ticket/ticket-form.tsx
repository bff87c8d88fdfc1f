import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import type { Direction } from '../../../lib/contract/entities.ts';
import { priceBook } from '../../../stores/prices.ts';
import { levelKinds } from '../../../stores/trading/levels.ts';
import { $orders } from '../../../stores/trading/orders.ts';
import {
  $draft,
  $levelsShown,
  amountOf,
  checkTicket,
  keepDraft,
  startingLeverage,
  ticketOrder,
} from '../../../stores/trading/ticket.ts';
import type { TicketInput } from '../../../stores/trading/ticket.ts';
import { typingPauseMs } from '../live/level-fault.tsx';
import { useReport } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import { AmountField, LevelFields, LeverageField } from './ticket-fields.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import styles from './ticket.module.css';
import { TradeButtons } from './trade-sides.tsx';

interface TicketOffer {
  symbol: string;
  leverages: readonly number[];
  /** Major units. */
  freeMargin: number;
  /** The sides on offer: both beside the chart, one in the sheet. */
  sides: readonly Direction[];
  onDone: (() => void) | undefined;
}

interface TextEvent {
  target: { value: string };
}

/** The new-trade form. */
export function TicketForm(offer: TicketOffer) {
  const { symbol, leverages, freeMargin, sides } = offer;
  const { form, input, pending, offered, validateAs, trade } = useTicket(offer);
  const { register, setValue } = form;
  const { errors } = form.formState;
  const bet = { symbol, sides, amount: amountOf(input.amount ?? '', freeMargin), leverage: input.leverage };
  register('leverage', validateAs('leverage'));

  const applyAmount = (text: string) => {
    keepDraft({ amount: text });
    setValue('amount', text, { shouldValidate: true });
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => event.preventDefault()}>
      <AmountField
        freeMargin={freeMargin}
        fault={errors.amount?.message}
        onShare={(share) => applyAmount(String(share))}
        {...register('amount', {
          ...validateAs('amount'),
          onChange: (event: TextEvent) => keepDraft({ amount: event.target.value }),
          onBlur: (event: TextEvent) => applyAmount(event.target.value.trim()),
        })}
      />
      <LeverageField
        leverages={leverages}
        selected={input.leverage}
        fault={errors.leverage?.message}
        onSelect={(leverage) => {
          keepDraft({ leverage });
          setValue('leverage', leverage, { shouldValidate: true });
        }}
      />
      <LevelFields
        bet={bet}
        direction={input.direction ?? null}
        texts={{ stopLoss: input.stopLoss ?? '', takeProfit: input.takeProfit ?? '' }}
        errors={errors}
        register={(kind) =>
          register(kind, {
            ...validateAs(kind),
            // Editing a level resets the direction, so levels are checked for every side on offer until a button is
            // pressed.
            onChange: () => setValue('direction', offered),
            onBlur: (event: TextEvent) => setValue(kind, event.target.value.trim()),
          })
        }
      />
      <TradeButtons symbol={symbol} sides={sides} pending={pending} onTrade={trade} />
      <TicketPreview {...bet} />
    </form>
  );
}

/** The state, validation and submission of the new-trade form. */
function useTicket({ symbol, leverages, freeMargin, sides, onDone }: TicketOffer) {
  const { locale } = useTerminal();
  const offered = sides.length === 1 ? (sides[0] ?? null) : null;
  const form = useForm<TicketInput>({
    mode: 'onChange',
    delayError: typingPauseMs,
    defaultValues: {
      amount: $draft.get().amount,
      leverage: startingLeverage(leverages, $draft.get().leverage),
      ...{ stopLoss: '', takeProfit: '', direction: offered },
    },
  });
  const { control, trigger, getValues, getFieldState, setValue, handleSubmit } = form;
  const input = useWatch({ control });
  const { pending, send } = useSending({ symbol, onDone, offered, form });

  const faultsOf = (values: TicketInput) =>
    checkTicket(values, { freeMargin, leverages, price: priceBook.get(symbol), locale });
  const validateAs = (field: 'amount' | 'leverage' | 'stopLoss' | 'takeProfit') => ({
    validate: (_: unknown, values: TicketInput) => faultsOf(values)[field],
  });

  // Validates levels against the moving price every half second, instead of rendering at every price.
  useEffect(() => {
    const timer = setInterval(() => {
      const faults = checkTicket(getValues(), { freeMargin, leverages, price: priceBook.get(symbol), locale });
      for (const kind of levelKinds) {
        const { error } = getFieldState(kind);
        if (error?.message !== faults[kind]) void trigger(kind);
      }
    }, typingPauseMs);
    return () => clearInterval(timer);
  }, [input.stopLoss, input.takeProfit, symbol, freeMargin, leverages, locale, getValues, getFieldState, trigger]);

  // An amount that was too large may be valid once the free margin has grown.
  useEffect(() => {
    if (getFieldState('amount').invalid) void trigger('amount');
  }, [freeMargin, getFieldState, trigger]);

  // An operator may change the leverages while the customer types. A choice that is no longer offered is replaced;
  // everything else stays.
  useEffect(() => {
    const { leverage = null } = getValues();
    const next = startingLeverage(leverages, leverage);
    if (next !== leverage) setValue('leverage', next);
  }, [leverages, getValues, setValue]);

  const trade = (direction: Direction) => {
    setValue('direction', direction);
    void handleSubmit(
      (values) => send(direction, values),
      ({ stopLoss, takeProfit }) => {
        // Unfolds the levels so that their fault is visible.
        if (stopLoss ?? takeProfit) $levelsShown.set(true);
      },
    )();
  };
  return { form, input, pending, offered, validateAs, trade };
}

interface Sending {
  symbol: string;
  onDone: (() => void) | undefined;
  /** The only side on offer; null if both are. */
  offered: Direction | null;
  form: UseFormReturn<TicketInput>;
}

function useSending({ symbol, onDone, offered, form }: Sending) {
  const { locale } = useTerminal();
  const { reportOpen } = useReport();
  const orders = useStore($orders);
  const [pending, setPending] = useState<Direction | null>(null);

  const send = async (direction: Direction, input: TicketInput) => {
    const price = priceBook.get(symbol)?.[direction];
    const order = ticketOrder(input, locale);
    if (!orders || !price || !order) return;
    setPending(direction);
    const outcome = await orders.open({ symbol, direction, ...order, price });
    setPending(null);
    // The price had passed a level when the order arrived. The fault is shown beside the level, unless the price has
    // moved back since.
    if (outcome.kind === 'refused' && outcome.problem.fields && !(await form.trigger(levelKinds))) {
      $levelsShown.set(true);
      return;
    }
    if (outcome.kind === 'done') {
      // The levels belonged to this order. If they stayed, the next order would be opened with them or refused because
      // of them.
      form.setValue('direction', offered);
      for (const kind of levelKinds) form.resetField(kind);
    }
    reportOpen(outcome);
    if (outcome.kind !== 'refused') onDone?.();
  };
  return { pending, send };
}
