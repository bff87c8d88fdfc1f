import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { mountTryDemo } from '../../../src/components/demo/try-demo.ts';
import { logInToDemo } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { $session } from '../../../src/stores/session.ts';
import { aCustomer, test } from '../../support/component/component-test.tsx';

const button = page.getByRole('button', { name: 'Try the demo' });
const note = page.getByRole('status');

/** The button of `try-demo.astro`, with the parts that its script uses; returns where it leads. */
function showButton(): string[] {
  const went: string[] = [];
  const box = document.createElement('div');
  box.innerHTML = `<button aria-describedby="demo-note" data-try-demo data-platform="/platform/BTCUSD"
    data-opening="Opening" data-failed="Try again" data-busy="Too many">Try the demo</button>
    <p id="demo-note" role="status"></p>`;
  document.body.replaceChildren(box);
  mountTryDemo(document, (address) => void went.push(address));
  return went;
}

test('one click opens the demo, without an email or a password', async ({ server }) => {
  server.answer(logInToDemo, { access_token: 'token', user: aCustomer, device: 'd'.repeat(43) });
  const went = showButton();
  await button.click();
  await expect.poll(() => went).toEqual(['/platform/BTCUSD']);
  expect($session.get()?.user.email).toBe('demo@example.com');
  expect(server.asked(logInToDemo)).toHaveLength(1);
  expect(JSON.stringify(server.asked(logInToDemo))).not.toMatch(/password|@/);
});

test('a refusal is said under the button, and another click tries again', async ({ server }) => {
  server.refuse(logInToDemo, 'TOO_MANY_REQUESTS');
  const went = showButton();
  await button.click();
  await expect.element(note).toHaveTextContent('Too many');
  server.refuse(logInToDemo, 'NOT_FOUND');
  await button.click();
  await expect.element(note).toHaveTextContent('Try again');
  expect(server.asked(logInToDemo)).toHaveLength(2);
  expect([went, $session.get()]).toEqual([[], null]);
});

test('a link from another page opens the demo at once, and a reload does not', async ({ server }) => {
  server.answer(logInToDemo, { access_token: 'token', user: aCustomer, device: 'd'.repeat(43) });
  history.replaceState(null, '', '#demo');
  const went = showButton();
  await expect.poll(() => went).toEqual(['/platform/BTCUSD']);
  expect(location.hash).toBe('');
  showButton();
  expect(server.asked(logInToDemo)).toHaveLength(1);
});
