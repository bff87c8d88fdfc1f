import { useAccount } from './account-context.ts';
import styles from './saved-note.module.css';

/** Says, and has read out, that what was typed is stored now. */
export function SavedNote({ isShown }: { isShown: boolean }) {
  const { t } = useAccount();
  return (
    <div role="status" className={styles.saved}>
      {isShown && <p>{t('account.saved')}</p>}
    </div>
  );
}
