import { useState } from 'react';
import { formatRate } from '../../../lib/format/format-number.ts';
import { levelOf } from '../../../stores/trading/levels.ts';
import type { PositionLevel } from '../../../stores/trading/levels.ts';
import { useTerminal } from '../terminal-context.ts';
import { LevelEditor } from './level-editor.tsx';
import styles from './levels.module.css';

/** A level of an open position: pressed, it brings a small form. */
export function LevelCell({ position, kind }: PositionLevel) {
  const { t, locale } = useTerminal();
  const [isEditing, setEditing] = useState(false);
  const level = levelOf({ position, kind });
  return (
    <span className={styles.cell}>
      <button
        type="button"
        className={styles.level}
        data-none={level === null || undefined}
        aria-expanded={isEditing}
        onClick={() => setEditing(true)}
      >
        {level === null ? t('platform.level.set') : formatRate(level, locale)}
        <span className="visually-hidden">
          {' '}
          {t('platform.level.of', { level: t(`platform.column.${kind}`), symbol: position.symbol })}
        </span>
      </button>
      {isEditing && <LevelEditor position={position} kind={kind} onShut={() => setEditing(false)} />}
    </span>
  );
}
