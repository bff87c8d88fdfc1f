import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $oneClick, switchOneClick } from '../../../stores/trading/screen-choices.ts';
import { OnDemand, preload } from '../../shared/on-demand.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './one-click.module.css';

const loadWarning = async () => (await import('./one-click-warning.tsx')).OneClickWarning;
const preloadWarning = () => preload(loadWarning);

/** Switches one-click trading. Switching it on has to be confirmed, after a warning. */
export function OneClickSwitch() {
  const { t } = useTerminal();
  const isOn = useStore($oneClick);
  const [isAsked, setAsked] = useState(false);
  return (
    <div className={styles.choice}>
      <label>
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          onPointerEnter={preloadWarning}
          onFocus={preloadWarning}
          onChange={() => (isOn ? switchOneClick(false) : setAsked(true))}
        />
        {t('platform.oneClick.label')}
      </label>
      {isOn && <p>{t('platform.oneClick.on')}</p>}
      {isAsked && <OnDemand load={loadWarning} t={t} onShut={() => setAsked(false)} />}
    </div>
  );
}
