import { useAccount } from './account-context.ts';
import styles from './saved-note.module.css';

/** Shows and announces that the input has been saved. */
export function SavedNote({ isShown }: { isShown: boolean }) {
  const { t } = useAccount();
  return (
    <div role="status" className={styles.saved}>
      {isShown && <p>{t('account.saved')}</p>}
    </div>
  );
}
