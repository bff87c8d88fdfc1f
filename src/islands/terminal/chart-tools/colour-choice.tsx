import { useId } from 'react';
import type { ChartColour } from '../../../lib/contract/chart/chart-layout.ts';
import { useTerminal } from '../terminal-context.ts';
import { chartColours } from './choices.ts';
import { cssColour } from './palette.ts';
import styles from './tool-lists.module.css';

/** One of the chart's colours. */
export function ColourChoice({
  selected,
  onSelect,
}: {
  selected: ChartColour;
  onSelect: (chosen: ChartColour) => void;
}) {
  const { t } = useTerminal();
  const name = useId();
  return (
    <fieldset className={styles.colours}>
      <legend className="visually-hidden">{t('platform.chart.tools.colour')}</legend>
      {chartColours.map((colour) => (
        <label key={colour} title={t(`platform.chart.tools.colours.${colour}`)}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            aria-label={t(`platform.chart.tools.colours.${colour}`)}
            checked={colour === selected}
            onChange={() => onSelect(colour)}
          />
          <span style={{ background: cssColour(colour) }} />
        </label>
      ))}
    </fieldset>
  );
}
