import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endSession, endSessions, getSessions } from '../../../../src/lib/contract/accounts/account-endpoints.ts';
import { $session } from '../../../../src/stores/session.ts';
import { expectNoFaults } from '../../../support/component/accessibility.ts';
import { aSession, sessionsOf, test } from '../../../support/component/security.tsx';

const three = [
  aSession(),
  ...['phone', 'tablet'].map((device) => aSession({ id: device, device: `Safari on a ${device}`, current: 0 })),
];
const rows = () => sessionsOf().getByRole('listitem');
const dialog = () => page.getByRole('dialog', { name: 'Log out everywhere?' });
const openDialog = () => sessionsOf().getByRole('button', { name: 'Log out everywhere' }).click();
const confirm = () => dialog().getByRole('button', { name: 'Log out everywhere' }).click();

test('sessions are listed, and ended one by one', async ({ server, showSecurity }) => {
  server.answer(endSession, null);
  await showSecurity({ sessions: three });
  const own = rows().filter({ hasText: 'This device' });
  await expect.element(own).toHaveLength(1);
  await expect.element(own).toMatchTextContent('Vienna, Austria · 192.0.2.1');
  expect(own.getByRole('button').elements()).toEqual([]);
  const ends = sessionsOf().getByRole('button', { name: /^End session on / });
  await expect.element(ends).toHaveLength(2);
  for (const open of [2, 1]) {
    await ends.first().click();
    await expect.element(ends).toHaveLength(open - 1);
    await expect.element(sessionsOf().getByRole('heading', { name: "Where you're logged in" })).toHaveFocus();
  }
  expect(server.asked(endSession).map(({ body }) => body)).toEqual([{ id: 'phone' }, { id: 'tablet' }]);
});

test('a session that cannot be ended says so in its row, and stays', async ({ server, showSecurity }) => {
  server.beUnreachable(endSession);
  await showSecurity({ sessions: three });
  await rows().filter({ hasText: 'phone' }).getByRole('button').click();
  await expect.element(rows().filter({ hasText: 'phone' }).getByRole('alert')).toBeVisible();
  await expect.element(rows()).toHaveLength(3);
});

test('a list that cannot be loaded says so, and can be loaded again', async ({ server, showSecurity }) => {
  await showSecurity({ sessions: null });
  await expect.element(sessionsOf().getByRole('alert')).toMatchTextContent("We couldn't load your sessions.");
  await expectNoFaults();
  server.answer(getSessions, [aSession()]);
  await sessionsOf().getByRole('button', { name: 'Try again' }).click();
  await expect.element(sessionsOf().getByText('This device')).toBeVisible();
});

test('a log-out everywhere ends this session too, once it is confirmed', async ({ server, showSecurity }) => {
  server.answer(endSessions, null);
  await showSecurity();
  await openDialog();
  await expectNoFaults();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect($session.get()).not.toBeNull();
  await openDialog();
  await confirm();
  await expect.poll(() => $session.get()).toBeNull();
  expect(server.asked(endSessions)).toHaveLength(1);
});

test('a log-out everywhere cannot be cancelled while it is under way', async ({ server, showSecurity }) => {
  const held = server.hold(endSessions);
  await showSecurity();
  await openDialog();
  await confirm();
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toBeVisible();
  held.refuse('TOO_MANY_REQUESTS');
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
});
