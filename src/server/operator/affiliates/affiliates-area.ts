import { brand } from '../../../brand.ts';
import { hundredthsText } from '../../../lib/format/amount-text.ts';
import { languageOf } from '../../mail/mail-words.ts';
import { readPhone } from '../../places/phone-number.ts';
import type { Read } from '../command/command-area.ts';
import { areaOfCommands, command } from '../command/declared-area.ts';
import { languageOption } from '../command/read-arguments.ts';
import { readWho, readWhoAndWhy } from '../command/read-who.ts';
import type { TableColumn } from '../command/text-table.ts';
import { tableOutcome, whenText } from '../command/text-table.ts';
import { createAffiliate, renewAffiliatePassword } from './make-affiliate.ts';
import { countsText } from './referral-text.ts';
import type { ListedAffiliate, ReferredAccount } from './operated-affiliates-rows.ts';
import { listAffiliates, listReferred } from './operated-affiliates-rows.ts';

const columns: readonly TableColumn<ListedAffiliate>[] = [
  { title: 'email', of: ({ email }) => email },
  { title: 'name', of: ({ name }) => name },
  { title: 'referral code', of: ({ uniqid }) => uniqid },
  { title: 'since (UTC)', of: ({ createdAt }) => whenText(createdAt) },
  { title: 'accounts', of: ({ accounts }) => String(accounts), isRight: true },
];

const list = command({
  ...{ name: 'list', takes: '', about: 'All of them, the newest first.', read: () => ({ ok: true, wish: null }) },
  carryOut: async ({ database }) => tableOutcome(columns, await listAffiliates(database)),
});

const longestName = 100;

const create = command({
  name: 'create',
  takes: '<email> --name <name> --reason <why> [--phone <number>]',
  about:
    'Makes one, and prints its password, once, and the link that brings its customers. By its number (+49…) an account of its own is known, which does not count.',
  read(said): Read<{ email: string; name: string; phone: string | null; reason: string }> {
    const who = readWhoAndWhy(said);
    const name = said.text('name')?.trim() ?? '';
    if (!who.ok) return who;
    if (name === '' || name.length > longestName)
      return { ok: false, why: `--name is missing, or longer than ${longestName} characters.` };
    const typed = said.text('phone');
    const phone = typed === undefined ? null : (readPhone(typed)?.e164 ?? undefined);
    if (phone === undefined)
      return { ok: false, why: `${typed ?? ''} is no telephone number: it begins with + and the country.` };
    return { ok: true, wish: { ...who.wish, name, phone } };
  },
  carryOut: createAffiliate,
});

const password = command({
  ...{ name: 'password', takes: `<email> --reason <why> ${languageOption}`, carryOut: renewAffiliatePassword },
  about:
    'Makes a new password and prints it, once; every session ends. A mail tells the affiliate that it was changed, and not to what.',
  read(said): Read<Parameters<typeof renewAffiliatePassword>[1]> {
    const who = readWhoAndWhy(said);
    return who.ok ? { ok: true, wish: { ...who.wish, locale: languageOf(said.text('lang')) } } : who;
  },
});

const referredColumns: readonly TableColumn<ReferredAccount>[] = [
  { title: 'email', of: ({ email }) => email },
  { title: 'name', of: ({ name }) => name },
  { title: 'since (UTC)', of: ({ createdAt }) => whenText(createdAt) },
  { title: 'came to', of: ({ sourcePage }) => sourcePage ?? '' },
  { title: 'tag', of: ({ sourceTag }) => sourceTag ?? '' },
  {
    title: 'counts',
    of: ({ enteredAt, referralFault: fault }) => countsText({ hasEntered: enteredAt !== null, fault }),
  },
  { title: 'first deposit (UTC)', of: ({ firstDepositAt }) => (firstDepositAt ? whenText(firstDepositAt) : 'none') },
  {
    title: 'amount',
    of: ({ firstDepositMinor: minor }) => (minor === null ? '' : hundredthsText(minor, brand.currency)),
    isRight: true,
  },
];

const accounts = command({
  ...{ name: 'accounts', takes: '<email>', about: 'Whom one brought, the newest first, with their first deposits.' },
  read: readWho,
  async carryOut({ database }, email) {
    const rows = await listReferred(database, email);
    return rows ? tableOutcome(referredColumns, rows) : { ok: false, text: 'There is no affiliate with this email.' };
  },
});

/** Who brings customers. */
export const affiliatesArea = areaOfCommands({
  name: 'affiliates',
  about: 'Who brings customers.',
  commands: [list, create, password, accounts],
  more: 'Who made what, and why, stands in the audit log; no password does.',
});
