import type { User } from '../../src/lib/contract/entities.ts';

/** A verified customer, as the server describes one. */
export const demoUser: User = {
  token: 'b7a1f6c0',
  first_name: 'Demo',
  last_name: 'Customer',
  full_name: 'Demo Customer',
  email: 'demo@example.com',
  phone: null,
  birth_date: null,
  country_id: null,
  state: null,
  city: null,
  street: null,
  zip_code: null,
  pin: null,
  level: null,
  verified_account: 1,
  auto_trading: 0,
  custom_leverage: null,
  assets_group_permission: [1, 2, 3, 4, 5],
  uniqid: 'demo',
  created_at: '2026-01-05T12:00:00.000Z',
  doc_passport: '',
  doc_address: '',
  doc_funding_front: '',
  doc_funding_back: '',
};
