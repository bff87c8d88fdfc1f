import type { Locator, Page } from '@playwright/test';
import { operatedTest } from '../operated-test.ts';

export const test = operatedTest();

export { expect } from '@playwright/test';

/** The parts of the withdrawal page. */
export function withdrawScreen(page: Page) {
  const main = page.getByRole('main');
  return {
    main,
    amount: main.getByLabel('Amount', { exact: true }),
    comments: main.getByLabel('Comments', { exact: true }),
    code: main.getByLabel('Code', { exact: true }),
    all: main.getByRole('button', { name: 'Withdraw all' }),
    submit: main.getByRole('button', { name: 'Request withdrawal' }),
    refusal: main.getByRole('alert'),
    withdrawable: main.locator('[data-figure="withdrawable"]'),
    figure: (name: string) => main.locator(`[data-figure="${name}"]`),
    done: main.locator('[data-requested]'),
    open: main.getByRole('region', { name: 'In progress' }),
  };
}

/** The steps of a timeline with their states, such as `Requested done`. */
export async function stopsOf(part: Locator): Promise<string[]> {
  const stops = part.getByRole('list', { name: 'Transaction progress' }).getByRole('listitem');
  return stops.evaluateAll((items) =>
    items.map(
      (item) => `${item.querySelector('span')?.textContent ?? ''} ${(item as HTMLElement).dataset.state ?? ''}`,
    ),
  );
}

/** Requests a withdrawal on the page; returns its id. */
export async function withdraw(page: Page, amount: string): Promise<string> {
  await page.goto('/payment/withdraw');
  const { amount: field, comments, submit, done } = withdrawScreen(page);
  const answer = page.waitForResponse('**/api/transactions/create');
  await field.fill(amount);
  await comments.fill('To my account at the Donaubank');
  await submit.click();
  const { data } = (await (await answer).json()) as { data: { transaction_id: string } };
  await done.waitFor();
  return data.transaction_id;
}
