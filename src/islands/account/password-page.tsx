import type { User } from '../../lib/contract/entities.ts';
import { changePassword } from '../../stores/account/profile.ts';
import { NewPasswordForm } from '../shared/new-password-form.tsx';
import { useAccount, useProblemText } from './account-context.ts';
import { SavedNote } from './saved-note.tsx';

/** Changes the customer's password. */
export function PasswordPage({ user }: { user: User }) {
  const { t } = useAccount();
  const problemText = useProblemText();
  const words = {
    currentHint: t('account.password.currentHint'),
    others: t('account.password.others'),
    submit: t('account.password.submit'),
  };
  return (
    <NewPasswordForm
      translate={t}
      email={user.email}
      words={words}
      send={changePassword}
      problemText={problemText}
      savedNote={(isShown) => <SavedNote isShown={isShown} />}
    />
  );
}
