import { useEffect, useRef } from 'react';
import type { PanelView } from '../../lib/affiliates/panel-views.ts';
import { panelViews } from '../../lib/affiliates/panel-views.ts';
import { useList } from '../lists/list-context.ts';
import { isPlainClick } from '../shared/page/is-plain-click.ts';
import styles from './panel.module.css';

interface PanelTabsProps {
  view: PanelView;
  /** The path of the panel. */
  address: string;
  onShow: (view: PanelView) => void;
}

/** The parts of the panel as links: each has an address, and is shown without loading the page where it is followed plainly. */
export function PanelTabs({ view, address, onShow }: PanelTabsProps) {
  const { t } = useList();
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const tab = current.current;
    const strip = tab?.parentElement;
    if (tab && strip) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }, [view]);
  return (
    <nav className={styles.tabs} aria-label={t('affiliate.views.label')}>
      {panelViews.map((each) => (
        <a
          key={each}
          ref={each === view ? current : undefined}
          href={each === panelViews[0] ? address : `${address}?view=${each}`}
          aria-current={each === view ? 'page' : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onShow(each);
          }}
        >
          {t(`affiliate.views.${each}`)}
        </a>
      ))}
    </nav>
  );
}
