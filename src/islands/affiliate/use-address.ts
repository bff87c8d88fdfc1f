import { useEffect, useState } from 'react';
import type { AccountChoice } from '../../lib/affiliates/account-choice.ts';
import { everyAccount, readChoice, writeChoice } from '../../lib/affiliates/account-choice.ts';
import type { PanelView } from '../../lib/affiliates/panel-views.ts';
import { panelViews, readView } from '../../lib/affiliates/panel-views.ts';

interface Place {
  view: PanelView;
  choice: AccountChoice;
}

const here = (): Place => ({ view: readView(location.search), choice: readChoice(location.search) });

/** What the panel shows, as its address says; a reload and the browser's history keep it. */
export function useAddress(address: string) {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const follow = () => setPlace(here());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const go = (next: Place) => {
    const query = queryOf(next);
    const goal = address + (query && `?${query}`);
    if (goal !== location.pathname + location.search) history.pushState(null, '', goal);
    setPlace(next);
  };
  return {
    ...place,
    choose: (choice: AccountChoice) => go({ view: 'accounts', choice }),
    show: (view: PanelView) => go({ view, choice: view === 'accounts' ? everyAccount : place.choice }),
  };
}

function queryOf({ view, choice }: Place): string {
  return view === panelViews[0] ? writeChoice(choice) : `view=${view}`;
}
