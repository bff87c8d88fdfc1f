import { useStore } from '@nanostores/react';
import { $autoTradingSwitch, $isAutoTrading, switchAutoTrading } from '../../../stores/trading/auto-trading.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './auto-trading-switch.module.css';

const noteId = 'auto-trading-note';

/** Switches auto trading. What it does is told on request; a switch that the server did not confirm says so beside it. */
export function AutoTradingSwitch() {
  const { t } = useTerminal();
  const isOn = useStore($isAutoTrading);
  const state = useStore($autoTradingSwitch);
  const isPending = state === 'pending';
  return (
    <div className={styles.auto}>
      <label className={styles.label}>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={isOn}
          aria-busy={isPending}
          onChange={() => void switchAutoTrading(!isOn)}
        />
        {t('platform.autoTrading.label')}
        <span className={styles.state} aria-hidden="true">
          {isPending ? '…' : t(isOn ? 'platform.autoTrading.on' : 'platform.autoTrading.off')}
        </span>
      </label>
      <button type="button" className={styles.ask} popoverTarget={noteId} aria-label={t('platform.autoTrading.ask')}>
        ?
      </button>
      <p id={noteId} popover="auto" className={styles.note}>
        {t('platform.autoTrading.note')}
      </p>
      <span role="alert" className={styles.failed}>
        {state === 'failed' && t('platform.autoTrading.failed')}
      </span>
    </div>
  );
}
