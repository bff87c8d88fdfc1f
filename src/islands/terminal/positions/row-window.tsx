import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Fewer rows are all in the page. `content-visibility`, which would need none of this, has no effect on rows of a table. */
const mostRows = 100;
/** The window moves by so many rows, and reaches as many beyond what is seen. */
const stepRows = 20;

interface RowWindow {
  from: number;
  to: number;
}

const first: RowWindow = { from: 0, to: mostRows };

/**
 * Which of many rows are in the page: those on the screen, and some above and below. Rows are taken to be as high as those
 * that are there; `before` and `after` are the heights of those that are not. The scroller may be any element around the table.
 */
export function useRowWindow(body: RefObject<HTMLTableSectionElement | null>, count: number) {
  const [shown, setShown] = useState(first);
  const [rowPx, setRowPx] = useState(0);
  const isAll = count <= mostRows;

  useLayoutEffect(() => {
    if (isAll) return;
    const look = () => {
      const rows = body.current?.querySelectorAll<HTMLElement>('[data-position]');
      const panel = body.current?.closest('[role=tabpanel]');
      if (!body.current || !panel || !rows?.length) return;
      const height = [...rows].reduce((sum, row) => sum + row.offsetHeight, 0) / rows.length;
      const top = body.current.getBoundingClientRect().top;
      const { top: panelTop, bottom } = panel.getBoundingClientRect();
      const rowAt = (y: number) => Math.floor((y - top) / height / stepRows) * stepRows;
      const from = Math.max(0, rowAt(Math.max(panelTop, 0)) - stepRows);
      const to = Math.max(rowAt(Math.min(bottom, window.innerHeight)) + 2 * stepRows, from + mostRows);
      setRowPx(height);
      setShown((known) => (known.from === from && known.to === to ? known : { from, to }));
    };
    look();
    document.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [body, isAll]);

  if (isAll) return { from: 0, to: count, isAll, before: 0, after: 0 };
  const from = Math.min(shown.from, Math.max(0, count - mostRows));
  const to = Math.min(shown.to, count);
  return { from, to, isAll, before: from * rowPx, after: (count - to) * rowPx };
}

/** Room for rows that are not in the page. */
export function SpaceRow({ heightPx }: { heightPx: number }) {
  return heightPx > 0 && <tr aria-hidden="true" data-space style={{ height: heightPx }} />;
}
