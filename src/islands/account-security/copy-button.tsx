import { useEffect, useState } from 'react';
import { useAccount } from '../account/account-context.ts';
import { Button } from '../shared/button.tsx';

/** How long it says that it was done. */
const saidMs = 3_000;

/** Copies a text, and says so, or that it could not. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useAccount();
  const [said, setSaid] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(undefined), saidMs);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('copied');
    } catch {
      setSaid('failed');
    }
  }

  return (
    <>
      <Button onClick={() => void copy()}>{said === 'copied' ? t('account.security.copied') : label}</Button>
      <span role="status" className={said === 'failed' ? undefined : 'visually-hidden'}>
        {said === 'copied' && t('account.security.copied')}
        {said === 'failed' && t('account.security.copyFailed')}
      </span>
    </>
  );
}
