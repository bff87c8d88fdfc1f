import { createElement, useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';
import type { Translate } from '../../lib/i18n/translate.ts';
import { showToast } from '../../stores/toasts.ts';

interface DialogProps {
  /** Must have the texts of the namespace `problems`. */
  t: Translate;
  onShut: () => void;
}

type OnDemandProps<Props> = DialogProps &
  Omit<Props, keyof DialogProps> & {
    load: () => Promise<ComponentType<Props>>;
  };

/**
 * A dialog or part whose code is loaded when it is first opened. If that fails, a toast says so, and it is shut. The
 * other props are its own.
 */
export function OnDemand<Props extends object>({ load, ...props }: OnDemandProps<Props>) {
  const { t, onShut } = props;
  const Shown = useLoaded(load, () => {
    onShut();
    showToast({ kind: 'error', text: t('problems.UNAVAILABLE') });
  });
  return Shown && createElement(Shown, props as unknown as Props);
}

/** What was loaded before is there at once, without a frame in which it is missing. */
const loadedBy = new WeakMap<() => Promise<unknown>, unknown>();

/** What `load` loads, as soon as it is there; `load` is the same function at every render. */
export function useLoaded<Loaded>(
  load: () => Promise<Loaded>,
  onFailed: () => void,
  isNeeded = true,
): Loaded | undefined {
  const [loaded, setLoaded] = useState(() => loadedBy.get(load) as Loaded | undefined);
  const isAwaited = isNeeded && !loaded;
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (!isAwaited) return;
    loadAhead(load).then((now) => setLoaded(() => now), fail);
  }, [isAwaited, load]);
  return loaded;
}

/**
 * Loads the code of a part before it is needed, for example when the pointer or the focus comes near. The part then
 * opens at once: what is typed right after a key that opens it is not lost.
 */
export function preload(load: () => Promise<unknown>): void {
  void loadAhead(load).catch(() => undefined);
}

async function loadAhead<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const loaded = await load();
  loadedBy.set(load, loaded);
  return loaded;
}
