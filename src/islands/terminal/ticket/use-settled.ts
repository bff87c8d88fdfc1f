import { useEffect, useState } from 'react';
import { typingPauseMs } from '../live/level-fault.tsx';

/** What is typed, as it was when the typing last paused. */
export function useSettled<Value>(typed: Value): Value {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
