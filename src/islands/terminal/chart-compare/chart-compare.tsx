import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $assets } from '../../../stores/assets.ts';
import { changeLayout } from '../../../stores/chart/change-layout.ts';
import { showToast } from '../../../stores/toasts.ts';
import { chartColours, most } from '../chart-tools/choices.ts';
import { ListHeading } from '../chart-tools/list-heading.tsx';
import { RemoveButton } from '../chart-tools/remove-button.tsx';
import { cssColour } from '../chart-tools/palette.ts';
import styles from '../chart-tools/tool-lists.module.css';
import type { ToolProps } from '../chart-tools/tool-props.ts';
import { useTerminal } from '../terminal-context.ts';
import { compareWith } from './compared-series.ts';

/** The colour of the compared asset at a place of the list; the chart's own line is blue. */
const colourAt = (place: number) => chartColours[place + 1] ?? 'grey';

/** Draws the compared assets. */
export function ComparedLayer({ chart, layout: { compared } }: ToolProps) {
  const { t } = useTerminal();
  useEffect(() => {
    const stops = compared.map((symbol, place) => {
      const onFault = () => showToast({ kind: 'error', text: t('platform.chart.tools.compared.failed', { symbol }) });
      return compareWith(chart, { symbol, colour: colourAt(place), onFault });
    });
    return () => stops.forEach((stop) => stop());
  }, [chart, compared, t]);
  return null;
}

/** The compared assets, and a choice of others. */
export function CompareSettings({ symbol, layout: { compared } }: ToolProps) {
  const { t } = useTerminal();
  const assets = useStore($assets);
  const [chosen, setChosen] = useState('');
  const others = assets.status === 'ready' ? assets.assets.filter((asset) => asset.symbol !== symbol) : [];
  const isFull = compared.length >= most.compared;
  const add = (other: string) => {
    setChosen('');
    if (other && !compared.includes(other)) changeLayout({ compared: [...compared, other] });
  };
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{t('platform.chart.tools.compared.note')}</p>
      <div className={styles.fields}>
        <label>
          {t('platform.chart.tools.compared.add')}
          <select value={chosen} disabled={isFull} onChange={({ target }) => add(target.value)}>
            <option value="">–</option>
            {others.map((asset) => (
              <option key={asset.symbol} value={asset.symbol} disabled={compared.includes(asset.symbol)}>
                {asset.symbol} · {asset.name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {isFull && <p className={styles.note}>{t('platform.chart.tools.compared.full', { count: most.compared })}</p>}
      <ListHeading>{t('platform.chart.tools.compared.shown')}</ListHeading>
      {compared.length === 0 && <p className={styles.note}>{t('platform.chart.tools.compared.none')}</p>}
      <ul className={styles.items}>
        {compared.map((other, place) => (
          <li key={other} className={styles.itemHead}>
            <strong style={{ color: cssColour(colourAt(place)) }}>{other}</strong>
            <RemoveButton
              name={other}
              onRemove={() => changeLayout({ compared: compared.filter((one) => one !== other) })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
