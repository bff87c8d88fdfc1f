import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { stepToVerify } from '../../../lib/contract/accounts/first-steps.ts';
import type { Asset, Direction, User } from '../../../lib/contract/entities.ts';
import { $session } from '../../../stores/session.ts';
import { $balance } from '../../../stores/trading/balance.ts';
import { $ticketDock } from '../../../stores/trading/screen-choices.ts';
import { accessProblem, leverageOptions } from '../../../stores/trading/ticket.ts';
import { CustomerSteps } from '../shell/customer-steps.tsx';
import { Tabs } from '../shell/tabs.tsx';
import { useTerminal } from '../terminal-context.ts';
import { LoadedCalculator, preloadCalculator } from './calculator-loader.tsx';
import styles from './ticket.module.css';
import { TicketForm } from './ticket-form.tsx';
import { bothSides } from './trade-sides.tsx';

type Which = 'trade' | 'calculator';

/** The panel beside the chart: the ticket with both sides, and the calculator on a second tab. */
export function TicketPanel({ symbol, asset }: { symbol: string; asset: Asset | undefined }) {
  const { t } = useTerminal();
  const [which, setWhich] = useState<Which>('trade');
  const panelId = useId();
  const title = t('platform.ticket.title', { symbol });
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        <Tabs<Which>
          label={title}
          panelId={panelId}
          selected={which}
          onSelect={setWhich}
          onNear={preloadCalculator}
          tabs={[
            { id: 'trade', label: t('platform.ticket.tab') },
            { id: 'calculator', label: t('platform.calculator.title') },
          ]}
        />
        <DockButton />
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${which}`} className={styles.content}>
        {/* Stays mounted while the calculator is shown, so that typed values are not lost. */}
        <div hidden={which !== 'trade'}>
          <CustomerSteps form="card" />
          <Ticket asset={asset} sides={bothSides} />
        </div>
        {which === 'calculator' && <LoadedCalculator onFailed={() => setWhich('trade')} />}
        <RiskNote />
      </div>
    </section>
  );
}

/** Moves the ticket beside the market list or below it. Only a wide screen has room for both. */
function DockButton() {
  const { t } = useTerminal();
  const dock = useStore($ticketDock, { ssr: 'initial' });
  const other = dock === 'beside' ? 'below' : 'beside';
  const label = t(`platform.ticket.dock.${other}`);
  return (
    <button
      type="button"
      className={styles.dock}
      aria-label={label}
      title={label}
      onClick={() => $ticketDock.set(other)}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={`M2 2.5h12v11H2z${other === 'below' ? 'M2 8.5h12' : 'M8 2.5v11'}`} />
      </svg>
    </button>
  );
}

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
        {problem === 'NOT_VERIFIED' && <StepToVerify user={session.user} />}
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

/** Leads to what is missing before the account can be verified. */
function StepToVerify({ user }: { user: User }) {
  const { t, paths } = useTerminal();
  const step = stepToVerify(user);
  return (
    <a className={styles.way} href={paths[step]}>
      {t(`common.steps.${step}.title`)}
    </a>
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

/** The risk warning beside every ticket: unobtrusive but readable. */
export function RiskNote() {
  const { t } = useTerminal();
  return <p className={styles.risk}>{t('common.riskShort')}</p>;
}
