import { expect, test } from 'vitest';
import { getPopups, readPopup } from '../../../src/lib/contract/calls.ts';
import type { ListedPopup } from '../../../src/server/popups/popups-rows.ts';
import { useDesk } from './desk-floor.ts';

/** The operator's commands that publish, list and withdraw popups. */

const { shop, type, data, query } = useDesk();

const publish = (...args: string[]) => data<{ id: string }>('popups', 'publish', ...args, '--html', '<p>Text</p>');

async function shownTo(email: string): Promise<{ title: string; content: string }[]> {
  const { accessToken } = await shop().logIn(email);
  const { body } = await shop().call(getPopups, { accessToken, body: {} });
  if (body.status === 'error') throw new Error(body.error.code);
  return body.data;
}
const titlesFor = async (email: string) => (await shownTo(email)).map(({ title }) => title);

/** The records of a popup in the audit log. */
const written = (id: string) =>
  query(
    `select e.event, e.actor, a.email from audit_entries e left join accounts a on a.id = e.account_id
     where e.details ->> 'popup' = $1 order by e.at`,
    [id],
  );

test('a message goes to one customer or to all, without forbidden HTML', async () => {
  const mine = await data<{ id: string }>(
    ...[
      'popups',
      'publish',
      '--email',
      ' Demo@Example.com ',
      '--title',
      'Yours',
      '--html',
      '<p onclick="x()">Text</p>',
    ],
  );
  const everybodys = await publish('--all', '--title', 'News');
  const shown = await shownTo('demo@example.com');
  expect(shown).toEqual([
    expect.objectContaining({ title: 'Yours', content: '<p>Text</p>' }),
    expect.objectContaining({ title: 'News' }),
  ]);
  expect(await titlesFor('new@example.com')).toEqual(['News']);
  const by = { actor: 'operator:ada', event: 'popup_published' };
  expect(await written(mine.id)).toEqual([{ ...by, email: 'demo@example.com' }]);
  expect(await written(everybodys.id)).toEqual([{ ...by, email: null }]);
});

test('a message is withdrawn by the beginning of its id, once: the second operator is told', async () => {
  const { id } = await publish('--email', 'new@example.com', '--title', 'Withdrawn');
  expect(await titlesFor('new@example.com')).toContain('Withdrawn');
  const withdrawn = await type('popups', 'withdraw', id.slice(0, 8));
  expect(withdrawn).toEqual({ ok: true, text: 'Withdrawn. Customers who have not seen it yet will not see it.' });
  expect(await titlesFor('new@example.com')).not.toContain('Withdrawn');
  const again = await type('popups', 'withdraw', id);
  expect(again.ok).toBe(false);
  expect(again.text).toMatch(/^It was already withdrawn on \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
  expect((await written(id)).map(({ event }) => event)).toEqual(['popup_published', 'popup_withdrawn']);
});

test('the list says who sees a message since when and how many have read it; --all adds withdrawn ones', async () => {
  const theirs = await publish('--email', 'new@example.com', '--title', 'Of one\ncustomer');
  const gone = await publish('--all', '--title', 'Gone');
  await type('popups', 'withdraw', gone.id);
  const { accessToken } = await shop().logIn('new@example.com');
  await shop().call(readPopup, { accessToken, body: { id: theirs.id } });
  const shown = await data<ListedPopup[]>('popups', 'list');
  expect(shown[0]).toMatchObject({ id: theirs.id, email: 'new@example.com', withdrawnAt: null, readBy: 1 });
  expect(shown.map(({ id }) => id)).not.toContain(gone.id);
  const [newest] = await data<ListedPopup[]>('popups', 'list', '--all');
  expect(newest).toMatchObject({ id: gone.id, email: null, title: 'Gone', readBy: 0 });
  expect(newest!.withdrawnAt).not.toBeNull();
  const when = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
  const { text } = await type('popups', 'list', '--all');
  expect(text).toMatch(/^id +since \(UTC\) +for +withdrawn \(UTC\) +read by +title\n/);
  expect(text).toMatch(new RegExp(`\n${gone.id.slice(0, 8)} +${when} +all +${when} +0 +Gone\n`));
  expect(text).toMatch(new RegExp(`\n${theirs.id.slice(0, 8)} +${when} +new@example.com +no +1 +Of one customer\n`));
});

test('what cannot be done is refused, and not recorded', async () => {
  const count = () => query('select count(*)::int as popups from popups');
  const before = await count();
  const text = ['--title', 'News', '--html', '<p>Text</p>'];
  const unknown = await type('popups', 'publish', '--email', 'nobody@example.com', ...text);
  expect(unknown).toEqual({ ok: false, text: 'There is no customer with this email.' });
  const empty = await type('popups', 'publish', '--all', '--title', ' ', '--html', '<script>x()</script>');
  expect(empty).toEqual({ ok: false, text: 'title is required\nhtml is required' });
  const id = '0123abcd';
  expect(await type('popups', 'withdraw', id)).toEqual({
    ok: false,
    text: `There is no popup whose id begins with ${id}.`,
  });
  expect(await count()).toEqual(before);
});

const message = ['--title', 'News', '--html', 'Text'];

test.each([
  [['publish', ...message], 'Choose who sees it: one customer with --email, or everyone with --all.'],
  [
    ['publish', '--all', '--email', 'demo@example.com', ...message],
    'Choose who sees it: one customer with --email, or everyone with --all.',
  ],
  [['publish', 'all', '--all', ...message], 'publish takes no all: '],
  [['publish', '--email', 'demo', ...message], 'demo is not an email address.'],
  [['withdraw'], 'The id is missing: withdraw <id>'],
  [['withdraw', '7'], '7 is not an id. Type at least its first 8 digits.'],
  [['withdraw', '--id', '01234567'], 'There is no --id.'],
  [['delete', '--all'], 'There is no command "delete" in popups. Commands: list, publish, withdraw.'],
  [['publish', '--everybody'], 'There is no --everybody.'],
])('%j is not understood', async (args, why) => {
  const answer = await type('popups', ...args);
  expect(answer).toMatchObject({ ok: false, isMisread: true });
  expect(answer.text.startsWith(why)).toBe(true);
});
