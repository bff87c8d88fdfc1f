import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { levelFields } from '../../../lib/contract/level-problem.ts';
import type { PositionLevel } from '../../../stores/trading/levels.ts';
import { $orders } from '../../../stores/trading/orders.ts';
import { useReport } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';

/**
 * Sends one level of a position. A refusal stays beside the input; whatever ends the editing is said in a toast, and so is how
 * an update ended whose editor was left meanwhile: that answer is nothing to one that was opened anew.
 */
export function useLevelUpdate({ position, kind, onDone }: PositionLevel & { onDone: () => void }) {
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
      // Not its fields, which are English: what is wrong at the newest price is found and said as it is while typing.
      setRefusal(t(`problems.${outcome.problem.code}`));
      return;
    }
    reportUpdate(outcome);
    onDone();
  };

  return { isPending, refusal, send, forgetRefusal: () => setRefusal(undefined) };
}
