import { afterEach, expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locale } from '../../../src/brand.ts';
import { ReferralsIsland } from '../../../src/islands/referrals/referrals.island.tsx';
import type { Referral } from '../../../src/lib/contract/accounts/account-entities.ts';
import { getReferrals } from '../../../src/lib/contract/accounts/account-endpoints.ts';
import { expectNoHorizontalScroll, expectAccessible } from '../../support/component/accessibility.ts';
import { aCustomer, messagesFor, test as base } from '../../support/component/component-test.tsx';
import { tabTo } from '../../support/component/keyboard.ts';
import { catchCopies } from '../../support/component/shown-transactions.tsx';

const link = `https://broker.example/?ref=${aCustomer.uniqid}`;
const jonas: Referral = {
  ...{ full_name: 'Jonas Keller', email: 'jonas.keller@example.com', created_at: '2026-02-03T10:00:00.000Z' },
};

const field = () => page.getByRole('textbox', { name: 'Your link' });
const copy = () => page.getByRole('button', { name: 'Copy link' });
const said = () => page.getByRole('status').filter({ hasText: 'Link copied' });

const test = base.extend(
  'showReferrals',
  ({ server, show, logIn }) =>
    async (referrals: Referral[] = [jonas], locale: Locale = 'en') => {
      logIn();
      server.answer(getReferrals, referrals);
      await show(
        <main style={{ padding: '0 16px' }}>
          <ReferralsIsland
            origin="https://broker.example"
            locale={locale}
            messages={await messagesFor(locale, ['referrals', 'common'])}
          />
        </main>,
      );
    },
);

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

test('the link contains the customer’s code, and the customers referred by it are listed', async ({
  showReferrals,
}) => {
  const copies = catchCopies();
  await showReferrals();
  await expect.element(field()).toHaveValue(link);
  const rows = page.getByRole('region', { name: 'People you referred' }).getByCss('tbody tr');
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toMatchTextContent('Jonas Keller');
  await expect.element(rows).toMatchTextContent('jonas.keller@example.com');
  await expect.element(rows.getByCss('time')).toMatchTextContent(/2026/);
  await copy().click();
  await expect.element(said()).toBeVisible();
  expect(copies).toEqual([link]);
});

test('if the browser does not allow copying, the link can be selected', async ({ showReferrals }) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
  await showReferrals();
  await expect.element(field()).toHaveValue(link);
  await copy().click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Select the link' })).toBeVisible();
  const input = field().element() as HTMLInputElement;
  input.focus();
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe(link);
});

test('a QR code of the link is drawn, as an image with a name', async ({ showReferrals }) => {
  await showReferrals();
  const code = page.getByRole('img', { name: 'QR code for your link' });
  await expect.element(code).toBeVisible();
  // A border of 4 modules on each side, with 21 or more inside.
  const side = Number((code.element().getAttribute('viewBox') ?? '').split(' ')[2]);
  expect((side - 8 - 21) % 4).toBe(0);
  expect(code.getByCss('path').element().getAttribute('d')?.match(/M/g)?.length).toBeGreaterThan(150);
});

test('a device that can share shares the link; cancelling is not reported as a fault', async ({ showReferrals }) => {
  const share = vi.fn<(data: ShareData) => Promise<void>>();
  share.mockResolvedValueOnce().mockRejectedValueOnce(new DOMException('', 'AbortError'));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await showReferrals();
  await expect.element(field()).toHaveValue(link);
  const button = page.getByRole('button', { name: 'Share' });
  await button.click();
  await button.click();
  const shared = { title: 'Vernier', text: 'Trade with Vernier', url: link };
  await expect.poll(() => share.mock.calls).toEqual([[shared], [shared]]);
  // Checked at once, because a toast disappears by itself: after a wait there would be none in any case.
  expect(page.getByRole('alert').query()).toBeNull();
  // A failure other than closing the dialog is reported.
  share.mockRejectedValueOnce(new Error('no'));
  await button.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent("We couldn't share the link");
});

test('a customer without referrals is told what to do', async ({ showReferrals }) => {
  await showReferrals([]);
  await expect.element(page.getByRole('heading', { name: "You haven't referred anyone yet" })).toBeVisible();
  await expect.element(page.getByText('Copy your link above and send it to someone')).toBeVisible();
});

test('the link can be copied by keyboard alone', async ({ showReferrals }) => {
  const copies = catchCopies();
  await showReferrals();
  await expect.element(field()).toHaveValue(link);
  await tabTo(copy());
  await userEvent.keyboard('{Enter}');
  await expect.element(said()).toBeVisible();
  expect(copies).toEqual([link]);
});

test.for(['en', 'de'] as const)('in %s it is accessible', async (locale, { showReferrals }) => {
  await showReferrals([jonas], locale);
  await expect.element(page.getByText('Jonas Keller')).toBeVisible();
  await expect.element(page.getByRole('img')).toBeVisible();
  await page.viewport(320, 800);
  await expectNoHorizontalScroll();
  await expectAccessible({ widths: [1440, 360], isWholePage: true });
});
