import { createElement, useCallback, useId } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { chartScales, chartTypes } from './choices.ts';
import { changeLayout } from '../../../stores/chart/change-layout.ts';
import { $tool } from '../../../stores/chart/chart-layout.ts';
import type { ToolName } from '../../../stores/chart/chart-layout.ts';
import { showToast } from '../../../stores/toasts.ts';
import { Button } from '../../shared/button.tsx';
import { Toasts } from '../shell/toasts.tsx';
import { useTerminal } from '../terminal-context.ts';
import type { ToolProps } from './tool-props.ts';
import { toggleFullScreen } from './full-screen.ts';
import { savePicture } from './save-picture.ts';
import styles from './tool-panel.module.css';

/** The scripts of single tools; undefined while one loads, null if it did not arrive. */
interface ToolParts {
  indicators: { IndicatorSettings: ComponentType<ToolProps> } | null | undefined;
  compare: { CompareSettings: ComponentType<ToolProps> } | null | undefined;
  drawings: { DrawingSettings: ComponentType<ToolProps> } | null | undefined;
}

interface ToolPanelProps extends ToolProps {
  tool: Exclude<ToolName, 'full'>;
  parts: ToolParts;
}

const shut = () => $tool.set(null);

/** The settings of one tool, below its button; on a narrow screen a sheet with those of all tools. */
export function ToolPanel({ tool, ...props }: ToolPanelProps) {
  const { t } = useTerminal();
  const titleId = useId();
  const open = useCallback(
    (dialog: HTMLDialogElement) => {
      const button = document.querySelector(`[data-tool=${tool}]`)?.getBoundingClientRect();
      if (button) {
        dialog.style.setProperty('--panel-top', `${Math.round(button.bottom + 4)}px`);
        dialog.style.setProperty('--panel-right', `${Math.round(Math.max(8, innerWidth - button.right))}px`);
      }
      dialog.showModal();
      return () => dialog.close();
    },
    [tool],
  );
  return (
    <dialog ref={open} className={styles.panel} aria-labelledby={titleId} onClose={shut} closedby="any">
      <header className={styles.head}>
        <h2 id={titleId}>{t(`platform.chart.tools.${tool}`)}</h2>
        <button type="button" className={styles.shut} aria-label={t('common.close')} onClick={shut}>
          ×
        </button>
      </header>
      <PanelContent tool={tool} {...props} />
      <Toasts />
    </dialog>
  );
}

function PanelContent({ tool, parts, ...props }: ToolPanelProps) {
  const { t } = useTerminal();
  const isWhole = tool === 'all';
  const settings = (Settings: ComponentType<ToolProps> | null | undefined) =>
    Settings ? (
      createElement(Settings, props)
    ) : (
      <p role="status">{t(Settings === null ? 'platform.chart.tools.failed' : 'common.loading')}</p>
    );
  const section = (name: Exclude<ToolName, 'full' | 'all'>, content: ReactNode) =>
    isWhole ? (
      <section className={styles.section}>
        <h3>{t(`platform.chart.tools.${name}`)}</h3>
        {content}
      </section>
    ) : (
      tool === name && content
    );
  return (
    <>
      {section('type', <TypeChoice {...props} />)}
      {section('indicators', settings(parts.indicators?.IndicatorSettings))}
      {section('drawings', settings(parts.drawings?.DrawingSettings))}
      {section('compare', settings(parts.compare?.CompareSettings))}
      {section('view', <ViewChoice {...props} />)}
    </>
  );
}

function TypeChoice({ layout }: ToolProps) {
  const { t } = useTerminal();
  return (
    <Choice
      label={t('platform.chart.tools.type')}
      options={chartTypes.map((type) => [type, t(`platform.chart.tools.types.${type}`)])}
      selected={layout.type}
      onSelect={(type) => changeLayout({ type })}
    />
  );
}

function ViewChoice({ chart, symbol, layout }: ToolProps) {
  const { t, locale } = useTerminal();
  const save = async () => {
    try {
      const file = await savePicture(chart, { symbol, locale, now: new Date() });
      showToast({ kind: 'success', text: t('platform.chart.tools.pictureSaved', { file }) });
      shut();
    } catch {
      showToast({ kind: 'error', text: t('platform.chart.tools.pictureFailed') });
    }
  };
  return (
    <div className={styles.stack}>
      <Choice
        label={t('platform.chart.tools.scale')}
        options={chartScales.map((scale) => [scale, t(`platform.chart.tools.scales.${scale}`)])}
        selected={layout.compared.length > 0 ? 'percent' : layout.scale}
        isDisabled={layout.compared.length > 0}
        onSelect={(scale) => changeLayout({ scale })}
      />
      <Button onClick={() => void save()}>{t('platform.chart.tools.picture')}</Button>
      <span className={styles.narrowOnly}>
        <Button
          onClick={() => {
            shut();
            toggleFullScreen(chart.parts.element);
          }}
        >
          {t('platform.chart.tools.full')}
        </Button>
      </span>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, text: string])[];
  selected: Value;
  isDisabled?: boolean;
  onSelect: (value: Value) => void;
}

/** One of a few, as radio buttons in rows. */
function Choice<Value extends string>({ label, options, selected, isDisabled, onSelect }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice} disabled={isDisabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === selected} onChange={() => onSelect(value)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
