import { useEffect, useRef } from 'react';
import type { User } from '../../lib/contract/entities.ts';
import { formatDay } from '../../lib/format/format-date-time.ts';
import type { DocumentFacts, DocumentSlot } from '../../stores/account/documents.ts';
import { requestedDocuments, documentFacts, isExpected } from '../../stores/account/documents.ts';
import { useAccount } from './account-context.ts';
import styles from './documents-page.module.css';
import { UploadForm } from './upload-form.tsx';

/** The documents that the broker asks for, and the status of each. */
export function DocumentsPage({ user }: { user: User }) {
  const { t } = useAccount();
  useEffect(blockOutsideDrops, []);
  return (
    <div className={styles.list}>
      {requestedDocuments.map(({ type, slots }) => (
        <section key={type} className={styles.document} aria-labelledby={`document-${type}`}>
          <div className={styles.head}>
            <h2 id={`document-${type}`}>{t(`account.documents.${type}.title`)}</h2>
            <p>{t(`account.documents.${type}.hint`)}</p>
          </div>
          <div className={styles.slots}>
            {slots.map((slot) => (
              <SlotSection key={slot.field} slot={slot} user={user} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** Blocks file drops outside a field, because the browser would replace the page with the file. */
function blockOutsideDrops(): () => void {
  const hold = (event: DragEvent) => event.preventDefault();
  window.addEventListener('dragover', hold);
  window.addEventListener('drop', hold);
  return () => {
    window.removeEventListener('dragover', hold);
    window.removeEventListener('drop', hold);
  };
}

interface SlotSectionProps {
  slot: DocumentSlot;
  user: User;
}

/** One requested document: its status, and the upload form if another file is expected. */
function SlotSection({ slot, user }: SlotSectionProps) {
  const { t } = useAccount();
  const facts = documentFacts(user, slot.field);
  const state = useRef<HTMLDivElement>(null);
  const isOpen = isExpected(facts);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The form has disappeared along with the focused element, so the status gets the focus.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) state.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const title = slot.side ? t(`account.documents.sides.${slot.side}`) : t(`account.documents.${slot.type}.title`);
  return (
    <div className={styles.slot} data-document={slot.field}>
      {slot.side && <h3>{title}</h3>}
      <div ref={state} role="status" tabIndex={-1} className={styles.state}>
        {facts.status !== 'waiting' && <DocumentState facts={facts} />}
      </div>
      {isOpen && <UploadForm slot={slot} title={title} />}
    </div>
  );
}

function DocumentState({ facts: { status, note, updated } }: { facts: DocumentFacts }) {
  const { t, locale } = useAccount();
  return (
    <>
      <p className={styles.mark} data-status={status}>
        <strong>{t(`account.documents.status.${status}`)}</strong>
        {updated && <span>{t(`account.documents.since.${status}`, { date: formatDay(updated, locale) })}</span>}
      </p>
      {status === 'processing' && <p className={styles.note}>{t('account.documents.processingNote')}</p>}
      {status === 'rejected' && note && <p className={styles.note}>{note}</p>}
    </>
  );
}
