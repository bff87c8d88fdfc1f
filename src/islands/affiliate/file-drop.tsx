import type { ChangeEvent } from 'react';
import { useState } from 'react';
import { useList } from '../lists/list-context.ts';
import styles from './file-drop.module.css';

interface FileDropProps {
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Where a file is chosen, or dropped: browsers give an input what is dropped on it. */
export function FileDrop({ isBusy, onFile }: FileDropProps) {
  const { t } = useList();
  const [isOver, setIsOver] = useState(false);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again, once it was mended.
    target.value = '';
    if (file) onFile(file);
  };
  return (
    <label className={styles.drop} data-over={isOver || undefined}>
      <input
        type="file"
        accept=".csv,text/csv,text/plain"
        disabled={isBusy}
        onChange={take}
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
      />
      <span className={styles.choose}>{t(isBusy ? 'affiliate.compare.busy' : 'affiliate.compare.choose')}</span>
      <span className={styles.or}>{t('affiliate.compare.drop')}</span>
    </label>
  );
}
