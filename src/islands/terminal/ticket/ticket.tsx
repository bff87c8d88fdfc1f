import { useStore } from '@nanostores/react';
import type { Asset, Direction } from '../../../lib/contract/entities.ts';
import { $session } from '../../../stores/session.ts';
import { $balance } from '../../../stores/trading/balance.ts';
import { accessProblem, amountOf, keepDraft, leverageOptions } from '../../../stores/trading/ticket.ts';
import { useTerminal } from '../terminal-context.ts';
import { AmountField, LevelFields, LeverageField } from './ticket-fields.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import styles from './ticket.module.css';
import { TradeButtons } from './trade-sides.tsx';
import { useTicket } from './use-ticket.ts';
import type { TicketOffer } from './use-ticket.ts';

interface TicketProps {
  asset: Asset | undefined;
  /** The sides on offer: both beside the chart, one in the sheet. */
  sides: readonly Direction[];
  onDone?: () => void;
}

/** The new-trade form, or why it is not available. */
export function Ticket({ asset, sides, onDone }: TicketProps) {
  const { t } = useTerminal();
  const session = useStore($session, { ssr: 'initial' });
  const balance = useStore($balance);
  if (!asset || !session || !balance) return <TicketSkeleton />;

  const problem = accessProblem(asset, session.user);
  if (problem) {
    return (
      <div className={styles.locked} role="status">
        <strong>{t(`problems.${problem}`)}</strong>
        <p>{t(`platform.ticket.locked.${problem}`, { symbol: asset.symbol })}</p>
      </div>
    );
  }
  return (
    <TicketForm
      // Prices differ between assets, so the form resets, except for the last typed amount.
      key={asset.symbol}
      symbol={asset.symbol}
      leverages={leverageOptions(asset, session.user)}
      freeMargin={balance.freeMargin}
      sides={sides}
      onDone={onDone}
    />
  );
}

function TicketSkeleton() {
  const { t } = useTerminal();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: 4 }, (_, index) => (
        <span key={index} className={styles.ghost} aria-hidden="true" />
      ))}
    </div>
  );
}

interface TextEvent {
  target: { value: string };
}

function TicketForm(offer: TicketOffer) {
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
            // Both sides are offered again until one is pressed.
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

/** The risk warning beside every ticket: unobtrusive but readable. */
export function RiskNote() {
  const { t } = useTerminal();
  return <p className={styles.risk}>{t('common.riskShort')}</p>;
}
