import { useStore } from '@nanostores/react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import type { Direction } from '../../../lib/contract/entities.ts';
import { levelKinds } from '../../../stores/trading/levels.ts';
import type { LevelKind } from '../../../stores/trading/levels.ts';
import { $levelsShown } from '../../../stores/trading/ticket.ts';
import { dash } from '../live/follow-price.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './fields.module.css';
import { LevelField } from './level-field.tsx';
import type { Bet } from './level-field.tsx';

interface LevelFieldsProps {
  bet: Bet;
  /** The side that the levels are held against; null: neither yet. */
  direction: Direction | null;
  texts: Record<LevelKind, string>;
  errors: Partial<Record<LevelKind, FieldError>>;
  register: (kind: LevelKind) => UseFormRegisterReturn;
}

/** Stop loss and take profit, folded away until they are wanted. Folded again, they are still said and still sent. */
export function LevelFields({ bet, direction, texts, errors, register }: LevelFieldsProps) {
  const { t } = useTerminal();
  const isShown = useStore($levelsShown);
  const isUsed = levelKinds.some((kind) => texts[kind] !== '');
  return (
    <details className={styles.levels} open={isShown} onToggle={(event) => $levelsShown.set(event.currentTarget.open)}>
      <summary>
        {t('platform.level.title')}
        {isUsed && !isShown && <span>{levelKinds.map((kind) => texts[kind] || dash).join(' / ')}</span>}
      </summary>
      {levelKinds.map((kind) => (
        <LevelField
          key={kind}
          kind={kind}
          bet={bet}
          direction={direction}
          text={texts[kind]}
          error={errors[kind]}
          {...register(kind)}
        />
      ))}
    </details>
  );
}
