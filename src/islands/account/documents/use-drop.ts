import { useCallback, useEffect, useRef, useState } from 'react';

/** Lets files be dropped on an element; of several the first is taken. Whoever has no mouse chooses them. */
export function useDrop(take: (file: File | undefined) => void) {
  const [isAimedAt, setIsAimedAt] = useState(false);
  const newest = useRef(take);
  useEffect(() => {
    newest.current = take;
  });
  const ref = useCallback((target: HTMLElement | null) => {
    const over = () => setIsAimedAt(true);
    const leave = () => setIsAimedAt(false);
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setIsAimedAt(false);
      newest.current(event.dataTransfer?.files[0]);
    };
    target?.addEventListener('dragover', over);
    target?.addEventListener('dragleave', leave);
    target?.addEventListener('drop', drop);
    return () => {
      target?.removeEventListener('dragover', over);
      target?.removeEventListener('dragleave', leave);
      target?.removeEventListener('drop', drop);
    };
  }, []);
  return { ref, isAimedAt };
}
