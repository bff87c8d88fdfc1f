import { amountOf } from '../../../stores/trading/check-ticket.ts';
import { keepDraft } from '../../../stores/trading/ticket.ts';
import { AmountField } from './amount-field.tsx';
import { LevelFields } from './level-fields.tsx';
import { LeverageField } from './leverage-field.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import { TradeButtons } from './trade-buttons.tsx';
import styles from './ticket.module.css';
import { useTicket } from './use-ticket.ts';
import type { TicketOffer } from './use-ticket.ts';

interface TextEvent {
  target: { value: string };
}

export function TicketForm(offer: TicketOffer) {
  const { symbol, leverages, freeMargin, sides } = offer;
  const { form, input, pending, offered, validateAs, trade } = useTicket(offer);
  const { register, setValue } = form;
  const { errors } = form.formState;
  const bet = { symbol, sides, amount: amountOf(input.amount ?? '', freeMargin), leverage: input.leverage };
  register('leverage', validateAs('leverage'));

  const takeAmount = (text: string) => {
    keepDraft({ amount: text });
    setValue('amount', text, { shouldValidate: true });
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => event.preventDefault()}>
      <AmountField
        freeMargin={freeMargin}
        fault={errors.amount?.message}
        onShare={(share) => takeAmount(String(share))}
        {...register('amount', {
          ...validateAs('amount'),
          onChange: (event: TextEvent) => keepDraft({ amount: event.target.value }),
          onBlur: (event: TextEvent) => takeAmount(event.target.value.trim()),
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
            // Both sides are on offer again until one is pressed.
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
