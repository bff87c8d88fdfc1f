import { lazy, Suspense, useState } from 'react';
import { useList } from '../lists/list-context.ts';
import { Button } from '../shared/button.tsx';
import styles from './statement.module.css';

/** Loaded on demand, because customers who only view transactions do not need it. */
const StatementForm = lazy(() =>
  import('./statement-form.tsx').then(
    (form) => ({ default: form.StatementForm }),
    () => ({ default: NotLoaded }),
  ),
);

/** The statements section, folded until somebody opens it. */
export function StatementSection() {
  const { t } = useList();
  const [wasOpened, setWasOpened] = useState(false);
  // The section may have been opened before hydration, when no toggle event reaches React.
  const openIfNamed = (details: HTMLDetailsElement | null) => {
    if (details?.open) setWasOpened(true);
  };
  return (
    <details ref={openIfNamed} className={styles.section} onToggle={({ currentTarget }) => openIfNamed(currentTarget)}>
      <summary>
        <span className={styles.title}>{t('statements.title')}</span>
        <span className={styles.lead}>{t('statements.lead')}</span>
      </summary>
      <div className={styles.body}>
        {wasOpened && (
          <Suspense fallback={<p role="status">{t('common.loading')}</p>}>
            <StatementForm />
          </Suspense>
        )}
      </div>
    </details>
  );
}

/** Shown if the chunk fails to load. After a deployment its name may have changed; a reload then finds the new one. */
function NotLoaded() {
  const { t } = useList();
  return (
    <div role="alert" className={styles.failure}>
      <p>{t('problems.UNAVAILABLE')}</p>
      <Button onClick={() => location.reload()}>{t('transactions.retry')}</Button>
    </div>
  );
}
