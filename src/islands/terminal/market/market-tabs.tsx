import { useStore } from '@nanostores/react';
import { $group, $search, marketGroups } from '../../../stores/market-list.ts';
import { Tabs } from '../shell/tabs.tsx';
import { useTerminal } from '../terminal-context.ts';
import { StarShape } from './star-shape.tsx';

/** The groups. Choosing one ends a search: both at once would leave out what one looks for. */
export function MarketTabs({ panelId }: { panelId: string }) {
  const { t } = useTerminal();
  const group = useStore($group);
  return (
    <Tabs
      label={t('platform.market.groups')}
      panelId={panelId}
      selected={group}
      tabs={marketGroups.map((id) => ({
        id,
        label: id === 'favourites' ? <StarShape /> : t(`platform.group.${id}`),
        name: t(`platform.group.${id}`),
      }))}
      onSelect={(id) => {
        $group.set(id);
        $search.set('');
      }}
    />
  );
}
