import { randomUUID } from 'node:crypto';
import type { CaseFloor, CommandCases } from './case-floor.ts';
import { customer, message, reason } from './case-floor.ts';
import { anyText, rowsWith, textLike } from './likenesses.ts';

let made = 0;
const newAffiliate = () => `partner-${(made += 1)}@media.example`;
const newCategory = () => `group-${(made += 1)}`;

async function affiliate({ type }: CaseFloor) {
  const email = newAffiliate();
  await type('affiliates', 'create', email, '--name', 'New Media', ...reason);
  return email;
}

async function popup(floor: CaseFloor): Promise<string> {
  const { email } = await customer(floor);
  const said = await floor.type(
    'popups',
    'publish',
    '--email',
    email,
    '--title',
    'News',
    '--html',
    '<p>Good morning</p>',
  );
  return (said as { id: string }).id;
}

const assetArgs = ['--name', 'Test', '--rate', '12.5', '--spread', '8', '--digits', '3'];

/** An asset that the running server knows, updated as the case needs it. */
async function shownAsset({ query }: CaseFloor, set: string) {
  const [row] = await query<{ symbol: string }>(`update assets set ${set} where symbol = 'EURUSD' returning symbol`);
  return row!.symbol;
}

async function category({ type }: CaseFloor) {
  const name = newCategory();
  await type('categories', 'add', name, '--leverages', '1,2', ...reason);
  return name;
}

/** Suspends one of the indexes, or all but one. */
const onlyOne = ({ query }: CaseFloor, which: 'is distinct from' | 'is not distinct from') =>
  query(
    `update assets set suspended_at = case when symbol ${which} (select min(symbol) from assets where category_id = 5) then now() end
     where category_id = 5`,
  );

const suspendedOf = 'select suspended_at is not null as suspended from assets where symbol = $1';
const ofIndex = `select bool_and(suspended_at is not null) as suspended from assets where category_id = (select id from asset_categories where name = $1)`;

