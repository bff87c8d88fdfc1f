import { useState } from 'react';
import { brand } from '../../../brand.ts';
import { useAccount } from '../account-context.ts';
import { Button } from '../../shared/button.tsx';
import { CheckboxField } from '../../shared/fields/checkbox-field.tsx';
import { CopyButton } from '../../shared/take-away/copy-button.tsx';
import { saveFile } from '../../shared/take-away/save-file.ts';
import card from './card.module.css';
import { LeaveDialog } from '../../account-security/recovery/leave-dialog.tsx';
import styles from './recovery-codes.module.css';
import { useLeaveGuard } from '../../account-security/recovery/use-leave-guard.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}

/** The recovery codes, this once. They are not left, nor is their page, before the customer says that they are kept. */
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
