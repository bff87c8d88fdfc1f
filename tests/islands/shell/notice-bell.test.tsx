import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mountNoticeBell } from '../../../src/components/notices/notice-bell-client.ts';
import type { Notice } from '../../../src/lib/contract/accounts/notice-calls.ts';
import { countNotices, getNotices, readNotices } from '../../../src/lib/contract/accounts/notice-endpoints.ts';
import { $unreadNotices } from '../../../src/stores/shell/unread-notices.ts';
import { messagesFor, test } from '../../support/component/component-test.tsx';

/** The bell of the header, in the markup of `notice-bell.astro`, and its panel. */

const nothing = { document: null, reason: null, transaction_id: null, amount: null, position_id: null, symbol: null };
const none = { ...nothing, direction: null, profit: null, device: null, address: null };
const evil = '<img src=x onerror=alert(1)>';
const notices: Notice[] = [
  {
    ...{ id: 'a', code: 'take_profit', created_at: '2026-11-02T12:00:00.000Z', read: 0, link: '/platform/BTCUSD' },
    data: { ...none, symbol: 'BTCUSD', profit: 12.5 },
  },
  {
    ...{ id: 'b', code: 'document_rejected', created_at: '2026-11-01T12:00:00.000Z', read: 1 },
    link: '/my-account/documents',
    data: { ...none, document: 'doc_passport', reason: evil },
  },
];

/** How the texts of the panel arrive. */
type Texts = 'there' | 'unreachable' | Promise<unknown>;

const bellTest = test.extend('showBell', ({ server, show, logIn }) => async (unread = 1, texts: Texts = 'there') => {
  const words = (await messagesFor('en', ['notices']))['notices'];
  const { fetch: answer } = server;
  const arriving = { texts };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (input !== '/locales/en/notices.json') return answer(input, init);
    await arriving.texts;
    if (arriving.texts === 'unreachable') throw new TypeError('the server cannot be reached');
    return Response.json(words);
  });
  document.documentElement.lang = 'en';
  server.answer(countNotices, { unread });
  logIn();
  await show(
    <div
      data-notice-bell
      data-unread="{{count}} unread"
      data-arrived="New notification, {{count}} unread"
      data-settings="/my-account/notifications"
    >
      <button type="button" popoverTarget="notice-panel">
        <span>
          Notifications <span data-notice-words />
        </span>
        <span data-notice-count hidden />
      </button>
      <span role="status" data-notice-status />
      <div id="notice-panel" popover="" role="dialog" aria-label="Notifications" data-notice-panel>
        <p data-notice-loading>Loading notifications…</p>
        <div role="alert" data-notice-failed hidden>
          <p>We couldn't load your notifications.</p>
          <button type="button" data-notice-retry>
            Try again
          </button>
        </div>
      </div>
    </div>,
  );
  mountNoticeBell(document);
  return arriving;
});

const bell = (name: string) => page.getByRole('button', { name });

bellTest('shows the number of unread notices, and announces only new ones', async ({ showBell }) => {
  await showBell(2);
  await expect.element(bell('Notifications 2 unread')).toBeVisible();
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
  $unreadNotices.set(3);
  await expect.element(page.getByRole('status')).toHaveTextContent('New notification, 3 unread');
  $unreadNotices.set(150);
  await expect.element(page.getByCss('[data-notice-count]')).toHaveTextContent('99+');
});

bellTest('opens a panel with what happened and where it leads; all are marked read', async ({ showBell, server }) => {
  server.answer(getNotices, { notices, more: 0, unread: 1 });
  server.answer(readNotices, { unread: 0 });
  await showBell();
  await bell('Notifications').click();
  const [first, second] = [page.getByRole('link', { name: /Take profit reached/ }), page.getByText(evil)];
  await expect.element(first).toHaveAttribute('href', '/platform/BTCUSD');
  await expect.element(page.getByText('Your BTCUSD position was closed. Result: +€12.50.')).toBeVisible();
  await expect.element(second).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  expect(server.asked(readNotices).map(({ body }) => body)).toEqual([{ until: 'a' }]);
  await expect.element(page.getByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  await expect.element(page.getByCss('[data-notice-count]')).not.toBeVisible();
});

bellTest('says so if there is nothing yet', async ({ showBell, server }) => {
  server.answer(getNotices, { notices: [], more: 0, unread: 0 });
  await showBell(0);
  await bell('Notifications').click();
  await expect.element(page.getByText('No notifications yet')).toBeVisible();
});

bellTest('tries again if the list cannot be loaded', async ({ showBell, server }) => {
  server.beUnreachable(getNotices);
  await showBell();
  await bell('Notifications').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  server.answer(getNotices, { notices, more: 0, unread: 1 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: /Take profit reached/ })).toBeVisible();
});

const loading = () => page.getByText('Loading notifications…');

bellTest(
  'says that it is loading until its texts are there, and then until the list is',
  async ({ showBell, server }) => {
    const texts = Promise.withResolvers<unknown>();
    const list = server.hold(getNotices);
    await showBell(1, texts.promise);
    await bell('Notifications').click();
    await expect.element(loading()).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Notifications' })).not.toBeInTheDocument();
    texts.resolve(null);
    await expect.element(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
    await expect.element(loading()).toBeVisible();
    list.answer({ notices, more: 0, unread: 1 });
    await expect.element(page.getByRole('link', { name: /Take profit reached/ })).toBeVisible();
    await expect.element(loading()).not.toBeInTheDocument();
  },
);

bellTest('says if its texts cannot be loaded, and tries again', async ({ showBell, server }) => {
  server.answer(getNotices, { notices, more: 0, unread: 1 });
  const arriving = await showBell(1, 'unreachable');
  await bell('Notifications').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  arriving.texts = 'there';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: /Take profit reached/ })).toBeVisible();
});

bellTest('an open panel shows what has come since, and stays as it is otherwise', async ({ showBell, server }) => {
  server.answer(getNotices, { notices: notices.slice(1), more: 0, unread: 0 });
  await showBell(0);
  await bell('Notifications').click();
  await expect.element(page.getByText(evil)).toBeVisible();
  server.answer(getNotices, { notices, more: 0, unread: 1 });
  $unreadNotices.set(1);
  await expect.element(page.getByRole('link', { name: /Take profit reached/ })).toBeVisible();
  expect(server.asked(getNotices)).toHaveLength(2);
});
