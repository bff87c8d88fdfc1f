/** The people of the demo data. None of them is real. */

/** What a complete profile holds beyond name, email and phone. */
export interface SeedProfile {
  birthDate: string;
  /** ISO 3166-1 numeric. */
  countryId: number;
  state: string;
  city: string;
  street: string;
  zipCode: string;
}

export interface SeedDeposit {
  /** 1 card, 2 bank, 3 alternative. */
  typeId: 1 | 2 | 3;
  amountMinor: number;
  daysAgo: number;
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
  deposits: readonly SeedDeposit[];
}

export const demoPassword = 'demo1234';
export const demoAffiliate = { email: 'affiliate@example.com', name: 'Northlight Media' };
export const demoCustomerEmail = 'demo@example.com';

/** What the demo customer has at the end, to the cent. */
export const demoBalanceMinor = 1_000_000;

const allCategories = [1, 2, 3, 4, 5];
const cryptoOnly = [3];

const stranger = {
  profile: null,
  verified: false,
  level: null,
  pin: null,
  customLeverage: null,
  categoryIds: allCategories,
  sourcePage: '/',
  deposits: [],
} satisfies Partial<SeedCustomer>;

/** They log in with the demo password. The demo customer's last deposit, which makes the balance whole, is not in this list. */
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
    deposits: [
      { typeId: 1, amountMinor: 250_000, daysAgo: 338 },
      { typeId: 2, amountMinor: 400_000, daysAgo: 301 },
    ],
  },
  {
    ...stranger,
    email: 'new@example.com',
    firstName: 'Nora',
    lastName: 'Weiss',
    phone: '+436601234567',
    daysAgo: 2,
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
    deposits: [{ typeId: 1, amountMinor: 50_000, daysAgo: 90 }],
  },
];

/** Came by the demo customer's link. */
export const demoReferral: SeedCustomer = {
  ...stranger,
  email: 'jonas.keller@example.com',
  firstName: 'Jonas',
  lastName: 'Keller',
  phone: '+41791234567',
  daysAgo: 61,
};

/** first name, last name, country (ISO 3166-1 numeric), city, days ago, first page, first deposit in minor units or null. */
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

/** Came by the affiliate's link: 12 in 5 countries, 4 with a first deposit. */
export const affiliateReferrals: readonly SeedCustomer[] = referredRows.map(
  ([firstName, lastName, countryId, city, daysAgo, sourcePage, depositMinor], place) => {
    const phone = `+4930555010${String(place).padStart(2, '0')}`;
    const name = `${firstName}.${lastName}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    return {
      ...stranger,
      email: `${name}@example.com`,
      firstName,
      lastName,
      phone,
      profile: { birthDate: '1990-01-01', countryId, state: city, city, street: 'Main Street 1', zipCode: '10000' },
      verified: depositMinor !== null,
      daysAgo,
      sourcePage,
      deposits: depositMinor === null ? [] : [{ typeId: 1, amountMinor: depositMinor, daysAgo: daysAgo - 3 }],
    };
  },
);
