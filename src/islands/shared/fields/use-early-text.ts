import type { RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';

/**
 * What somebody typed into a field while the page was only markup, or the browser filled in, stands in it when the script comes; the
 * first thing that React would do is to put `text` back, which it rendered. `take` is given it before.
 */
export function useEarlyText(field: RefObject<HTMLInputElement | null>, text: string, take: (early: string) => void) {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const early = field.current?.value ?? text;
    if (isFirst.current && early !== text) take(early);
    isFirst.current = false;
  });
}
