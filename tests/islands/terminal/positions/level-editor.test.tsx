import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import { updatePosition } from '../../../../src/lib/contract/endpoints.ts';
import { tabTo, typeOver } from '../../../support/component/keyboard.ts';
import { aPosition, terminal, test } from '../../../support/component/shown-terminal.tsx';
import { cellOf, expectShut, far, keepLevels, quoted, sentBy, wrongOf } from '../../../support/component/trading.tsx';

const positions = { Buy: aPosition(), Sell: aPosition({ direction: 'sell' }) } as const;

const shown = (side: 'Buy' | 'Sell') => ({ positions: { open: [positions[side]] } });
const firstCell = (level: 'Stop loss' | 'Take profit') => cellOf(terminal().rows.first(), level);

for (const [side, level, wrong, right] of [
  ['Buy', 'Take profit', 'below', 'above'],
  ['Buy', 'Stop loss', 'above', 'below'],
  ['Sell', 'Take profit', 'above', 'below'],
  ['Sell', 'Stop loss', 'below', 'above'],
] as const) {
  test(`${level} of a ${side}: set, changed and removed by keyboard, and sent only if valid`, async ({
    showTerminal,
  }) => {
    const { connection } = await showTerminal(shown(side));
    keepLevels(connection, positions[side]);
    const cell = firstCell(level);
    await tabTo(cell.button);
    await expect.element(cell.button).toMatchTextContent(/^Set/);
    await userEvent.keyboard('{Enter}');
    await expect.element(cell.input).toHaveFocus();
    await userEvent.keyboard(far[wrong]);
    const message = wrongOf[side][wrong];
    await expect.element(cell.message).toHaveTextContent(message);
    await expect.element(cell.input).toHaveAttribute('aria-invalid', 'true');
    await expect.element(cell.input).toHaveAccessibleDescription(message);
    await userEvent.keyboard('{Enter}');
    await expect.element(cell.input).toHaveFocus();
    expect(sentBy(connection, updatePosition)).toEqual([]);

    await typeOver(far[right]);
    // A stop loss so far away would never fire: the position loses its amount first.
    await expect
      .element(cell.message)
      .toMatchTextContent(
        level === 'Stop loss'
          ? new RegExp(`^A ${side.toLowerCase()} would close at [\\d,.]+ first, so this would never trigger$`)
          : /^About [+−-]€[\d,.]+ if reached$/,
      );
    await expect.element(cell.input).toHaveAttribute('aria-invalid', 'false');
    await userEvent.keyboard('{Enter}');
    await expect.element(cell.button).toMatchTextContent(`${Number(far[right]).toLocaleString('en')}.00`);
    await expect.element(cell.button).toHaveFocus();
    expect(sentBy(connection, updatePosition)).toHaveLength(1);

    await expectShut(cell);
    await userEvent.keyboard('{Enter}');
    await expect.element(cell.input).toHaveValue(far[right]);
    await userEvent.keyboard('{Escape}');
    await expectShut(cell);
    await expect.element(cell.button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await tabTo(cell.remove);
    await userEvent.keyboard('{Enter}');
    await expect.element(cell.button).toMatchTextContent(/^Set/);
    await expect.element(cell.button).toHaveFocus();
    const [id, field] = [positions[side].id, level === 'Stop loss' ? 'stop_lost' : 'take_profit'];
    expect(sentBy(connection, updatePosition)).toEqual([
      { id, [field]: Number(far[right]) },
      { id, [field]: null },
    ]);
  });
}

for (const [side, column, wrong] of [
  ['Buy', 'sell', far.below],
  ['Sell', 'buy', far.above],
] as const) {
  test(`the message of a ${side} has the current price of the closing side`, async ({ showTerminal }) => {
    const { priceConnection } = await showTerminal(shown(side));
    const cell = firstCell('Take profit');
    await cell.button.click();
    await cell.input.fill(wrong);
    await expect.element(cell.message).toMatchTextContent(/than/);
    const market = terminal().market.getByCss(`[data-current] [data-cell="${column}"]`);
    for (const sell of [60_100, 59_900, 60_200]) {
      priceConnection.tell('prices', quoted(sell + 10, sell));
      await expect
        .element(market)
        .toHaveTextContent(`${(column === 'sell' ? sell : sell + 10).toLocaleString('en')}.00`);
      // The list is written last, so the message is current by then.
      expect(cell.message.element().textContent.endsWith(` than ${market.element().textContent}`)).toBe(true);
    }
  });
}

test('an empty field removes the level; an unchanged level is not sent; a word is refused', async ({
  showTerminal,
}) => {
  const { connection, priceConnection } = await showTerminal(shown('Buy'));
  keepLevels(connection, positions.Buy);
  priceConnection.tell('prices', quoted(60_010.25, 60_000.25));
  const cell = firstCell('Stop loss');
  await cell.button.click();
  await userEvent.keyboard('1,234.50');
  await userEvent.keyboard('{Enter}');
  await expect.element(cell.button).toMatchTextContent('1,234.50');
  await expectShut(cell);

  await userEvent.keyboard('{Enter}');
  await expect.element(cell.input).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expectShut(cell);
  await expect.element(cell.button).toHaveFocus();
  expect(sentBy(connection, updatePosition)).toHaveLength(1);

  await userEvent.keyboard('{Enter}');
  await expect.element(cell.input).toHaveFocus();
  await typeOver('low');
  await expect.element(cell.message).toHaveTextContent('Enter a price such as 60000.25');
  await userEvent.keyboard('{Enter}');
  await typeOver('');
  await expect.element(cell.message).toHaveTextContent('');
  await userEvent.keyboard('{Enter}');
  await expect.element(cell.button).toMatchTextContent(/^Set/);
  expect(sentBy(connection, updatePosition).map(({ stop_lost }) => stop_lost)).toEqual([1234.5, null]);
});

const boxOf = (part: Locator) => part.element().getBoundingClientRect();

for (const width of [900, 1440]) {
  test(`the form does not move the table and stays on the screen at ${width} px`, async ({ showTerminal }) => {
    await page.viewport(width, 800);
    await showTerminal(shown('Buy'));
    const row = terminal().rows.first();
    await expect.element(row.getByCss('[data-live="profit"]')).toMatchTextContent(/€/);
    const cells = () =>
      [...row.element().children].map((cell) => {
        const { x, y, width: cellWidth, height } = cell.getBoundingClientRect();
        return [x, y, cellWidth, height];
      });
    for (const level of ['Stop loss', 'Take profit'] as const) {
      const cell = firstCell(level);
      // The pointer brings a column into view that is partly beyond the panel's edge.
      await cell.button.hover();
      const before = cells();
      await cell.button.click();
      await expect.element(cell.input).toHaveFocus();
      expect(cells()).toEqual(before);
      const [rowBox, form] = [boxOf(row), boxOf(row.getByCss('form'))];
      expect(form.y).toBeGreaterThanOrEqual(rowBox.y + rowBox.height - 4);
      expect(form.x).toBeGreaterThanOrEqual(0);
      expect(form.right).toBeLessThanOrEqual(width);
      expect(form.bottom).toBeLessThanOrEqual(800);
      await userEvent.keyboard('{Escape}');
      await expect.element(cell.input).not.toBeInTheDocument();
    }
  });
}

test('the meaning of a level is not shown before it was checked against the price', async ({ showTerminal }) => {
  await showTerminal(shown('Buy'));
  const cell = firstCell('Stop loss');
  await cell.button.click();
  const message = cell.message.element();
  const texts: string[] = [];
  new MutationObserver(() => texts.push(message.textContent)).observe(message, { childList: true, subtree: true });
  await userEvent.keyboard(far.above);
  await expect.element(cell.message).toHaveTextContent(wrongOf.Buy.above);
  expect(texts.filter((text) => /^About|never trigger/.test(text))).toEqual([]);
});

test('the message follows the price while nobody types', async ({ showTerminal }) => {
  const { priceConnection } = await showTerminal(shown('Buy'));
  const cell = firstCell('Take profit');
  await cell.button.click();
  await userEvent.keyboard('60500');
  for (let swings = 0; swings < 2; swings += 1) {
    priceConnection.tell('prices', quoted(61_010, 61_000));
    await expect.element(cell.message).toHaveTextContent("Can't be lower than 61,000.00");
    priceConnection.tell('prices', quoted(60_010, 60_000));
    await expect.element(cell.message).toMatchTextContent(/^About .* if reached$/);
  }
});
