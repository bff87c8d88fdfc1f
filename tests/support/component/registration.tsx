import { page } from 'vitest/browser';
import { field } from './sign-in.tsx';

/** The registration form: its input, and its texts in the languages that the brand offers. */

export const chosenPassword = 'Donaukanal 1220';

const typed = { 'First name': 'Ada', 'Last name': 'Lovelace', Password: chosenPassword };

export const agreement = () => page.getByRole('checkbox');
export const country = () => page.getByLabelText('Country code');
export const send = () => page.getByRole('button', { name: 'Open account' }).click();

/** Fills in all fields of the form. */
export async function fillRegistration(email: string, phone = '+44 20 7946 0018'): Promise<void> {
  for (const [label, value] of Object.entries({ ...typed, Email: email, 'Phone number': phone }))
    await field(label).fill(value);
  await agreement().click();
}

export const words = {
  en: {
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
    easy: 'This password is too easy to guess',
  },
  de: {
    submit: 'Konto eröffnen',
    labels: ['Vorname', 'Nachname', 'E-Mail', 'Telefonnummer', 'Passwort'],
    missing: [
      ...['Vorname ist erforderlich', 'Nachname ist erforderlich', 'E-Mail ist erforderlich'],
      ...['Telefonnummer ist erforderlich', 'Passwort ist erforderlich'],
    ],
    agree: 'Bitte stimmen Sie den AGB zu',
    invalid: ['Ungültige E-Mail-Adresse', 'Ungültige Telefonnummer'],
    tooLong: 'Vorname darf höchstens 80 Zeichen haben',
    taken: 'Diese E-Mail-Adresse wird bereits verwendet',
    easy: 'Dieses Passwort ist zu leicht zu erraten',
  },
} as const;
