import { useEffect, useRef, useState } from 'react';
import { brand } from '../../../brand.ts';
import { $session } from '../../../stores/session.ts';
import { AskDialog } from '../../shared/ask-dialog.tsx';
import { Button } from '../../shared/button.tsx';
import { CheckboxField } from '../../shared/fields/checkbox-field.tsx';
import { isPlainClick } from '../../shared/is-plain-click.ts';
import { CopyButton } from '../../shared/export/copy-button.tsx';
import { saveFile } from '../../shared/export/save-file.ts';
import { useAccount } from '../account-context.ts';
import card from './card.module.css';
import styles from './recovery-codes.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}

/**
 * The recovery codes, shown once. Before leaving this view or the page, the customer must confirm that the codes are
 * saved.
 */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const { t } = useAccount();
  const [areKept, setAreKept] = useState(false);
  const { asked, stay, leave } = useLeaveGuard(!areKept);
  const heading = t('account.security.codes.sheet', { brand: brand.name, email });
  const text = codes.join('\n');
  const name = `${brand.name.toLowerCase()}-recovery-codes.txt`;
  return (
    <div className={styles.codes} data-printed>
      <h3>{t('account.security.codes.title')}</h3>
      <p className={card.text}>{t('account.security.codes.text')}</p>
      <p className={styles.sheet}>{heading}</p>
      <ul className={styles.list} aria-label={t('account.security.codes.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={`${card.actions} ${styles.unprinted}`}>
        <CopyButton
          text={text}
          variant="secondary"
          copied={t('account.security.copied')}
          notCopied={t('account.security.copyFailed')}
        >
          {t('account.security.codes.copy')}
        </CopyButton>
        <Button onClick={() => saveFile({ name, content: `${heading}\n\n${text}\n`, type: 'text/plain' })}>
          {t('account.security.codes.download')}
        </Button>
        <Button onClick={() => window.print()}>{t('account.security.codes.print')}</Button>
      </div>
      <div className={`${styles.kept} ${styles.unprinted}`}>
        <CheckboxField checked={areKept} onChange={(event) => setAreKept(event.target.checked)}>
          {t('account.security.codes.kept')}
        </CheckboxField>
        <Button variant="primary" disabled={!areKept} onClick={onDone}>
          {t('account.security.codes.done')}
        </Button>
      </div>
      {asked !== undefined && <LeaveDialog onStay={stay} onLeave={leave} />}
    </div>
  );
}

interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks whether to leave without confirming that the codes are saved. */
function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const { t } = useAccount();
  return (
    <AskDialog
      title={t('account.security.codes.leaveTitle')}
      text={t('account.security.codes.leaveText')}
      onShut={onStay}
    >
      <Button variant="primary" onClick={onStay}>
        {t('account.security.codes.stay')}
      </Button>
      <Button variant="quiet" onClick={onLeave}>
        {t('account.security.codes.leave')}
      </Button>
    </AskDialog>
  );
}

/**
 * Guards a page that shows something only once. Following a link on the page opens a dialog; for any other way of
 * leaving, the browser itself asks for confirmation. `asked` is the address of the link that was followed; `stay` and
 * `leave` are the answers.
 */
function useLeaveGuard(isOn: boolean) {
  const [asked, setAsked] = useState<string>();
  const leaves = useRef(false);
  useEffect(() => {
    if (!isOn) return;
    const accessToken = $session.get()?.access_token;
    const hold = (event: BeforeUnloadEvent) => {
      // No confirmation when the session has ended: the customer has to leave anyway.
      if (!leaves.current && $session.get()?.access_token === accessToken) event.preventDefault();
    };
    const follow = (event: MouseEvent) => {
      const href = leadsTo(event);
      if (href === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setAsked(href);
    };
    window.addEventListener('beforeunload', hold);
    document.addEventListener('click', follow, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', hold);
      document.removeEventListener('click', follow, { capture: true });
    };
  }, [isOn]);

  const leave = () => {
    leaves.current = true;
    if (asked !== undefined) location.assign(asked);
  };
  return { asked, stay: () => setAsked(undefined), leave };
}

/** The address that a click would load in this tab; undefined if it would not leave the page. */
function leadsTo(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlainClick(event) || link.target !== '' || link.hasAttribute('download')) return undefined;
  const isHere = link.hash !== '' && link.pathname + link.search === location.pathname + location.search;
  return link.protocol.startsWith('http') && !isHere ? link.href : undefined;
}
