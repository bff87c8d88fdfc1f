import { useCallback, useId, useState } from 'react';
import { profitAt } from '../../../stores/trading/levels.ts';
import type { PositionLevel } from '../../../stores/trading/levels.ts';
import { useTerminal } from '../terminal-context.ts';
import { LevelFaultText, LevelMeaning } from './level-note.tsx';
import styles from './levels.module.css';
import { useLevelUpdate } from './use-level-update.ts';
import { useTypedLevel } from './use-typed-level.ts';

const begin = (input: HTMLInputElement | null) => {
  input?.focus();
  input?.select();
};

/** Changes one level of an open position: Enter saves, Escape leaves it as it was, nothing typed removes it. */
export function LevelEditor({ position, kind, onDone }: PositionLevel & { onDone: () => void }) {
  const { t } = useTerminal();
  const noteId = useId();
  const form = useEscape(onDone);
  const { isPending, refusal, send, forgetRefusal } = useLevelUpdate({ position, kind, onDone });
  const { text, known, fault, rate, type, check } = useTypedLevel({ position, kind });
  // Not `known`: the level is gone before the form is, and the focus would go with the button.
  const [isSet] = useState(known !== null);
  const isWrong = fault !== undefined || refusal !== undefined;

  const save = () => {
    if (check()) return;
    if (rate === known) onDone();
    else void send(rate);
  };

  return (
    <form
      ref={form}
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input
        ref={begin}
        aria-label={t('platform.level.of', { level: t(`platform.column.${kind}`), symbol: position.symbol })}
        inputMode="decimal"
        maxLength={18}
        autoComplete="off"
        value={text}
        readOnly={isPending}
        onChange={(event) => {
          forgetRefusal();
          type(event.target.value);
        }}
        aria-invalid={isWrong}
        aria-describedby={noteId}
      />
      <button type="submit" className={styles.save} aria-busy={isPending || undefined}>
        {t('platform.level.save')}
      </button>
      <button type="button" className={styles.cancel} aria-label={t('platform.level.cancel')} onClick={onDone}>
        ×
      </button>
      <p id={noteId} className={styles.note} data-fault={isWrong || undefined} aria-live="polite">
        {fault ? <LevelFaultText fault={fault} {...position} /> : refusal}
        {!isWrong && rate !== null && <LevelMeaning profit={profitAt(position, rate)} />}
      </p>
      {isSet && (
        <button type="button" className={styles.remove} onClick={() => void send(null)}>
          {t('platform.level.remove')}
        </button>
      )}
    </form>
  );
}

/** Escape anywhere in the form leaves it. Written as a listener: a form itself is nothing to press. */
function useEscape(leave: () => void) {
  return useCallback(
    (form: HTMLFormElement) => {
      const listen = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        leave();
      };
      form.addEventListener('keydown', listen);
      return () => form.removeEventListener('keydown', listen);
    },
    [leave],
  );
}
