import { useEffect, useRef, useState } from 'react';
import { $session } from '../../../stores/session.ts';
import { isPlainClick } from '../../shared/page/is-plain-click.ts';

/**
 * Keeps a page from being left while it shows what nobody is shown again. A link on it is asked about here, whatever else leads away by
 * the browser. `asked` is where a link leads that was followed; `stay` and `leave` answer.
 */
export function useLeaveGuard(isOn: boolean) {
  const [asked, setAsked] = useState<string>();
  const leaves = useRef(false);
  useEffect(() => {
    if (!isOn) return;
    const accessToken = $session.get()?.access_token;
    const hold = (event: BeforeUnloadEvent) => {
      // A session that is over takes its page along.
      if (!leaves.current && $session.get()?.access_token === accessToken) event.preventDefault();
    };
    const follow = (event: MouseEvent) => {
      const href = leadsTo(event);
      if (href === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setAsked(href);
    };
    window.addEventListener('beforeunload', hold);
    document.addEventListener('click', follow, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', hold);
      document.removeEventListener('click', follow, { capture: true });
    };
  }, [isOn]);

  const leave = () => {
    leaves.current = true;
    if (asked !== undefined) location.assign(asked);
  };
  return { asked, stay: () => setAsked(undefined), leave };
}

/** The page that a click leads to in place of this one. */
function leadsTo(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlainClick(event) || link.target !== '' || link.hasAttribute('download')) return undefined;
  const isHere = link.hash !== '' && link.pathname + link.search === location.pathname + location.search;
  return link.protocol.startsWith('http') && !isHere ? link.href : undefined;
}
