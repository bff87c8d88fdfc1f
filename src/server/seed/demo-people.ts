import { brand } from '../../brand.ts';
import type { Transaction } from '../../lib/contract/accounts/account-entities.ts';
import { demoAffiliateEmail, demoCustomerEmail } from '../../lib/demo-log-ins.ts';
import { formatMoney } from '../../lib/format/format-number.ts';
import type { TransactionTypeId } from '../../lib/transactions/transaction-types.ts';

/** The people of the demo data. None of them is real. */

/** The fields of a complete profile besides name, email and phone. */
export interface SeedProfile {
  birthDate: string;
  /** ISO 3166-1 numeric. */
  countryId: number;
  state: string;
  city: string;
  street: string;
  zipCode: string;
}

export interface SeedTransaction {
  typeId: TransactionTypeId;
  status: Transaction['transaction_status'];
  /** Negative if money leaves the account. Approved transactions and all withdrawals are in the books. */
  amountMinor: number;
  daysAgo: number;
  /** For a pending withdrawal: an operator has checked it. */
  checked?: true;
  /** The reason shown to the customer if it was declined, or credited with a different amount. */
  reason?: string;
  /** For a transfer: the requested amount, if a different one arrived. */
  askedMinor?: number;
}

export interface SeedCustomer {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  profile: SeedProfile | null;
  verified: boolean;
  level: string | null;
  pin: string | null;
  customLeverage: Record<string, number[]> | null;
  categoryIds: readonly number[];
  daysAgo: number;
  sourcePage: string;
  transactions: readonly SeedTransaction[];
  /** A document that an operator rejected, with the note to the customer. */
  rejected?: { field: 'doc_passport' | 'doc_address'; note: string; daysAgo: number };
}

/** The type of bank transfers. */
export const bankMethod = 2;

export const demoAffiliate = { email: demoAffiliateEmail, name: 'Northlight Media' };

/** The message that the demo customer has not read yet. */
export const demoMessage = {
  title: 'Welcome to the demo',
  html: '<p>You are Alex Morgan, with play money and six open positions. Trade, deposit and change whatever you like: none of it is real.</p>',
};

/** The demo customer's final balance, to the cent. */
export const demoBalanceMinor = 1_000_000;

const allCategories = [1, 2, 3, 4, 5];
const cryptoOnly = [3];

const minimalCustomer = {
  profile: null,
  verified: false,
  level: null,
  pin: null,
  customLeverage: null,
  categoryIds: allCategories,
  sourcePage: '/',
  transactions: [],
} satisfies Partial<SeedCustomer>;

function approved(typeId: TransactionTypeId, amountMinor: number, daysAgo: number): SeedTransaction {
  return { typeId, status: 'approved', amountMinor, daysAgo };
}

/**
 * At least one transaction of every group and status. Pending withdrawals have already left the balance, which is a
 * round amount without them.
 */
const demoTransactions: readonly SeedTransaction[] = [
  approved(1, 250_000, 338),
  approved(4, 15_000, 337.9),
  { typeId: 2, status: 'declined', amountMinor: 401_500, daysAgo: 303, reason: 'Your bank sent it back.' },
  {
    ...approved(2, 400_000, 301),
    askedMinor: 401_500,
    reason: `Your bank deducted a fee of ${formatMoney(15, 'en', brand.currency)}.`,
  },
  approved(10, -5_000, 296),
  approved(5, 20_000, 214),
  approved(6, -120_000, 162),
  approved(7, -500, 162),
  approved(6, -80_000, 121),
  approved(8, 80_000, 117),
  { typeId: 1, status: 'cancelled', amountMinor: 30_000, daysAgo: 76 },
  {
    ...{ typeId: 6, status: 'declined', amountMinor: -45_000, daysAgo: 44 },
    reason: "The bank account isn't in your name.",
  },
  { typeId: 6, status: 'cancelled', amountMinor: -25_000, daysAgo: 21 },
  approved(11, 7_500, 19),
  approved(9, 50_000, 9),
  approved(6, -35_000, 6),
  { typeId: 6, status: 'pending', amountMinor: -60_000, daysAgo: 1.2, checked: true },
  { typeId: 2, status: 'pending', amountMinor: 100_000, daysAgo: 1 },
];

