import { changeAffiliatePassword } from '../../stores/affiliate/affiliate-sign-in.ts';
import { useList } from '../lists/list-context.ts';
import { NewPasswordForm } from '../shared/new-password-form.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './password-view.module.css';

/** Changes the affiliate's password. */
export function PasswordView({ user }: PanelProps) {
  const { t } = useList();
  const words = {
    currentHint: t('affiliate.password.currentHint'),
    others: t('affiliate.password.others'),
    submit: t('affiliate.password.submit'),
  };
  return (
    <div className={styles.panel}>
      <div>
        <h2>{t('affiliate.password.title')}</h2>
        <p>{t('affiliate.password.lead')}</p>
      </div>
      <NewPasswordForm
        translate={t}
        email={user.email}
        words={words}
        send={changeAffiliatePassword}
        problemText={({ code }) => t(`problems.${code}`)}
        savedNote={(isShown) => (
          <div role="status" className={styles.saved}>
            {isShown && <p>{t('affiliate.password.saved')}</p>}
          </div>
        )}
      />
    </div>
  );
}
