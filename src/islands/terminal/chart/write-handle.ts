import { formatRate, formatSignedMoney } from '../../../lib/format/format-number.ts';
import type { LevelFault } from '../../../lib/trading/levels.ts';
import { $levelDraft, levelFaultAt } from '../../../stores/chart/level-draft.ts';
import { levelOf, profitAt } from '../../../stores/trading/levels.ts';
import type { PositionLevel } from '../../../stores/trading/levels.ts';
import type { TerminalContextValue } from '../terminal-context.ts';
import type { PriceChart } from './price-chart.ts';

/** Half of what lies on a line, in pixels: so far from the edges it stays. */
const halfPx = 11;

/** Puts an element on the line of a rate; where that is out of view, at the edge beyond which it is. */
export function placeAt(element: HTMLElement, rate: number, chart: PriceChart): void {
  const y = chart.yOf(rate);
  element.hidden = y === null;
  if (y === null) return;
  const lowest = chart.size().height - halfPx;
  const beyond = y < 0 ? 'up' : y > lowest + halfPx ? 'down' : 'none';
  if (element.dataset['beyond'] !== beyond) element.dataset['beyond'] = beyond;
  const place = `translateY(${Math.round(Math.max(halfPx, Math.min(y, lowest)))}px)`;
  if (element.style.transform !== place) element.style.transform = place;
}

/** A writer of a level's handle: where it is, its rate, and what that means in money or what is wrong with it. */
export function handleWriter(
  handle: HTMLElement,
  level: PositionLevel,
  chart: PriceChart,
  terminal: TerminalContextValue,
) {
  const { position, kind } = level;
  const { t, locale, currency } = terminal;
  const value = handle.querySelector('[data-value]');
  let shown: unknown;

  const textOf = (rate: number, fault: LevelFault | undefined) => {
    if (fault) return t(`platform.level.${fault.bound}`, { price: formatRate(fault.price, locale) });
    const profit = profitAt(position, rate);
    return formatRate(rate, locale) + (profit === null ? '' : ` · ${formatSignedMoney(profit, locale, currency)}`);
  };

  return () => {
    const draft = $levelDraft.get();
    const own = draft?.kind === kind && draft.position.id === position.id ? draft : undefined;
    const rate = own?.rate ?? levelOf(level);
    placeAt(handle, rate ?? position.open_rate, chart);
    // A level that stands was valid when it was set, and what it is worth does not change with the price.
    if (!own && shown === rate) return;
    shown = own ?? rate;
    const fault = own && levelFaultAt(level, own.rate);
    const text = rate === null ? '' : textOf(rate, fault);
    handle.toggleAttribute('data-none', rate === null);
    handle.toggleAttribute('data-moved', own !== undefined);
    handle.toggleAttribute('data-fault', fault !== undefined);
    handle.ariaBusy = String(own?.isPending ?? false);
    handle.ariaValueNow = String(rate ?? position.open_rate);
    if (handle.ariaValueText !== text) handle.ariaValueText = text || t('platform.level.none');
    if (value && value.textContent !== text) value.textContent = text;
  };
}
