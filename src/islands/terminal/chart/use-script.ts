import { useEffect, useState } from 'react';
import { $tool } from '../../../stores/chart/chart-layout.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useLoaded } from '../../shared/on-demand.tsx';
import { useTerminal } from '../terminal-context.ts';

/**
 * A script of the chart's tools, once it is needed; null if it did not arrive. Then a toast says so, and its panel
 * closes if that `isOpen`. The next press of a tool's button tries again; Chromium needs a reload for that, as the
 * toast says.
 */
export function useScript<Loaded>(
  load: () => Promise<Loaded>,
  isNeeded: boolean,
  isOpen: boolean,
): Loaded | null | undefined {
  const { t } = useTerminal();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => $tool.listen((tool) => tool && setMissing(false)), []);
  const fail = () => {
    setMissing(true);
    if (isOpen) $tool.set(null);
    showToast({ kind: 'error', text: t('platform.chart.tools.failed') });
  };
  const loaded = useLoaded(load, fail, isNeeded && !isMissing);
  return isMissing ? null : loaded;
}
