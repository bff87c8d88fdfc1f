import { useList } from '../../lists/list-context.ts';
import { CopyButton } from '../../shared/take-away/copy-button.tsx';
import styles from './postbacks.module.css';

/** The secret, which the server shows once. */
export function SecretNote({ secret }: { secret: string }) {
  const { t } = useList();
  return (
    <div className={styles.secret} role="status">
      <p>{t('affiliate.postbacks.secretOnce')}</p>
      <div>
        <code>{secret}</code>
        <CopyButton
          text={secret}
          variant="secondary"
          copied={t('affiliate.postbacks.secretCopied')}
          notCopied={t('affiliate.link.notCopied')}
        >
          {t('affiliate.postbacks.secretCopy')}
        </CopyButton>
      </div>
    </div>
  );
}
