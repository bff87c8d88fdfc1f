import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endSessions, renewRecoveryCodes } from '../../../../src/lib/contract/accounts/account-endpoints.ts';
import { $session } from '../../../../src/stores/session.ts';
import { expectNoFaults, expectNoHorizontalScroll } from '../../../support/component/accessibility.ts';
import { codes, factorOf, isOn, test as base } from '../../../support/component/security.tsx';

/** Shows new recovery codes, which appear only once. */
const test = base.extend('showCodes', ({ server, showSecurity }) => async () => {
  server.answer(renewRecoveryCodes, { recovery_codes: codes });
  await showSecurity(isOn);
  await factorOf().getByRole('button', { name: 'New recovery codes' }).click();
  await userEvent.keyboard('123456{Enter}');
  await expect.element(factorOf().getByText(codes[0] ?? '')).toBeVisible();
});

const question = () => page.getByRole('dialog', { name: 'Leave without your recovery codes?' });
const link = () => page.getByRole('navigation', { name: 'Account pages' }).getByRole('link', { name: 'Profile' });
/** Whether the browser asks for confirmation before the page is left otherwise than by a link. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

for (const width of [1440, 360, 320])
  test(`a link leads away from the codes only after confirmation, ${width} px`, async ({ showCodes, destinations }) => {
    await page.viewport(width, 800);
    await showCodes();
    await link().click();
    await expect.element(question()).toBeVisible();
    await expectNoFaults('dialog[open]');
    await expectNoHorizontalScroll();
    await userEvent.keyboard('{Escape}');
    await expect.element(question()).not.toBeInTheDocument();
    await link().click();
    await question().getByRole('button', { name: 'Back to codes' }).click();
    await expect.element(question()).not.toBeInTheDocument();
    expect(destinations).toEqual([]);
    await expect.element(factorOf().getByText(codes[0] ?? '')).toBeVisible();
    expect(asks()).toBe(true);

    await link().click();
    await question().getByRole('button', { name: 'Leave without them' }).click();
    await expect.poll(() => destinations).toEqual(['/my-account/info']);
    // The browser itself does not ask, so that nobody is asked twice.
    expect(asks()).toBe(false);
  });

test('the browser asks before a reload, but not once the codes are kept', async ({ showCodes, destinations }) => {
  await showCodes();
  await expect.poll(asks).toBe(true);
  await factorOf().getByRole('checkbox', { name: "I've saved my recovery codes" }).click();
  await expect.element(factorOf().getByRole('button', { name: 'Done' })).toBeEnabled();
  expect(asks()).toBe(false);
  await link().click();
  await expect.poll(() => destinations).toEqual(['/my-account/info']);
  await expect.element(question()).not.toBeInTheDocument();
});

test('a session that ends removes the codes without asking', async ({ server, showCodes }) => {
  server.answer(endSessions, null);
  await showCodes();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out everywhere?' });
  // The page is left as soon as the session has ended, so the browser must not ask at that moment.
  const asked = Promise.withResolvers<boolean>();
  const stop = $session.listen(() => asked.resolve(asks()));
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
  expect(await asked.promise).toBe(false);
  stop();
  expect($session.get()).toBeNull();
});
