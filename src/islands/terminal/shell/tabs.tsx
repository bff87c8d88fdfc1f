import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './tabs.module.css';

interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
  /** The accessible name, if the label is a symbol. */
  name?: string;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** Called when the pointer or the focus comes to the tabs, so that code of a panel can be loaded ahead. */
  onNear?: () => void;
  /** The id of the panel that the tabs control. */
  panelId: string;
}

/** A row of tabs: only one is in the tab order; the arrow keys move between them. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, onNear, panelId }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const to = targetOf(event.key, at, tabs.length);
    const tab = to === undefined ? undefined : tabs[to];
    if (!tab || to === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]').item(to).focus();
  };

  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={label}>
      {tabs.map(({ id, label: text, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${panelId}-${id}`}
          className={styles.tab}
          aria-selected={id === selected}
          aria-controls={panelId}
          aria-label={name}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
          onKeyDown={move}
          onPointerEnter={onNear}
          onFocus={onNear}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
