import { useCallback, useEffect, useState } from 'react';
import { parseRate, rateInputText } from '../../../lib/format/parse-rate.ts';
import { priceBook } from '../../../stores/prices.ts';
import { levelOf, typedLevelFault } from '../../../stores/trading/levels.ts';
import type { LevelFaultName, PositionLevel } from '../../../stores/trading/levels.ts';
import { typingPauseMs } from '../live/level-fault.tsx';
import { useTerminal } from '../terminal-context.ts';

/**
 * A level as it is typed. Its fault is said once typing pauses and taken back at once, and it comes and goes with the price:
 * by a look every half second, not by a render at every price.
 */
export function useTypedLevel({ position, kind }: PositionLevel) {
  const { locale } = useTerminal();
  const { symbol, direction } = position;
  const known = levelOf({ position, kind });
  const [text, setText] = useState(() => (known === null ? '' : rateInputText(known, locale)));
  // Null: held against the price, and right. Undefined: not held against it since it was typed; what is there at first was.
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
    /** Null while there is none, or none that can be read. */
    rate: parseRate(text, locale),
    type: (typed: string) => {
      setText(typed);
      if (fault) check(typed);
      else setFault(undefined);
    },
    /** The fault of now, said without waiting. */
    check: () => check(text),
  };
}
