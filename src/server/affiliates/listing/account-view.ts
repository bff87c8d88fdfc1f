import type { AffiliateAccount, AffiliateMask } from '../../../lib/contract/affiliate/affiliate-entities.ts';
import { toMajor } from '../../../lib/trading/money.ts';
import { countryCodeOf } from '../../places/countries.ts';
import type { ListedAccountRow } from './listed-accounts-rows.ts';

/** A referred account as its affiliate sees it; what the broker masks is masked here, and leaves the server nowhere else. */
export function accountView(row: ListedAccountRow, masked: AffiliateMask): AffiliateAccount {
  const name = masked === 'names' || masked === 'all' ? initialOf : asItIs;
  const email = masked === 'emails' || masked === 'all' ? initialOf : asItIs;
  const { firstDepositAt, firstDepositMinor } = row;
  return {
    ...{ id: row.uniqid, first_name: name(row.firstName), last_name: name(row.lastName), email: email(row.email) },
    country: row.countryId === null ? null : countryCodeOf(row.countryId),
    created_at: row.createdAt.toISOString(),
    ...{ source_page: row.sourcePage, source_tag: row.sourceTag },
    transaction:
      firstDepositAt === null || firstDepositMinor === null
        ? null
        : { amount: toMajor(firstDepositMinor), date: firstDepositAt.toISOString() },
    fault: row.referralFault,
  };
}

const asItIs = (text: string): string => text;

/** The first letter, and dots of which the number tells nothing. */
const initialOf = (text: string): string => `${/^./u.exec(text)?.[0] ?? ''}•••`;
