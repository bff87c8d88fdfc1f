import type { Page } from '@playwright/test';
import { chosenPassword } from '../customer.ts';

/** The form that opens an account. */

const typed = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  'Phone number': '020 7946 0018',
  Password: chosenPassword,
};

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const box = (page: Page) => page.getByRole('checkbox');
export const send = (page: Page) => page.getByRole('button', { name: 'Open account' }).click();

/** Everything that the form asks for. */
export async function fill(page: Page, email: string): Promise<void> {
  for (const [label, value] of Object.entries({ ...typed, Email: email })) await field(page, label).fill(value);
  await box(page).check();
}

/** What it is called and what it says, in the two languages that the brand offers. */
export const words = {
  en: {
    path: '/register',
    submit: 'Open account',
    labels: ['First name', 'Last name', 'Email', 'Phone number', 'Password'],
    missing: [
      ...['First name is required', 'Last name is required', 'Email is required'],
      ...['Phone number is required', 'Password is required'],
    ],
    agree: 'You must to agree to Terms & Conditions',
    invalid: ['invalid email address', 'Phone number not valid'],
    tooLong: 'First name has maximum 80 characters',
    taken: 'This email already exist',
  },
  de: {
    path: '/de/register',
    submit: 'Konto eröffnen',
    labels: ['Vorname', 'Nachname', 'E-Mail', 'Telefonnummer', 'Passwort'],
    missing: [
      ...['Vorname ist erforderlich', 'Nachname ist erforderlich', 'E-Mail ist erforderlich'],
      ...['Telefonnummer ist erforderlich', 'Passwort ist erforderlich'],
    ],
    agree: 'Bitte stimmen Sie den Geschäftsbedingungen zu',
    invalid: ['Ungültige E-Mail-Adresse', 'Ungültige Telefonnummer'],
    tooLong: 'Vorname darf höchstens 80 Zeichen haben',
    taken: 'Diese E-Mail-Adresse wird bereits verwendet',
  },
} as const;
