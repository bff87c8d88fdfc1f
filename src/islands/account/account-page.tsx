import type { User } from '../../lib/contract/entities.ts';
import type { AccountPageName } from './account-nav.tsx';
import { DocumentsPage } from './documents/documents-page.tsx';
import { InfoPage } from './info/info-page.tsx';
import { PasswordPage } from './password/password-page.tsx';

interface AccountPageProps {
  page: AccountPageName;
  user: User;
}

/** The page of the account that the address names. */
export function AccountPage({ page, user }: AccountPageProps) {
  switch (page) {
    case 'info':
      return <InfoPage user={user} />;
    case 'password':
      return <PasswordPage user={user} />;
    case 'documents':
      return <DocumentsPage user={user} />;
    case 'security':
      return null;
  }
}
