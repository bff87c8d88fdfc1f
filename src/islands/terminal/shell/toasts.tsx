import { ToastRegion } from '../../shared/toast-region.tsx';
import { useTerminal } from '../terminal-context.ts';

/** The toast region in the terminal's words. */
export function Toasts() {
  const { t } = useTerminal();
  return <ToastRegion label={t('common.notifications')} closeLabel={t('common.close')} />;
}
