import { lazy, Suspense, useState } from 'react';
import { useList } from '../lists/list-context.ts';
import { Button } from '../shared/button.tsx';
import styles from './statement.module.css';

/** Of no weight for who only looks at transactions. */
const StatementForm = lazy(() =>
  import('./statement-form.tsx').then(
    (form) => ({ default: form.StatementForm }),
    () => ({ default: NotLoaded }),
  ),
);

/** The way to statements: shut until somebody wants one. */
export function StatementSection() {
  const { t } = useList();
  const [wasOpened, setWasOpened] = useState(false);
  // Somebody may be quicker than the page, which is not told then.
  const look = (details: HTMLDetailsElement | null) => {
    if (details?.open) setWasOpened(true);
  };
  return (
    <details ref={look} className={styles.section} onToggle={({ currentTarget }) => look(currentTarget)}>
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

/** A reload finds the form under its new name, where the site is a newer one meanwhile. */
function NotLoaded() {
  const { t } = useList();
  return (
    <div role="alert" className={styles.failure}>
      <p>{t('problems.UNAVAILABLE')}</p>
      <Button onClick={() => location.reload()}>{t('transactions.retry')}</Button>
    </div>
  );
}
