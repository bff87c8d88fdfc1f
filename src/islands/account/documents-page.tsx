import { useEffect } from 'react';
import type { User } from '../../lib/contract/entities.ts';
import { askedDocuments } from '../../stores/account/documents.ts';
import { useAccount } from './account-context.ts';
import { DocumentSlot } from './documents/document-slot.tsx';
import styles from './documents-page.module.css';

/** What the broker wants to see of the customer, and what became of each. */
export function DocumentsPage({ user }: { user: User }) {
  const { t } = useAccount();
  useEffect(keepPage, []);
  return (
    <div className={styles.list}>
      {askedDocuments.map(({ type, places }) => (
        <section key={type} className={styles.document} aria-labelledby={`document-${type}`}>
          <div className={styles.head}>
            <h2 id={`document-${type}`}>{t(`account.documents.${type}.title`)}</h2>
            <p>{t(`account.documents.${type}.hint`)}</p>
          </div>
          <div className={styles.slots}>
            {places.map((place) => (
              <DocumentSlot key={place.field} place={place} user={user} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** A file that is dropped beside its field would take the page's place. */
function keepPage(): () => void {
  const hold = (event: DragEvent) => event.preventDefault();
  window.addEventListener('dragover', hold);
  window.addEventListener('drop', hold);
  return () => {
    window.removeEventListener('dragover', hold);
    window.removeEventListener('drop', hold);
  };
}
