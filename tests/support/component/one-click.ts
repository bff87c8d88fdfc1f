import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** The switch of one-click trading. */
export const oneClick = () => page.getByRole('switch', { name: 'One-click trading' });

/** Switches one-click trading on, through its warning. */
export async function acceptOneClick(): Promise<void> {
  await oneClick().click();
  const warning = page.getByRole('dialog', { name: 'Turn on one-click trading?' });
  await warning.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(warning).not.toBeInTheDocument();
}
