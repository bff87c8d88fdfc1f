import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { PositionLevel } from '../../../stores/trading/levels.ts';
import { LevelFaultText } from '../live/level-fault.tsx';
import { useTerminal } from '../terminal-context.ts';
import { LevelMeaning } from './level-note.tsx';
import styles from './levels.module.css';
import { useLevelUpdate } from './use-level-update.ts';
import { useTypedLevel } from './use-typed-level.ts';

/**
 * Changes one level of an open position, in a popover at its cell: the table stays as it is. Enter saves, Escape and a press
 * beside it leave the level as it was, nothing typed removes it. The browser gives the focus back to the cell.
 */
export function LevelEditor({ position, kind, onShut }: PositionLevel & { onShut: () => void }) {
  const { t } = useTerminal();
  const noteId = useId();
  const form = useRef<HTMLFormElement>(null);
  const onDone = () => form.current?.hidePopover();
  const { isPending, refusal, send, forgetRefusal } = useLevelUpdate({ position, kind, onDone });
  const { text, known, fault, rate, type, check } = useTypedLevel({ position, kind });
  // Not `known`: the level is gone before the form is, and the focus would go with the button.
  const [isSet] = useState(known !== null);
  const isWrong = Boolean(fault ?? refusal);

  useLayoutEffect(() => {
    form.current?.showPopover();
    const input = form.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);

  const save = () => {
    if (check()) return;
    if (rate === known) onDone();
    else void send(rate);
  };

  return (
    <form
      ref={form}
      className={styles.editor}
      popover="auto"
      onToggle={({ newState }) => newState === 'closed' && onShut()}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input
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
        {fault === null && refusal === undefined && rate !== null && <LevelMeaning {...{ position, kind, rate }} />}
      </p>
      {isSet && (
        <button type="button" className={styles.remove} onClick={() => void send(null)}>
          {t('platform.level.remove')}
        </button>
      )}
    </form>
  );
}
