import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { levelFields } from '../../../lib/trading/level-problem.ts';
import { formatRate, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { parseRate, rateInputText } from '../../../lib/format/parse-number.ts';
import { priceBook } from '../../../stores/prices.ts';
import { endBeforeLevel, profitAt } from '../../../stores/trading/level-meaning.ts';
import { levelOf, typedLevelFault } from '../../../stores/trading/levels.ts';
import type { LevelFaultName, PositionLevel } from '../../../stores/trading/levels.ts';
import { $orders } from '../../../stores/trading/orders.ts';
import { LevelFaultText, typingPauseMs } from '../live/level-fault.tsx';
import { useReport } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './level-editor.module.css';

/**
 * Changes one level of an open position, in a popover at its cell, so that the table does not move. Enter saves; Escape
 * or a press outside leaves the level unchanged; an empty field removes it. The browser returns the focus to the cell.
 * This module is loaded on first use.
 */
export function LevelEditor({ position, kind, onShut }: PositionLevel & { onShut: () => void }) {
  const { t } = useTerminal();
  const noteId = useId();
  const form = useRef<HTMLFormElement>(null);
  const onDone = () => form.current?.hidePopover();
  const { isPending, refusal, send, forgetRefusal } = useLevelUpdate({ position, kind, onDone });
  const { text, known, fault, rate, type, check } = useTypedLevel({ position, kind });
  // Remembers whether the level was set at first. The level is removed before the form closes, so with `known` the
  // focused button would disappear.
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

/**
 * The profit if a position closes at a level, or a warning that it will close before reaching the level. Empty if
 * neither can be computed.
 */
function LevelMeaning({ rate, ...level }: PositionLevel & { rate: number }) {
  const { t, locale, currency } = useTerminal();
  const { position } = level;
  const end = endBeforeLevel(level, rate);
  if (end !== undefined) {
    const side = t(`platform.level.side.${position.direction}`);
    const price = formatRate(end, locale);
    return <span className={styles.warning}>{t('platform.level.unreached', { side, price })}</span>;
  }
  const profit = profitAt(position, rate);
  return profit === null ? null : t('platform.level.meaning', { money: formatSignedMoney(profit, locale, currency) });
}

/**
 * Sends one level of a position. A refusal is shown beside the input; any outcome that ends the editing is shown in a
 * toast. If the editor was closed in the meantime, even a refusal is a toast, because it does not concern an editor
 * opened since.
 */
function useLevelUpdate({ position, kind, onDone }: PositionLevel & { onDone: () => void }) {
  const { t } = useTerminal();
  const { reportUpdate } = useReport();
  const orders = useStore($orders);
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const send = async (level: number | null) => {
    if (!orders || isPending) return;
    setPending(true);
    setRefusal(undefined);
    const outcome = await orders.update(position, { [levelFields[kind]]: level });
    if (!isOpen.current) {
      reportUpdate(outcome);
      return;
    }
    setPending(false);
    if (outcome.kind === 'refused' && outcome.problem.code !== 'POSITION_CLOSED') {
      // Ignores the problem's fields, which are in English. The same check as while typing finds what is wrong at the
      // newest price.
      setRefusal(t(`problems.${outcome.problem.code}`));
      return;
    }
    reportUpdate(outcome);
    onDone();
  };

  return { isPending, refusal, send, forgetRefusal: () => setRefusal(undefined) };
}

/**
 * The state of a level's input. A fault appears once typing pauses, and disappears as soon as it is corrected. To
 * follow the price, the level is checked every half second instead of rendering at every price.
 */
function useTypedLevel({ position, kind }: PositionLevel) {
  const { locale } = useTerminal();
  const { symbol, direction } = position;
  const known = levelOf({ position, kind });
  const [text, setText] = useState(() => (known === null ? '' : rateInputText(known, locale)));
  // Null: checked and valid. Undefined: not checked since the last key press. The initial value counts as checked.
  const [fault, setFault] = useState<LevelFaultName | null | undefined>(null);

  const check = useCallback(
    (typed: string) => {
      const found = typedLevelFault({ text: typed, kind, direction, price: priceBook.get(symbol), locale }) ?? null;
      setFault(found);
      return found;
    },
    [kind, direction, symbol, locale],
  );
  useEffect(() => {
    const timer = setInterval(() => check(text), typingPauseMs);
    return () => clearInterval(timer);
  }, [text, check]);

  return {
    text,
    known,
    fault,
    /** Null if the field is empty or cannot be parsed. */
    rate: parseRate(text, locale),
    type: (typed: string) => {
      setText(typed);
      if (fault) check(typed);
      else setFault(undefined);
    },
    /** Checks at once, without waiting for a pause. */
    check: () => check(text),
  };
}
