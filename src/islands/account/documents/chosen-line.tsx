import { useEffect, useId, useRef } from 'react';
import { longestDocumentBytes } from '../../../lib/contract/accounts/document-kinds.ts';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { Button } from '../../shared/button.tsx';
import { useAccount } from '../account-context.ts';
import styles from '../upload-form.module.css';
import type { ChosenFile, UploadState } from '../use-upload.ts';

interface ChosenLineProps {
  state: UploadState;
  chosen: ChosenFile;
  onRemove: () => void;
  onCancel: () => void;
}

/** The file that was chosen, how large it is, and on its way how far it has come. */
export function ChosenLine({ state, chosen, onRemove, onCancel }: ChosenLineProps) {
  const { t, locale } = useAccount();
  const line = useRef<HTMLDivElement>(null);
  const labelId = useId();
  const percent = Math.floor(state.share * 100);
  const isSending = state.step === 'sending';
  useEffect(() => {
    // What was pressed to choose it is gone.
    if (document.activeElement === document.body) line.current?.focus();
  }, []);
  return (
    <div ref={line} className={styles.chosen} tabIndex={-1}>
      <p id={labelId} className={styles.file}>
        {chosen.file.name}
      </p>
      <p className={`figures ${styles.size}`}>{sizeText(t, chosen, locale)}</p>
      <Button variant="quiet" className={styles.action} onClick={isSending ? onCancel : onRemove}>
        {t(isSending ? 'account.documents.cancel' : 'account.documents.remove')}
      </Button>
      {isSending && (
        <div className={styles.progress}>
          <progress max={100} value={percent} aria-labelledby={labelId} />
          <span className="figures" aria-hidden="true">
            {percent < 100 ? t('account.documents.sent', { percent }) : t('account.documents.checking')}
          </span>
        </div>
      )}
    </div>
  );
}

function sizeText(
  t: ReturnType<typeof useAccount>['t'],
  { file, originalBytes, isRedrawn }: ChosenFile,
  locale: string,
) {
  const size = formatBytes(file.size, locale);
  return isRedrawn && originalBytes > longestDocumentBytes
    ? t('account.documents.scaled', { from: formatBytes(originalBytes, locale), to: size })
    : size;
}
