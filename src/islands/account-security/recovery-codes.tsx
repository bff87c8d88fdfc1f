import { useState } from 'react';
import { brand } from '../../brand.ts';
import { useAccount } from '../account/account-context.ts';
import { Button } from '../shared/button.tsx';
import { CheckboxField } from '../shared/checkbox-field.tsx';
import { CopyButton } from './copy-button.tsx';
import { saveText } from './save-text.ts';
import styles from './security.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}

/** The recovery codes, this once. They are not left before the customer says that they are kept. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const { t } = useAccount();
  const [areKept, setAreKept] = useState(false);
  const heading = t('account.security.codes.sheet', { brand: brand.name, email });
  const text = codes.join('\n');
  const save = () => saveText(`${brand.name.toLowerCase()}-recovery-codes.txt`, `${heading}\n\n${text}\n`);
  return (
    <div className={styles.codes} data-printed>
      <h3>{t('account.security.codes.title')}</h3>
      <p className={styles.text}>{t('account.security.codes.text')}</p>
      <p className={styles.sheet}>{heading}</p>
      <ul className={styles.codeList} aria-label={t('account.security.codes.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={`${styles.actions} ${styles.unprinted}`}>
        <CopyButton text={text} label={t('account.security.codes.copy')} />
        <Button onClick={save}>{t('account.security.codes.download')}</Button>
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
    </div>
  );
}