/**
 * The customers as whom anyone may log in with the demo password. One deposit is not listed: it is computed so that the
 * demo customer's balance is `demoBalanceMinor`.
 */
export const demoCustomers: readonly SeedCustomer[] = [
  {
    email: demoCustomerEmail,
    firstName: 'Alex',
    lastName: 'Morgan',
    phone: '+493012345678',
    profile: {
      birthDate: '1988-04-12',
      countryId: 276,
      state: 'Berlin',
      city: 'Berlin',
      street: 'Torstraße 140',
      zipCode: '10119',
    },
    verified: true,
    level: 'Gold',
    pin: '482913',
    customLeverage: null,
    categoryIds: allCategories,
    daysAgo: 340,
    sourcePage: '/',
    transactions: demoTransactions,
  },
  {
    ...minimalCustomer,
    email: 'new@example.com',
    firstName: 'Nora',
    lastName: 'Weiss',
    phone: '+436601234567',
    daysAgo: 2,
    rejected: {
      field: 'doc_address',
      note: 'This bill is more than three months old. Please send a newer one.',
      daysAgo: 0.8,
    },
  },
  {
    email: 'limited@example.com',
    firstName: 'Liam',
    lastName: 'Costa',
    phone: '+393331234567',
    profile: {
      birthDate: '1995-09-30',
      countryId: 380,
      state: 'Lombardia',
      city: 'Milano',
      street: 'Via Tortona 21',
      zipCode: '20144',
    },
    verified: true,
    level: 'Silver',
    pin: '730156',
    customLeverage: { crypto: [0, 1] },
    categoryIds: cryptoOnly,
    daysAgo: 95,
    sourcePage: '/about',
    transactions: [approved(1, 50_000, 90)],
  },
];

/** A customer who registered by the demo customer's referral link. */
export const demoReferral: SeedCustomer = {
  ...minimalCustomer,
  email: 'jonas.keller@example.com',
  firstName: 'Jonas',
  lastName: 'Keller',
  phone: '+41791234567',
  daysAgo: 61,
};

/**
 * Columns: first name, last name, country (ISO 3166-1 numeric), city, days ago, first page, first deposit in minor
 * units or null.
 */
type ReferredRow = readonly [string, string, number, string, number, string, number | null];

const referredRows: readonly ReferredRow[] = [
  ['Lena', 'Fischer', 276, 'Hamburg', 322, '/', 50_000],
  ['Paul', 'Wagner', 276, 'München', 290, '/about', null],
  ['Marie', 'Becker', 276, 'Köln', 148, '/', 25_000],
  ['Giulia', 'Ferrari', 380, 'Torino', 262, '/', null],
  ['Marco', 'Ricci', 380, 'Bologna', 117, '/platform/BTCUSD', 100_000],
  ['Elena', 'Greco', 380, 'Roma', 33, '/', null],
  ['Carlos', 'Navarro', 724, 'Valencia', 231, '/', null],
  ['Lucía', 'Ortega', 724, 'Sevilla', 84, '/about', null],
  ['Camille', 'Laurent', 250, 'Lyon', 199, '/', 37_500],
  ['Hugo', 'Moreau', 250, 'Nantes', 52, '/', null],
  ['Stefan', 'Huber', 40, 'Graz', 171, '/', null],
  ['Anna', 'Steiner', 40, 'Linz', 12, '/', null],
];

/** Customers who registered by the affiliate's link: 12 in 5 countries, 4 of them with a first deposit. */
export const affiliateReferrals: readonly SeedCustomer[] = referredRows.map(
  ([firstName, lastName, countryId, city, daysAgo, sourcePage, depositMinor], index) => {
    const phone = `+4930555010${String(index).padStart(2, '0')}`;
    const name = `${firstName}.${lastName}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    return {
      ...minimalCustomer,
      email: `${name}@example.com`,
      firstName,
      lastName,
      phone,
      profile: { birthDate: '1990-01-01', countryId, state: city, city, street: 'Main Street 1', zipCode: '10000' },
      verified: depositMinor !== null,
      daysAgo,
      sourcePage,
      transactions: depositMinor === null ? [] : [approved(1, depositMinor, daysAgo - 3)],
    };
  },
);
