import { $draft, amountOf, keepDraft } from '../../../stores/trading/ticket.ts';
import { OneClickSwitch } from './one-click.tsx';
import { AmountField, LevelFields, LeverageField } from './ticket-fields.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import styles from './ticket.module.css';
import { TradeButtons } from './trade-sides.tsx';
import { useTicket } from './use-ticket.ts';
import type { TicketOffer } from './use-ticket.ts';

/** The new-trade form. */
export function TicketForm(offer: TicketOffer) {
  const { symbol, leverages, freeMargin, sides } = offer;
  const { form, input, faults, pending, offered, edit, trade } = useTicket(offer);
  const bet = { symbol, sides, amount: amountOf(input.amount, freeMargin), leverage: input.leverage };

  const setAmount = (amount: string) => {
    if (amount !== $draft.get().amount) keepDraft({ amount });
    edit('amount', { amount });
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => event.preventDefault()}>
      <AmountField
        freeMargin={freeMargin}
        fault={faults.amount}
        value={input.amount}
        onShare={(share) => setAmount(String(share))}
        onChange={({ target }) => setAmount(target.value)}
        onBlur={() => setAmount(input.amount.trim())}
      />
      <LeverageField
        leverages={leverages}
        selected={input.leverage}
        fault={faults.leverage}
        onSelect={(leverage) => {
          keepDraft({ leverage });
          edit('leverage', { leverage });
        }}
      />
      <LevelFields
        bet={bet}
        direction={input.direction}
        texts={input}
        faults={faults}
        // An edited level is checked for every side on offer until a button is pressed.
        onText={(kind, text) => edit(kind, { [kind]: text, direction: offered })}
        onTrim={(kind) => edit(kind, { [kind]: input[kind].trim() })}
      />
      <TradeButtons symbol={symbol} sides={sides} pending={pending} onTrade={(direction) => void trade(direction)} />
      <TicketPreview {...bet} />
      <OneClickSwitch />
    </form>
  );
}
