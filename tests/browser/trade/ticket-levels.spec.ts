import { openTerminal, terminal } from '../customer.ts';
import { expect, test } from '../product-test.ts';

// What the ticket says of a level that is no fault of its form.

// The market moves by parts of a percent while a test runs: this is out of its reach.
const below = '1000';
const fold = 'Stop loss, take profit';

test('a stop loss behind the termination price is no fault, but is said never to fire', async ({ page }) => {
  await openTerminal(page);
  const { ticket } = terminal(page);
  await ticket.getByText('×5', { exact: true }).click();
  await ticket.getByText(fold).click();
  const field = ticket.getByLabel('Stop loss', { exact: true });
  await field.fill('70000');
  await expect(field).toHaveAccessibleDescription(/^Buy ends at 7\d,\d{3}\.\d\d first: this would never fire$/);
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  await ticket.getByText('×1', { exact: true }).click();
  await expect(field).toHaveAccessibleDescription(/^Suits Buy, about -€/);
});

test('a level that the server refuses is said to be wrong in the words of the page', async ({ page }) => {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const asked = /^42(\d+)\["openPosition"/.exec(String(message));
      const refusal = {
        error: true,
        code: 'VALIDATION',
        message: '',
        fields: { stop_lost: "Can't be higher than 1.00" },
      };
      if (asked) socket.send(`43${asked[1]}${JSON.stringify([refusal])}`);
      else server.send(message);
    });
  });
  await openTerminal(page);
  const { ticket } = terminal(page);
  await ticket.getByText(fold).click();
  await ticket.getByLabel('Stop loss', { exact: true }).fill(below);
  await ticket.getByRole('button', { name: /^Buy/ }).click();
  // At the newest price nothing is wrong with it.
  await expect(page.getByText('Please check the highlighted fields.')).toBeVisible();
  await expect(page.getByText("Can't be higher than 1.00")).toHaveCount(0);
  await expect(ticket.getByLabel('Stop loss', { exact: true })).toHaveValue(below);
});

test('a level between the prices suits neither side', async ({ page }) => {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(
        String(message).replace(/"BTCUSD":\{"buy":[\d.]+,"sell":[\d.]+/, '"BTCUSD":{"buy":60000,"sell":50000'),
      );
    });
  });
  await openTerminal(page);
  const { ticket } = terminal(page);
  await ticket.getByText(fold).click();
  const field = ticket.getByLabel('Stop loss', { exact: true });
  await field.fill('55000');
  await expect(field).toHaveAccessibleDescription('Between the prices: suits neither side');
});
