import type { User } from '../../lib/contract/entities.ts';
import type { AccountRow, DocumentState } from './accounts-rows.ts';

/** A document that was never sent is shown as waiting, so that the customer can send it. */
const waiting: DocumentState = { status: '0', note: null, updated: null };

/** The contract's `user` for an account. `custom_leverage` and the documents become JSON text. */
export function userView(account: AccountRow): User {
  const document = (name: string) => JSON.stringify(account.documents[name] ?? waiting);
  return {
    token: account.token,
    first_name: account.firstName,
    last_name: account.lastName,
    full_name: `${account.firstName} ${account.lastName}`.trim(),
    email: account.email,
    phone: account.phone,
    birth_date: account.birthDate,
    country_id: account.countryId,
    state: account.state,
    city: account.city,
    street: account.street,
    zip_code: account.zipCode,
    pin: account.pin,
    level: account.level,
    verified_account: account.verified ? 1 : 0,
    auto_trading: account.autoTrading ? 1 : 0,
    custom_leverage: account.customLeverage && JSON.stringify(account.customLeverage),
    assets_group_permission: account.categoryIds,
    uniqid: account.uniqid,
    created_at: account.createdAt.toISOString(),
    doc_passport: document('doc_passport'),
    doc_address: document('doc_address'),
    doc_funding_front: document('doc_funding_front'),
    doc_funding_back: document('doc_funding_back'),
    second_factor: account.secondFactorSince ? 1 : 0,
    second_factor_since: account.secondFactorSince?.toISOString() ?? null,
    has_deposit: account.hasDeposit ? 1 : 0,
    has_traded: account.hasTraded ? 1 : 0,
  };
}
