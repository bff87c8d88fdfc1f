import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $resolution, chartResolutions } from '../../../stores/candles.ts';
import { $shortcuts } from '../../../stores/market-list.ts';
import { $oneClick } from '../../../stores/trading/screen-choices.ts';
import type { Direction } from '../../../lib/contract/entities.ts';

/** Elements in which typing a character must enter it. */
const typing = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]';

/** How many of the chart's intervals have a key. */
export const keyedIntervals = 6;

/** Within this time after an order by a key no key sends another: one that is hit twice must not open two positions. */
const sameOrderMs = 500;

/**
 * Calls back when a key is pressed anywhere on the page except in a field, in a popover or under a dialog. The callback
 * returns whether it has handled the key. Returns a function that stops listening.
 */
export function onShortcut(press: (event: KeyboardEvent) => boolean): () => void {
  const listen = (event: KeyboardEvent) => {
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
    const isElsewhere =
      event.target instanceof Element && (event.target.matches(typing) || event.target.closest('[popover]') !== null);
    // Elements under a modal dialog cannot be focused. An element in full screen is modal too, but its keys work.
    const isUnderDialog = document.querySelector('dialog:modal') !== null;
    if (isOther || (isElsewhere && event.key !== 'Escape') || isUnderDialog) return;
    if (press(event)) event.preventDefault();
  };
  window.addEventListener('keydown', listen);
  return () => window.removeEventListener('keydown', listen);
}

/** The keys of the trading screen, except `/`, which is the search's. `onHelp` shows the list of them. */
export function useShortcuts(onHelp: () => void): void {
  const isOn = useStore($shortcuts, { ssr: () => true });
  useEffect(() => {
    if (!isOn) return;
    const pressSide = createSideKeys();
    return onShortcut((event) => {
      if (event.key === '?') onHelp();
      else if (event.key === 'Escape') return leaveField();
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return enterMarket();
      else if (/^[bs]$/i.test(event.key)) return pressSide(event.key.toLowerCase() === 'b' ? 'buy' : 'sell', event);
      else return chooseInterval(Number(event.key));
      return true;
    });
  }, [isOn, onHelp]);
}

function chooseInterval(number: number): boolean {
  const resolution = number <= keyedIntervals ? chartResolutions[number - 1] : undefined;
  if (resolution) $resolution.set(resolution);
  return resolution !== undefined;
}

/** Leaves a field, so that the keys work again. A field in a popover is left by the browser, which closes it. */
function leaveField(): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || field.closest('[popover]')) return false;
  field.blur();
  return false;
}

/** With the focus nowhere, the arrows go to the market list, which then moves it. Not if they scroll the page. */
function enterMarket(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  if (document.activeElement !== document.body || scrollHeight > clientHeight) return false;
  const row = document.querySelector<HTMLElement>('[data-symbol][tabindex="0"]');
  if (!row || isCovered(row)) return false;
  row.focus();
  return true;
}

/** Whether an element is behind a part that fills the screen. `checkVisibility` does not know of that. */
function isCovered(element: Element): boolean {
  const cover = document.fullscreenElement ?? document.querySelector('[data-full]');
  return cover !== null && !cover.contains(element);
}

/**
 * Returns a function that presses a side's button in one-click trading. Otherwise it moves the focus to the button
 * beside the chart, or opens the sheet.
 */
function createSideKeys(): (direction: Direction, event: KeyboardEvent) => boolean {
  let sentAtMs = -Infinity;
  return (direction, event) => {
    const button = document.querySelector<HTMLElement>(`[data-sides] > [data-direction=${direction}]`);
    if (!button?.checkVisibility() || isCovered(button)) return false;
    const isOneClick = $oneClick.get();
    // Neither a held key nor one that is hit twice may send a second order.
    if (event.repeat || (isOneClick && event.timeStamp - sentAtMs < sameOrderMs)) return true;
    if (isOneClick) sentAtMs = event.timeStamp;
    if (isOneClick || button.ariaHasPopup === 'dialog') button.click();
    else button.focus();
    return true;
  };
}
