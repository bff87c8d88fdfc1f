import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useId, useState } from 'react';
import type { AutoTradingDetails } from '../../../lib/contract/accounts/auto-trading-calls.ts';
import { formatDay } from '../../../lib/format/format-date-time.ts';
import { formatCount, formatMoney, formatPercent, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { $autoTradingDetails, loadAutoTrading } from '../../../stores/trading/auto-trading-details.ts';
import { $autoTradingSwitch, $isAutoTrading, switchAutoTrading } from '../../../stores/trading/auto-trading.ts';
import { Button } from '../../shared/button.tsx';
import { useRetry } from '../../shared/use-retry.ts';
import { trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import styles from './auto-trading-dialog.module.css';

const refreshEveryMs = 5_000;

/**
 * The rule of auto trading, to which the customer has to agree before it is turned on, and its result. This module is
 * loaded on first use.
 */
export function AutoTradingDialog({ onShut }: { onShut: () => void }) {
  const { t } = useTerminal();
  const titleId = useId();
  const details = useStore($autoTradingDetails);
  const open = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    // Otherwise the browser scrolls to the first control, which is below the rule.
    dialog.querySelector('h2')?.focus();
    return () => dialog.close();
  }, []);
  useEffect(() => {
    void loadAutoTrading();
    const timer = setInterval(() => void loadAutoTrading(), refreshEveryMs);
    return () => {
      clearInterval(timer);
      $autoTradingDetails.set(null);
    };
  }, []);
  return (
    <dialog ref={open} className={`dialog ${styles.dialog}`} aria-labelledby={titleId} onClose={onShut} closedby="any">
      <h2 id={titleId} tabIndex={-1}>
        {t('platform.autoTrading.label')}
      </h2>
      {details === null && <p className={styles.quiet}>{t('platform.autoTrading.loading')}</p>}
      {details === 'failed' && <Failure onShut={onShut} />}
      {details !== null && details !== 'failed' && <Loaded details={details} onShut={onShut} />}
    </dialog>
  );
}

function Failure({ onShut }: { onShut: () => void }) {
  const { t } = useTerminal();
  const { isBusy, tries, retry } = useRetry(loadAutoTrading);
  return (
    <>
      <p key={tries} role="alert" className={styles.fault}>
        {t('platform.autoTrading.loadFailed')}
      </p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onShut}>
          {t('common.close')}
        </Button>
        <Button isLoading={isBusy} onClick={retry}>
          {t('platform.retry')}
        </Button>
      </div>
    </>
  );
}

interface LoadedProps {
  details: AutoTradingDetails;
  onShut: () => void;
}

function Loaded({ details, onShut }: LoadedProps) {
  const { t } = useTerminal();
  const isOn = useStore($isAutoTrading);
  return (
    <>
      {isOn && details.stopped === 1 && (
        <p role="status" className={styles.stopped}>
          {t('platform.autoTrading.stopped')}
        </p>
      )}
      <Results details={details} />
      <Rule rule={details.rule} />
      <p className={styles.quiet}>{t('platform.autoTrading.warning')}</p>
      <Choice details={details} isOn={isOn} onShut={onShut} />
    </>
  );
}

function Results({ details }: { details: AutoTradingDetails }) {
  const { t, locale, currency } = useTerminal();
  const { today, total, open_positions: open, exposure, most_exposure: most } = details;
  const money = (major: number) => formatMoney(major, locale, currency);
  const profit = (major: number | null) => (
    <span className={live.profit} data-trend={trendOfProfit(major ?? 0)}>
      {major === null ? dash : formatSignedMoney(major, locale, currency)}
    </span>
  );
  const figures = [
    ['today', profit(today)],
    ['total', profit(total)],
    ['open', formatCount(open, locale)],
    ['exposure', t('platform.autoTrading.ofMost', { exposure: money(exposure), most: money(most) })],
  ] as const;
  return (
    <dl className={styles.results} aria-label={t('platform.autoTrading.result')}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`platform.autoTrading.results.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const parts = ['what', 'when', 'size', 'loss', 'control'] as const;

function Rule({ rule }: Pick<AutoTradingDetails, 'rule'>) {
  const { t, locale } = useTerminal();
  const percent = (value: number) => formatPercent(value, locale);
  const figures = {
    ...{ resolution: rule.resolution, fast: formatCount(rule.fast, locale), slow: formatCount(rule.slow, locale) },
    ...{ share: percent(rule.free_margin_percent), cap: percent(rule.exposure_percent) },
    stop: percent(rule.daily_stop_percent),
  };
  return (
    <>
      <h3 className={styles.heading}>{t('platform.autoTrading.rule.title')}</h3>
      <dl className={styles.rule}>
        {parts.map((part) => (
          <div key={part}>
            <dt>{t(`platform.autoTrading.rule.${part}`)}</dt>
            <dd>{t(`platform.autoTrading.rule.${part}Text`, figures)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Turns auto trading on, once the customer agrees to the rule, or off. */
function Choice({ details, isOn, onShut }: LoadedProps & { isOn: boolean }) {
  const { t, locale } = useTerminal();
  const { rule, consented_at: consentedAt } = details;
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const [fault, setFault] = useState<'failed' | 'changed' | null>(null);
  const isPending = useStore($autoTradingSwitch) === 'pending';
  const isAgreed = consentedAt !== null || agreedTo === rule.version;

  async function change(): Promise<void> {
    setFault(null);
    await switchAutoTrading(!isOn, !isOn && consentedAt === null ? rule.version : undefined);
    if ($autoTradingSwitch.get() !== 'failed') {
      onShut();
      return;
    }
    await loadAutoTrading();
    const now = $autoTradingDetails.get();
    setFault(now !== null && now !== 'failed' && now.rule.version !== rule.version ? 'changed' : 'failed');
  }

  return (
    <>
      {!isOn && consentedAt !== null && (
        <p className={styles.agreed}>{t('platform.autoTrading.agreed', { date: formatDay(consentedAt, locale) })}</p>
      )}
      {!isOn && consentedAt === null && (
        <label className={styles.agree}>
          <input
            type="checkbox"
            checked={isAgreed}
            onChange={({ target }) => setAgreedTo(target.checked ? rule.version : null)}
          />
          {t('platform.autoTrading.agree')}
        </label>
      )}
      {fault && (
        <p role="alert" className={styles.fault}>
          {t(`platform.autoTrading.${fault}`)}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onShut}>
          {t('common.close')}
        </Button>
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          disabled={!isOn && !isAgreed}
          isLoading={isPending}
          onClick={() => void change()}
        >
          {t(isOn ? 'platform.autoTrading.turnOff' : 'platform.autoTrading.turnOn')}
        </Button>
      </div>
    </>
  );
}
