import { atom } from 'nanostores';

export type ToastKind = 'info' | 'success' | 'error';

/** A short message at the edge of the screen. */
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

/** How long a toast stays. */
export const toastMs = 3000;

/** The most toasts on screen at once; a new one replaces the oldest. */
const maximumToasts = 2;

/** The toasts on the screen, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/** Shows a toast that hides after three seconds; returns its id. */
export function showToast({ kind, text }: Omit<Toast, 'id'>): number {
  const id = ++lastId;
  $toasts.set([...$toasts.get(), { id, kind, text }].slice(-maximumToasts));
  setTimeout(() => hideToast(id), toastMs);
  return id;
}

/** Hides a toast early; does nothing if it is gone already. */
export function hideToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
