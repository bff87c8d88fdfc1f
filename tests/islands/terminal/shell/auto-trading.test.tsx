import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getAutoTrading } from '../../../../src/lib/contract/accounts/auto-trading-endpoints.ts';
import type { AutoTradingDetails } from '../../../../src/lib/contract/accounts/auto-trading-calls.ts';
import { setAutoTrading } from '../../../../src/lib/contract/endpoints.ts';
import { expectNoFaults } from '../../../support/component/accessibility.ts';
import { aCustomer } from '../../../support/component/component-test.tsx';
import { tabTo } from '../../../support/component/keyboard.ts';
import { test } from '../../../support/component/shown-terminal.tsx';

const autoTrading = page.getByRole('switch', { name: 'Auto trading' });
const dialog = page.getByRole('dialog', { name: 'Auto trading' });
const agree = dialog.getByRole('checkbox', { name: /^I've read this rule/ });
const turnOn = dialog.getByRole('button', { name: 'Turn on auto trading' });
const failed = page.getByText("We couldn't confirm the change.");

const details: AutoTradingDetails = {
  rule: {
    ...{ version: 'rule 7', resolution: '15m', fast: 10, slow: 30 },
    ...{ free_margin_percent: 2, exposure_percent: 50, daily_stop_percent: 2.5 },
  },
  ...{ consented_at: null, stopped: 0 },
  ...{ today: -12.5, total: 31.25, open_positions: 2, exposure: 400, most_exposure: 5000 },
};
const consented: AutoTradingDetails = { ...details, consented_at: '2026-11-20T12:00:00.000Z' };

test('auto trading states its rule and is turned on, by keyboard, only once the customer agrees to it', async ({
  showTerminal,
  server,
}) => {
  await showTerminal();
  server.answer(getAutoTrading, details);
  server.answer(setAutoTrading, { ...aCustomer, auto_trading: 1 });
  await expect.element(autoTrading).not.toBeChecked();
  await tabTo(autoTrading);
  await userEvent.keyboard(' ');
  await expect.element(dialog).toMatchTextContent(/On 15m candles.* last 10 closing prices .* the last 30\./);
  await expect.element(dialog).toMatchTextContent(/up to 2% of your free margin .* above 50% of your equity/);
  await expect.element(dialog).toMatchTextContent(/daily loss limit: 2\.5% of your equity/);
  await expectNoFaults();
  await expect.element(turnOn).toBeDisabled();
  await tabTo(agree);
  await userEvent.keyboard(' ');
  await tabTo(turnOn);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(autoTrading).toBeChecked();
  expect(server.asked(setAutoTrading).map(({ body }) => body)).toEqual([{ auto_trading: 1, consent: 'rule 7' }]);
});

test('nothing is turned on by looking, and the result stands above the rule', async ({ showTerminal, server }) => {
  await showTerminal();
  server.answer(getAutoTrading, details);
  await autoTrading.click();
  await expect
    .element(dialog)
    .toMatchTextContent(/Today-€12\.50All time\+€31\.25Open positions2Exposure€400\.00 of €5,000\.00/);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(autoTrading).not.toBeChecked();
  expect(server.asked(setAutoTrading)).toEqual([]);
});

test('who has agreed before turns it on at once; off needs no dialog, and other pages are followed', async ({
  showTerminal,
  server,
}) => {
  const { connection } = await showTerminal();
  server.answer(getAutoTrading, consented);
  server.answer(setAutoTrading, { ...aCustomer, auto_trading: 1 });
  await autoTrading.click();
  await expect.element(dialog).toMatchTextContent(/You agreed to this rule on/);
  await expect.element(agree).not.toBeInTheDocument();
  await turnOn.click();
  await expect.element(autoTrading).toBeChecked();
  server.answer(setAutoTrading, aCustomer);
  await autoTrading.click();
  await expect.element(autoTrading).not.toBeChecked();
  expect(server.asked(setAutoTrading).map(({ body }) => body)).toEqual([{ auto_trading: 1 }, { auto_trading: 0 }]);
  connection.tell('user', { ...aCustomer, auto_trading: 1 });
  await expect.element(autoTrading).toBeChecked();
});

test('while it is on, the dialog says that a day was stopped, and turns it off', async ({ showTerminal, server }) => {
  const { connection } = await showTerminal();
  connection.tell('user', { ...aCustomer, auto_trading: 1 });
  server.answer(getAutoTrading, { ...consented, stopped: 1 });
  await expect.element(autoTrading).toBeChecked();
  await page.getByRole('button', { name: 'About auto trading' }).click();
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/Stopped until midnight UTC/);
  await expectNoFaults();
  server.answer(setAutoTrading, aCustomer);
  await dialog.getByRole('button', { name: 'Turn off auto trading' }).click();
  await expect.element(autoTrading).not.toBeChecked();
});

test('a rule that changed meanwhile has to be agreed to again', async ({ showTerminal, server }) => {
  await showTerminal();
  server.answer(getAutoTrading, details);
  await autoTrading.click();
  await agree.click();
  server.refuse(setAutoTrading, 'CONSENT_REQUIRED');
  server.answer(getAutoTrading, { ...details, rule: { ...details.rule, version: 'rule 8', exposure_percent: 60 } });
  await turnOn.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The rule has just changed.');
  await expect.element(dialog).toMatchTextContent(/above 60% of your equity/);
  await expect.element(agree).not.toBeChecked();
  await expect.element(turnOn).toBeDisabled();
  await expect.element(autoTrading).not.toBeChecked();
});

test('if the server does not confirm, it stays off, and the dialog and the switch say so', async ({
  showTerminal,
  server,
}) => {
  await showTerminal();
  server.answer(getAutoTrading, consented);
  const held = server.hold(setAutoTrading);
  await autoTrading.click();
  await turnOn.click();
  await expect.element(autoTrading).toHaveAttribute('aria-busy', 'true');
  held.beUnreachable();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent("We couldn't confirm the change.");
  await userEvent.keyboard('{Escape}');
  await expect.element(failed).toBeVisible();
  await expect.element(autoTrading).toHaveAttribute('aria-busy', 'false');
  await expect.element(autoTrading).not.toBeChecked();
});

test('a rule that cannot be loaded is asked for again', async ({ showTerminal, server }) => {
  await showTerminal();
  server.refuse(getAutoTrading, 'UNAVAILABLE');
  await autoTrading.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent("We couldn't load this.");
  server.answer(getAutoTrading, details);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(turnOn).toBeVisible();
});

for (const width of [1440, 900, 360]) {
  test(`the rule of auto trading fits ${width} px`, async ({ showTerminal, server }) => {
    await page.viewport(width, 800);
    await showTerminal();
    server.answer(getAutoTrading, details);
    await tabTo(page.getByRole('button', { name: 'About auto trading' }));
    await userEvent.keyboard('{Enter}');
    await expect.element(turnOn).toBeVisible();
    const { left, right } = dialog.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expectNoFaults();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });
}
