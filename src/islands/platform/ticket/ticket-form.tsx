import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Direction } from '../../../lib/contract/entities.ts';
import { parseMoney } from '../../../lib/format/parse-money.ts';
import { priceBook } from '../../../stores/prices.ts';
import { $orders } from '../../../stores/trading/orders.ts';
import { $draft, keepDraft, startingLeverage, ticketSchema } from '../../../stores/trading/ticket.ts';
import type { TicketInput, TicketValues } from '../../../stores/trading/ticket.ts';
import { useReport } from '../use-report.ts';
import { AmountField } from './amount-field.tsx';
import { LeverageField } from './leverage-field.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import { TradeButtons } from './trade-buttons.tsx';
import styles from './ticket.module.css';

interface TicketFormProps {
  symbol: string;
  leverages: readonly number[];
  /** Major units. */
  freeMargin: number;
  sides: readonly Direction[];
  onDone: (() => void) | undefined;
}

interface AmountEvent {
  target: { value: string };
}

export function TicketForm({ symbol, leverages, freeMargin, sides, onDone }: TicketFormProps) {
  const { reportOpen } = useReport();
  const orders = useStore($orders);
  const [pending, setPending] = useState<Direction | null>(null);
  const { register, handleSubmit, setValue, control, formState } = useForm<TicketInput, unknown, TicketValues>({
    mode: 'onChange',
    resolver: zodResolver(ticketSchema({ freeMargin, leverages })),
    defaultValues: startingValues(leverages),
  });
  const [amount, leverage] = useWatch({ control, name: ['amount', 'leverage'] });

  const send = async (direction: Direction, values: TicketValues) => {
    const price = priceBook.get(symbol)?.[direction];
    if (!orders || !price) return;
    setPending(direction);
    const outcome = await orders.open({ symbol, direction, ...values, price });
    setPending(null);
    reportOpen(outcome);
    if (outcome.kind !== 'refused') onDone?.();
  };

  const takeAmount = (text: string) => {
    keepDraft({ amount: text });
    setValue('amount', text, { shouldValidate: true });
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => event.preventDefault()}>
      <AmountField
        freeMargin={freeMargin}
        fault={formState.errors.amount?.message}
        onShare={(share) => takeAmount(String(share))}
        {...register('amount', {
          onChange: (event: AmountEvent) => keepDraft({ amount: event.target.value }),
          onBlur: (event: AmountEvent) => takeAmount(event.target.value.trim()),
        })}
      />
      <LeverageField
        leverages={leverages}
        selected={leverage}
        onSelect={(next) => {
          keepDraft({ leverage: next });
          setValue('leverage', next, { shouldValidate: true });
        }}
      />
      <TradeButtons
        symbol={symbol}
        sides={sides}
        pending={pending}
        onTrade={(direction) => void handleSubmit((values) => send(direction, values))()}
      />
      <TicketPreview symbol={symbol} sides={sides} amount={parseMoney(amount) ?? NaN} leverage={leverage} />
    </form>
  );
}

function startingValues(leverages: readonly number[]) {
  const { amount, leverage } = $draft.get();
  const starting = startingLeverage(leverages, leverage);
  return { amount, ...(starting !== undefined && { leverage: starting }) };
}
