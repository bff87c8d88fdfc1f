import { useId } from 'react';
import { useList } from '../lists/list-context.ts';
import { CopyButton } from '../shared/take-away/copy-button.tsx';
import { QrCode } from '../shared/take-away/qr-code.tsx';
import styles from './link-panel.module.css';
import { ShareButton } from './share-button.tsx';

/** The link with what can be done with it. Empty until the session is read. */
export function LinkPanel({ link }: { link: string }) {
  const { t } = useList();
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={`${id}-title`}>
      <div className={styles.text}>
        <h2 id={`${id}-title`}>
          <label htmlFor={id}>{t('referrals.link.label')}</label>
        </h2>
        <input
          id={id}
          className={styles.link}
          value={link}
          readOnly
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className={styles.ways}>
          <CopyButton
            text={link}
            variant="primary"
            copied={t('referrals.link.copied')}
            notCopied={t('referrals.link.notCopied')}
          >
            {t('referrals.link.copy')}
          </CopyButton>
          <ShareButton link={link} />
        </div>
        <p className={styles.hint}>{t('referrals.link.hint')}</p>
      </div>
      <QrCode text={link} label={t('referrals.link.code')} />
    </section>
  );
}
