import { hasMissingDetails } from '../../lib/contract/accounts/missing-details.ts';
import type { User } from '../../lib/contract/entities.ts';
import { useAccount } from './account-context.ts';
import { ProfileForm } from './info/profile-form.tsx';
import styles from './info-page.module.css';

/** The profile, and what is waited for while it is not complete. */
export function InfoPage({ user }: { user: User }) {
  const { t } = useAccount();
  return (
    <>
      {hasMissingDetails(user) && (
        <p className={styles.notice} role="note">
          {t('account.info.incomplete')}
        </p>
      )}
      <ProfileForm user={user} />
    </>
  );
}
