import { useStore } from '@nanostores/react';
import { Fragment, useCallback, useId } from 'react';
import { chartResolutions } from '../../../stores/candles.ts';
import { $shortcuts } from '../../../stores/market-list.ts';
import { $oneClick } from '../../../stores/trading/screen-choices.ts';
import { Button } from '../../shared/button.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './keys-dialog.module.css';
import { keyedIntervals } from './shortcuts.ts';

/** The list of keys, and the switch that turns them off. This module is loaded on first use. */
export function KeysDialog({ onShut }: { onShut: () => void }) {
  const { t } = useTerminal();
  const titleId = useId();
  const isOn = useStore($shortcuts);
  const isOneClick = useStore($oneClick);
  const open = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    return () => dialog.close();
  }, []);
  const intervals = chartResolutions.slice(0, keyedIntervals);
  const sides = isOneClick ? 'send' : 'choose';
  const keys: readonly [string[], string][] = [
    [['/'], t('platform.keys.search')],
    [['↑', '↓'], t('platform.keys.market')],
    [['B'], t(`platform.keys.${sides}.buy`)],
    [['S'], t(`platform.keys.${sides}.sell`)],
    [['1', String(intervals.length)], t('platform.keys.interval', { intervals: intervals.join(', ') })],
    [['Esc'], t('platform.keys.leave')],
    [['?'], t('platform.keys.help')],
  ];
  return (
    <dialog ref={open} className={`dialog ${styles.dialog}`} aria-labelledby={titleId} onClose={onShut} closedby="any">
      <h2 id={titleId}>{t('platform.keys.title')}</h2>
      <dl className={styles.keys}>
        {keys.map(([names, meaning]) => (
          <div key={meaning}>
            <dt>
              {names.map((name, index) => (
                <Fragment key={name}>
                  {index > 0 && name !== '↓' && '–'}
                  <kbd>{name}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.choice}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => $shortcuts.set(target.checked)} />
        {t('platform.keys.use')}
      </label>
      <Button onClick={onShut}>{t('common.close')}</Button>
    </dialog>
  );
}
