import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { terminal, test } from '../../../support/component/shown-terminal.tsx';

// The calculator's code cannot be loaded.
vi.mock('../../../../src/islands/terminal/ticket/calculator.tsx', () => {
  throw new Error('the script cannot be loaded');
});

const unavailable = () => page.getByText('Temporarily unavailable').first();

test('a calculator that cannot be loaded says so and leads back to the ticket', async ({ showTerminal }) => {
  await showTerminal();
  const { ticket } = terminal();
  await ticket.getByRole('tab', { name: 'Calculator' }).click();
  await expect.element(unavailable()).toBeVisible();
  await expect.element(ticket.getByRole('tab', { name: 'New trade' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(ticket.getByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
});

test('on a phone its section closes again', async ({ showTerminal }) => {
  await page.viewport(360, 740);
  await showTerminal();
  const section = page.getByRole('region', { name: 'Calculator' });
  await section.getByText('Calculator').first().click();
  await expect.element(unavailable()).toBeVisible();
  await expect.element(section.getByCss('details')).not.toHaveAttribute('open');
});
