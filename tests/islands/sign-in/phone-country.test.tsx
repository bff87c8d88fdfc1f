import { expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { loadPhonePlans } from '../../../src/islands/shared/fields/phone-number.ts';
import { getClientInfo, register } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { test } from '../../support/component/component-test.tsx';
import { field, registerIsland } from '../../support/component/sign-in.tsx';
import { tabTo } from '../../support/component/keyboard.ts';
import { agreement, country, fillRegistration, send } from '../../support/component/registration.tsx';

/**
 * How the country of a number is determined: by its digits, by the choice beside it, or by the visitor's connection.
 */

const visitorFrom = (code: string, name: string) => ({
  ...{ ip: '192.0.2.1', country_short: code, country_long: name, city: null },
});
const phone = () => field('Phone number');

test('the country follows the dial code of the number, and the dial code follows the chosen country', async ({
  server,
  show,
}) => {
  server.answer(getClientInfo, visitorFrom('GB', 'United Kingdom'));
  await show(await registerIsland());
  await expect.element(country()).toHaveValue('GB');
  const germany = () => country().element().querySelector('option[value="DE"]')?.textContent;
  expect(germany()).toBe('Germany +49');
  // The number plans load while the first number is typed. Once they are loaded, that number is parsed again.
  await phone().fill('020');
  await loadPhonePlans();
  await phone().clear();
  await userEvent.keyboard('+4930901820');
  await expect.element(country()).toHaveValue('DE');
  await expect.element(phone()).toHaveValue('+49 30 901820');
  await country().selectOptions('AT');
  await expect.element(phone()).toHaveValue('+43 30 901820');
  await phone().fill('01 58858');
  await userEvent.tab();
  await expect.element(country()).toHaveValue('AT');
  await expect.element(phone()).toHaveValue('01 58858');
});

test('the country follows the connection until there is a number', async ({ server, show }) => {
  const held = server.hold(getClientInfo);
  server.beUnreachable(register);
  await show(await registerIsland());
  await phone().fill('0664 1234567');
  held.answer(visitorFrom('AT', 'Austria'));
  await expect.element(country()).toHaveValue('AT');
  await fillRegistration('vienna@example.com', '0664 1234567');
  await send();
  await expect
    .poll(() => server.asked(register).map(({ body }) => body))
    .toMatchObject([{ phone: '+436641234567', country: 'AT' }]);
});

test('a form submitted before the country is known waits for it', async ({ server, show }) => {
  const held = server.hold(getClientInfo);
  server.beUnreachable(register);
  await show(await registerIsland());
  await fillRegistration('early-vienna@example.com', '0664 1234567');
  await send();
  await vi.waitFor(() => expect(document.querySelector('[type=submit][aria-busy=true]')).not.toBeNull());
  expect(server.asked(register)).toEqual([]);
  held.answer(visitorFrom('AT', 'Austria'));
  await expect
    .poll(() => server.asked(register).map(({ body }) => body))
    .toMatchObject([{ phone: '+436641234567', country: 'AT' }]);
});

test('a country that shares its code with others is sent as it was chosen', async ({ server, show }) => {
  server.beUnreachable(register);
  await show(await registerIsland());
  await fillRegistration('jersey@example.com', '+44 1534 456789');
  await country().selectOptions('IM');
  await send();
  await expect
    .poll(() => server.asked(register).map(({ body }) => body))
    .toMatchObject([{ phone: '+441534456789', country: 'IM' }]);
});

test('the form is filled in and sent without a mouse', async ({ server, show }) => {
  server.beUnreachable(register);
  await show(await registerIsland());
  await userEvent.tab();
  for (const value of ['Grace', 'Hopper', 'grace@example.com']) {
    await userEvent.keyboard(value);
    await userEvent.tab();
  }
  await expect.element(country()).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('+1 212 555 0134');
  await expect.element(country()).toHaveValue('US');
  await userEvent.tab();
  await userEvent.keyboard('compiler');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Password')).toHaveAttribute('type', 'text');
  await tabTo(agreement());
  await userEvent.keyboard(' {Enter}');
  await expect
    .poll(() => server.asked(register).map(({ body }) => body))
    .toMatchObject([{ first_name: 'Grace', phone: '+12125550134', country: 'US', agree: true }]);
});
