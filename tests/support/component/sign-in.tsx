import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { page } from 'vitest/browser';
import type { Locale } from '../../../src/brand.ts';
import { AutoLoginIsland } from '../../../src/islands/sign-in/auto-login.island.tsx';
import { LoginIsland } from '../../../src/islands/sign-in/login.island.tsx';
import { PasswordRequestIsland } from '../../../src/islands/sign-in/password-request.island.tsx';
import { RegisterIsland } from '../../../src/islands/sign-in/register.island.tsx';
import { storageKeys } from '../../../src/lib/contract/session.ts';
import { messagesFor } from './component-test.tsx';

/** The log-in and registration islands, with the props of their pages. */

export const field = (label: string) => page.getByLabelText(label, { exact: true });
export const press = (name: string) => page.getByRole('button', { name }).click();

/** Expects a text that screen readers read together with a field. */
export const expectSaid = (at: Locator, words: string) => expect.element(at).toHaveAccessibleDescription(words);

/** Expects a password field that is masked, marked for password managers, and allows pasting. */
export async function expectPassword(password: Locator, kind: 'current-password' | 'new-password'): Promise<void> {
  await expect.element(password).toHaveAttribute('type', 'password');
  await expect.element(password).toHaveAttribute('autocomplete', kind);
  for (const paste of [
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() }),
    new InputEvent('beforeinput', { bubbles: true, cancelable: true, inputType: 'insertFromPaste', data: ' 7351 ' }),
    new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'v', ctrlKey: true }),
  ])
    expect(password.element().dispatchEvent(paste), paste.type).toBe(true);
  await password.fill(' from a manager 7351 ');
  await expect.element(password).toHaveValue(' from a manager 7351 ');
}

/** What this browser has stored under a key. */
export const kept = (key: keyof typeof storageKeys) => localStorage.getItem(storageKeys[key]);

export async function loginIsland(locale: Locale = 'en') {
  return (
    <LoginIsland
      messages={await messagesFor(locale, ['login', 'fields', 'problems'])}
      homePath="/platform/BTCUSD"
      detailsPath="/my-account/info"
      recaptchaSiteKey={null}
    />
  );
}

export async function registerIsland(locale: Locale = 'en') {
  return (
    <RegisterIsland
      messages={await messagesFor(locale, ['entry', 'fields', 'problems'])}
      locale={locale}
      paths={{ details: '/my-account/info', terms: '/terms-conditions', privacy: null }}
      recaptchaSiteKey={null}
    />
  );
}

export async function passwordRequestIsland(locale: Locale = 'en') {
  return (
    <PasswordRequestIsland
      messages={await messagesFor(locale, ['entry', 'fields', 'problems'])}
      locale={locale}
      recaptchaSiteKey={null}
    />
  );
}

export async function autoLoginIsland(locale: Locale = 'en') {
  return (
    <AutoLoginIsland
      messages={await messagesFor(locale, ['entry', 'login', 'problems'])}
      paths={{
        ...{ password: '/my-account/password', details: '/my-account/info', platform: '/platform/BTCUSD' },
        ...{ logIn: '/login', request: '/password/request' },
      }}
    />
  );
}