/** Commands for the site: affiliates, messages, and the assets that are traded. */
export const siteCases: CommandCases = {
  'affiliates list': {
    given: async (floor) => ({ args: [], about: await affiliate(floor) }),
    data: rowsWith({ name: 'New Media', accounts: 0 }),
  },
  'affiliates create': {
    given: () => {
      const email = newAffiliate();
      return { args: [email, '--name', 'New Media', ...reason], about: email };
    },
    audited: ['affiliate_created'],
    data: { password: textLike(/^\S{20}$/), link: textLike('?ref=') },
    stored: ['select name from affiliates where email = $1', { name: 'New Media' }],
  },
  'affiliates password': {
    async given(floor) {
      const email = await affiliate(floor);
      await floor.query(`update affiliates set password_hash = 'before' where email = $1`, [email]);
      return { args: [email, ...reason], about: email };
    },
    audited: ['affiliate_password_made'],
    data: { password: textLike(/^\S{20}$/) },
    stored: [`select password_hash = 'before' as same from affiliates where email = $1`, { same: false }],
  },
  'affiliates accounts': {
    async given(floor) {
      const email = await affiliate(floor);
      await customer(floor, `, referred_by_affiliate_id = (select id from affiliates where email = '${email}')`);
      return { args: [email] };
    },
    data: [{ name: 'Ada Trader', enteredAt: null, referralFault: null }],
  },
  'popups list': {
    given: async (floor) => ({ args: [], about: await popup(floor) }),
    data: rowsWith({ title: 'News', withdrawnAt: null, readBy: 0 }),
  },
  'popups publish': {
    async given(floor) {
      const { email } = await customer(floor);
      return { args: ['--email', email, '--title', 'News', '--html', '<p>Good morning</p>'], about: email };
    },
    audited: ['popup_published'],
    data: { id: anyText },
    stored: [
      'select p.title, p.content, p.withdrawn_at from popups p join accounts a on a.id = p.account_id where a.email = $1',
      { title: 'News', content: '<p>Good morning</p>', withdrawn_at: null },
    ],
  },
  'popups withdraw': {
    async given(floor) {
      const id = await popup(floor);
      return { args: [id], about: id };
    },
    audited: ['popup_withdrawn'],
    data: { id: anyText },
    stored: ['select withdrawn_at is not null as withdrawn from popups where id = $1', { withdrawn: true }],
  },
  'messages list': {
    given: async (floor) => ({ args: [], about: await message(floor) }),
    data: rowsWith({ form: 'contact', readAt: null }),
  },
  'messages show': {
    async given(floor) {
      const id = await message(floor);
      return { args: [id], about: id };
    },
    audited: ['form_entry_read'],
    data: { form: 'contact', fields: { email: 'visitor@example.com' } },
    stored: ['select read_at is not null as read from form_entries where id = $1', { read: true }],
  },
  'messages export': {
    async given(floor) {
      await floor.query('delete from form_entries');
      const id = await message(floor);
      return { args: ['--out', `${randomUUID()}.csv`], about: id };
    },
    audited: ['form_entries_exported'],
    data: { count: 1 },
    stored: ['select read_at from form_entries where id = $1', { read_at: null }],
  },
  'assets list': {
    given: () => ({ args: [] }),
    data: rowsWith({ symbol: 'BTCUSD', categoryName: 'crypto' }),
  },
  'assets add': {
    async given(floor) {
      return { args: ['TSTUSD', ...assetArgs, '--category', await category(floor), ...reason], about: 'TSTUSD' };
    },
    audited: ['asset_added'],
    data: { symbol: 'TSTUSD' },
    stored: ['select name, digits from assets where symbol = $1', { name: 'Test', digits: 3 }],
  },
  'assets spread': {
    async given(floor) {
      const symbol = await shownAsset(floor, 'quoted_spread = 0.0004');
      return { args: [symbol, '9', ...reason], about: symbol };
    },
    audited: ['asset_changed'],
    data: { from: 4, to: 9 },
    stored: [
      'select round(quoted_spread::numeric, 6)::text as spread from assets where symbol = $1',
      { spread: '0.000900' },
    ],
  },
  'assets suspend': {
    async given(floor) {
      const symbol = await shownAsset(floor, 'suspended_at = null');
      return { args: [symbol, ...reason], about: symbol };
    },
    audited: ['asset_suspended'],
    data: { symbols: ['EURUSD'], suspended: true },
    stored: [suspendedOf, { suspended: true }],
  },
  'assets resume': {
    async given(floor) {
      const symbol = await shownAsset(floor, 'suspended_at = now()');
      return { args: [symbol, ...reason], about: symbol };
    },
    audited: ['asset_resumed'],
    data: { symbols: ['EURUSD'], suspended: false },
    stored: [suspendedOf, { suspended: false }],
  },
  'categories list': {
    given: () => ({ args: [] }),
    data: rowsWith({ name: 'crypto', leverages: [1, 3, 5, 10] }),
  },
  'categories add': {
    given: () => {
      const name = newCategory();
      return { args: [name, '--leverages', '1,2', ...reason], about: name };
    },
    audited: ['category_added'],
    data: { leverages: [1, 2] },
    stored: ['select leverages from asset_categories where name = $1', { leverages: [1, 2] }],
  },
  'categories leverages': {
    async given(floor) {
      const name = await category(floor);
      return { args: [name, '1,2,3', ...reason], about: name };
    },
    audited: ['category_changed'],
    data: { from: '1,2', to: '1,2,3' },
    stored: ['select leverages from asset_categories where name = $1', { leverages: [1, 2, 3] }],
  },
  'categories suspend': {
    async given(floor) {
      await onlyOne(floor, 'is distinct from');
      return { args: ['index', ...reason], about: 'index' };
    },
    audited: ['asset_suspended'],
    data: { suspended: true },
    stored: [ofIndex, { suspended: true }],
  },
  'categories resume': {
    async given(floor) {
      await onlyOne(floor, 'is not distinct from');
      return { args: ['index', ...reason], about: 'index' };
    },
    audited: ['asset_resumed'],
    data: { suspended: false },
    stored: [ofIndex, { suspended: false }],
  },
  'feeds status': {
    given({ shop }) {
      shop.feed.confirm('BTCUSD', 60_000, 60_010);
      return { args: ['--all'] };
    },
    data: { assets: rowsWith({ symbol: 'BTCUSD', isFresh: true }) },
  },
  'content status': {
    given: () => ({ args: [] }),
    data: { source: 'local', refused: [], url: null },
  },
};
