import type { Locator, Page } from '@playwright/test';
import { terminal } from '../customer.ts';

/** What a person reads in the tables of positions. */

export async function idsShown(page: Page): Promise<string[]> {
  return terminal(page).rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-position') ?? ''));
}

/** The texts of a column's cells, from top to bottom. */
export async function textsOf(page: Page, column: string): Promise<string[]> {
  const { rows } = terminal(page);
  if (column === 'symbol') return rows.locator('th button').allInnerTexts();
  return rows.locator(`td[data-column="${column}"] > span`).allInnerTexts();
}

/** The head of a column. */
export function headOf(page: Page, name: string): Locator {
  return terminal(page).positions.getByRole('columnheader', { name, exact: true });
}

/** The file that the browser saves after a click. */
export async function savedText(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
}
