import { isProfileComplete } from '../../../lib/accounts/profile-complete.ts';
import type { User } from '../../../lib/contract/entities.ts';
import { useAccount } from '../account-context.ts';
import { ProfileForm } from './profile-form.tsx';
import styles from './info.module.css';

/** The profile, and what is waited for while it is not complete. */
export function InfoPage({ user }: { user: User }) {
  const { t } = useAccount();
  return (
    <>
      {!isProfileComplete(user) && (
        <p className={styles.notice} role="note">
          {t('account.info.incomplete')}
        </p>
      )}
      <ProfileForm user={user} />
    </>
  );
}
