import type { FactorSetUp } from '../../../lib/contract/accounts/account-entities.ts';
import { useAccount } from '../../account/account-context.ts';
import { CopyButton } from '../../shared/take-away/copy-button.tsx';
import { QrCode } from '../../shared/take-away/qr-code.tsx';
import card from '../../account/security/card.module.css';
import { CodeForm } from './code-form.tsx';
import styles from '../../account/security/factor.module.css';

interface SetUpFormProps {
  setUp: FactorSetUp;
  send: (code: string) => Promise<string | undefined>;
  onCancel: () => void;
}

/** The secret goes into the app, by the camera or as text, and a code of the app comes back. */
export function SetUpForm({ setUp, send, onCancel }: SetUpFormProps) {
  const { t } = useAccount();
  const inGroups = setUp.secret.match(/.{1,4}/g)?.join(' ') ?? '';
  return (
    <ol className={styles.steps}>
      <li>
        <h3>{t('account.security.setUp.scan')}</h3>
        <p className={card.text}>{t('account.security.setUp.scanText')}</p>
        <div className={styles.scan}>
          <QrCode text={setUp.uri} label={t('account.security.setUp.qr')} />
          <div className={styles.byHand}>
            <p className={styles.label}>{t('account.security.setUp.byHand')}</p>
            <code className={styles.secret}>{inGroups}</code>
            <div className={card.actions}>
              <CopyButton
                text={setUp.secret}
                variant="secondary"
                copied={t('account.security.copied')}
                notCopied={t('account.security.copyFailed')}
              >
                {t('account.security.setUp.copy')}
              </CopyButton>
              <a className={styles.appLink} href={setUp.uri}>
                {t('account.security.setUp.openApp')}
              </a>
            </div>
          </div>
        </div>
      </li>
      <li>
        <h3>{t('account.security.setUp.confirm')}</h3>
        <p className={card.text}>{t('account.security.setUp.confirmText')}</p>
        <CodeForm submitLabel={t('account.security.setUp.submit')} send={send} onCancel={onCancel} takesFocus={false} />
      </li>
    </ol>
  );
}
