import { useRef, useState } from 'react';
import { formatRate } from '../../../lib/format/format-number.ts';
import { levelOf } from '../../../stores/trading/levels.ts';
import type { PositionLevel } from '../../../stores/trading/levels.ts';
import { useTerminal } from '../terminal-context.ts';
import { LevelEditor } from './level-editor.tsx';
import styles from './levels.module.css';

const focusIt = (button: HTMLButtonElement | null) => button?.focus();

/** A level of an open position: pressed, it becomes a small form in its place. */
export function LevelCell({ position, kind }: PositionLevel) {
  const { t, locale } = useTerminal();
  // `left`: the form was left with the focus in it, which comes back here.
  const [state, setState] = useState<'shown' | 'editing' | 'left'>('shown');
  const cell = useRef<HTMLSpanElement>(null);
  const level = levelOf({ position, kind });
  const shut = () => setState(cell.current?.contains(document.activeElement) ? 'left' : 'shown');
  return (
    <span ref={cell} className={styles.cell}>
      {state === 'editing' ? (
        <LevelEditor position={position} kind={kind} onDone={shut} />
      ) : (
        <button
          ref={state === 'left' ? focusIt : null}
          type="button"
          className={styles.level}
          data-none={level === null || undefined}
          onClick={() => setState('editing')}
        >
          {level === null ? t('platform.level.set') : formatRate(level, locale)}
          <span className="visually-hidden">
            {' '}
            {t('platform.level.of', { level: t(`platform.column.${kind}`), symbol: position.symbol })}
          </span>
        </button>
      )}
    </span>
  );
}
