import { useStore } from '@nanostores/react';
import type { Asset, Direction } from '../../../lib/contract/entities.ts';
import { $session } from '../../../stores/session.ts';
import { $balance } from '../../../stores/trading/balance.ts';
import { accessProblem, leverageOptions } from '../../../stores/trading/ticket.ts';
import { useTerminal } from '../terminal-context.ts';
import { TicketForm } from './ticket-form.tsx';
import styles from './ticket.module.css';

interface TicketProps {
  asset: Asset | undefined;
  /** The sides on offer: both beside the chart, one in the sheet. */
  sides: readonly Direction[];
  onDone?: () => void;
}

/** The new-trade form, or why there is none. */
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
      // With another asset come other prices: the form starts again, from the amount that was typed last.
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
