import { useState } from 'react';
import type { ChartIndicator } from '../../../lib/contract/chart/chart-layout.ts';
import { factsOf, indicatorNames, indicatorSources, isInRange } from '../../../lib/charts/indicator-kinds.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { parseRate, rateInputText } from '../../../lib/format/parse-number.ts';
import type { IndicatorKind, IndicatorSource, InputRange } from '../../../lib/charts/indicator-kinds.ts';
import { changeLayout } from '../../../stores/chart/change-layout.ts';
import { NumberField } from '../ticket/number-field.tsx';
import { useTerminal } from '../terminal-context.ts';
import { chartColours, most } from '../chart-tools/choices.ts';
import { ColourChoice } from '../chart-tools/colour-choice.tsx';
import { ListHeading } from '../chart-tools/list-heading.tsx';
import { RemoveButton } from '../chart-tools/remove-button.tsx';
import styles from '../chart-tools/tool-lists.module.css';
import type { ToolProps } from '../chart-tools/tool-props.ts';
import { isKnownFrom } from './calculate.ts';

/** The indicators of the chart with their settings, and those that can be added. */
export function IndicatorSettings({ chart, layout: { indicators } }: ToolProps) {
  const { t } = useTerminal();
  const { bars } = chart.parts.source;
  const change = (changed: readonly ChartIndicator[]) => changeLayout({ indicators: [...changed] });
  const isFull = indicators.length >= most.indicators;
  const add = (kind: IndicatorKind) => change([...indicators, newIndicator(kind, indicators.length)]);
  return (
    <div className={styles.stack}>
      <ListHeading>{t('platform.chart.tools.indicator.shown')}</ListHeading>
      {indicators.length === 0 && <p className={styles.note}>{t('platform.chart.tools.indicator.none')}</p>}
      <ul className={styles.items}>
        {indicators.map((indicator) => (
          <Settings
            key={indicator.id}
            indicator={indicator}
            isKnown={isKnownFrom(indicator.kind, bars)}
            onChange={(changed) => change(indicators.map((one) => (one.id === indicator.id ? changed : one)))}
            onRemove={() => change(indicators.filter(({ id }) => id !== indicator.id))}
          />
        ))}
      </ul>
      <ListHeading>{t('platform.chart.tools.indicator.add')}</ListHeading>
      {isFull && <p className={styles.note}>{t('platform.chart.tools.indicator.full', { count: most.indicators })}</p>}
      <div className={styles.adds}>
        {indicatorNames
          .filter((kind) => isKnownFrom(kind, bars))
          .map((kind) => (
            <button key={kind} type="button" disabled={isFull} onClick={() => add(kind)}>
              {t(`platform.chart.tools.indicator.names.${kind}`)}
            </button>
          ))}
      </div>
    </div>
  );
}

function newIndicator(kind: IndicatorKind, count: number): ChartIndicator {
  const inputs = Object.fromEntries(Object.entries(factsOf(kind).inputs).map(([name, { usual }]) => [name, usual]));
  const colour = chartColours[count % chartColours.length] ?? 'blue';
  return { id: crypto.randomUUID(), kind, source: 'close', colour, inputs };
}

interface SettingsProps {
  indicator: ChartIndicator;
  isKnown: boolean;
  onChange: (changed: ChartIndicator) => void;
  onRemove: () => void;
}

function Settings({ indicator, isKnown, onChange, onRemove }: SettingsProps) {
  const { t } = useTerminal();
  const { kind, colour, source, inputs } = indicator;
  const facts = factsOf(kind);
  const name = t(`platform.chart.tools.indicator.names.${kind}`);
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <strong>{name}</strong>
        <RemoveButton name={name} onRemove={onRemove} />
      </div>
      {!isKnown && <p className={styles.note}>{t('platform.chart.tools.noVolume')}</p>}
      <div className={styles.fields}>
        {Object.entries(facts.inputs).map(([input, range]) => (
          <InputField
            key={input}
            label={t(`platform.chart.tools.indicator.inputs.${input}`)}
            value={inputs[input] ?? range.usual}
            range={range}
            onChange={(value) => onChange({ ...indicator, inputs: { ...inputs, [input]: value } })}
          />
        ))}
        {facts.hasSource && (
          <label>
            {t('platform.chart.tools.indicator.source')}
            <select
              value={source}
              onChange={({ target }) => onChange({ ...indicator, source: target.value as IndicatorSource })}
            >
              {indicatorSources.map((one) => (
                <option key={one} value={one}>
                  {t(`platform.chart.tools.indicator.sources.${one}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <ColourChoice selected={colour} onSelect={(chosen) => onChange({ ...indicator, colour: chosen })} />
    </li>
  );
}

interface InputFieldProps {
  label: string;
  value: number;
  range: InputRange;
  onChange: (value: number) => void;
}

const inWholes = 'platform.chart.tools.indicator.whole';
const inSteps = 'platform.chart.tools.indicator.steps';

/** Applies what is typed as soon as it is within the limits. */
function InputField({ label, value, range, onChange }: InputFieldProps) {
  const { t, locale } = useTerminal();
  const [typed, setTyped] = useState(() => rateInputText(value, locale));
  const readable = (text: string) => {
    const number = parseRate(text, locale);
    return number !== null && isInRange(number, range) ? number : null;
  };
  const isWrong = readable(typed) === null;
  const limits = {
    least: formatNumber(range.least, locale),
    most: formatNumber(range.most, locale),
    step: formatNumber(range.step, locale),
  };
  return (
    <NumberField
      label={label}
      value={typed}
      isWrong={isWrong}
      note={isWrong && t(range.step === 1 ? inWholes : inSteps, limits)}
      onChange={({ target }) => {
        setTyped(target.value);
        const next = readable(target.value);
        if (next !== null) onChange(next);
      }}
      onBlur={() => setTyped(rateInputText(value, locale))}
    />
  );
}
