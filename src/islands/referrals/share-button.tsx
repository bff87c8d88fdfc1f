import { brand } from '../../brand.ts';
import { showToast } from '../../stores/toasts.ts';
import { useList } from '../lists/list-context.ts';
import { Button } from '../shared/button.tsx';
import { useIsAlive } from '../shared/use-is-alive.ts';

/** Hands the link to the device's own way of sharing; not there where the browser has none. */
export function ShareButton({ link }: { link: string }) {
  const { t } = useList();
  const isAlive = useIsAlive();
  if (!isAlive || !('share' in navigator)) return null;

  const share = async () => {
    try {
      await navigator.share({ title: brand.name, text: t('referrals.link.shared', { name: brand.name }), url: link });
    } catch (fault) {
      // Whoever changes their mind has not met with a failure.
      if (fault instanceof DOMException && fault.name === 'AbortError') return;
      showToast({ kind: 'error', text: t('referrals.link.notShared') });
    }
  };
  return <Button onClick={() => void share()}>{t('referrals.link.share')}</Button>;
}
