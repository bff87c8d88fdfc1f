import { openTerminal } from '../customer.ts';
import { typeOver } from '../keyboard.ts';
import { expect, test } from '../product-test.ts';
import { cellOf, expectShut, far, open } from './level-parts.ts';

test('what the server refuses is said in the words of the page, and the form stays', async ({ page }) => {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const asked = /^42(\d+)\["updatePosition"/.exec(String(message));
      if (!asked) {
        server.send(message);
        return;
      }
      const refusal = {
        error: true,
        code: 'VALIDATION',
        message: '',
        fields: { stop_lost: "Can't be higher than 1.00" },
      };
      socket.send(`43${asked[1]}${JSON.stringify([refusal])}`);
    });
  });
  await openTerminal(page);
  const cell = cellOf(await open(page, 'Buy'), 'Stop loss');
  await cell.button.click();
  await page.keyboard.type(far.below);
  await page.keyboard.press('Enter');
  // At the newest price nothing is wrong with it.
  await expect(cell.message).toHaveText('Please check the highlighted fields.');
  await expect(cell.input).toBeFocused();
  await page.keyboard.type('1');
  await expect(cell.message).toHaveText(/^Buy ends at [\d,.]+ first: this would never fire$/);
});

test('a late answer leaves alone the form that was opened anew, and is said all the same', async ({ page }) => {
  let answer: (() => void) | undefined;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    let held: string | undefined;
    socket.onMessage((message) => {
      held ??= /^42(\d+)\["updatePosition"/.exec(String(message))?.[1];
      server.send(message);
    });
    server.onMessage((message) => {
      if (held !== undefined && String(message).startsWith(`43${held}[`)) answer = () => socket.send(message);
      else socket.send(message);
    });
  });
  await openTerminal(page);
  const cell = cellOf(await open(page, 'Buy'), 'Stop loss');
  await cell.button.click();
  await page.keyboard.type(far.below);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expectShut(cell);
  await cell.button.click();
  await expect(cell.input).toBeFocused();
  await typeOver(page, '2000');
  await expect.poll(() => answer !== undefined).toBe(true);
  answer?.();
  await expect(page.getByText(/stop loss 1,000\.00/i)).toBeVisible();
  await expect(cell.input).toBeFocused();
  await expect(cell.input).toHaveValue('2000');
  await page.keyboard.press('Enter');
  await expect(cell.button).toContainText('2,000.00');
});
