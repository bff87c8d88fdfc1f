import type { User } from '../../lib/contract/entities.ts';
import type { AccountPageName } from './account-nav.tsx';

interface AccountPageProps {
  page: AccountPageName;
  user: User;
}

/** The page of the account that the address names. */
export function AccountPage({ page, user }: AccountPageProps) {
  return <p data-page={page}>{user.full_name}</p>;
}
