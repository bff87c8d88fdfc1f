import type { Locale } from '../../brand.ts';
import { brand } from '../../brand.ts';
import type { ReferralFault } from '../../lib/contract/affiliate/affiliate-entities.ts';
import { hundredthsText } from '../../lib/format/amount-text.ts';
import type { AccountParts } from '../accounts/account-commands.ts';
import { accountPartsOf } from '../accounts/account-commands.ts';
import { affiliatePasswordMail } from '../accounts/password-mail.ts';
import type { AuditRecord } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import { languageOf } from '../mail/mail-words.ts';
import type { Area, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import { siteWarning } from '../operator/known-site.ts';
import type { CommandOutcome, TableColumn } from '../operator/outcome.ts';
import { tableOutcome, whenText } from '../operator/outcome.ts';
import { emailArgument, language, optional, reason, required } from '../operator/read-values.ts';
import { hashPassword } from '../passwords/password.ts';
import { readPhone } from '../locations/phone-number.ts';
import type { ListedAffiliate, ReferredAccount } from './operated-affiliates-rows.ts';
import { insertAffiliate, listAffiliates, listReferred, updateAffiliatePassword } from './operated-affiliates-rows.ts';

const columns: readonly TableColumn<ListedAffiliate>[] = [
  { title: 'email', of: ({ email }) => email },
  { title: 'name', of: ({ name }) => name },
  { title: 'referral code', of: ({ uniqid }) => uniqid },
  { title: 'since (UTC)', of: ({ createdAt }) => whenText(createdAt) },
  { title: 'accounts', of: ({ accounts }) => String(accounts), isRight: true },
];

const list = command({
  name: 'list',
  about: 'Lists all affiliates, newest first.',
  carryOut: async ({ database }) => tableOutcome(columns, await listAffiliates(database)),
});

const longestName = 100;

const nameOption = required('name', 'the name of the affiliate', (typed) => {
  const name = typed?.trim() ?? '';
  const isName = name !== '' && name.length <= longestName;
  return isName
    ? { ok: true, value: name }
    : { ok: false, why: `--name is missing, or longer than ${longestName} characters.` };
});

const phoneOption = optional(
  'number',
  'the phone number of the affiliate’s own customer account, such as +49…',
  (typed) => {
    const phone = readPhone(typed);
    return phone
      ? { ok: true, value: phone.e164 }
      : { ok: false, why: `${typed} is not a phone number: start with + and the country code.` };
  },
);

const create = command({
  name: 'create',
  about:
    'Creates an affiliate. Prints the password, once, and the referral link. Accounts with the affiliate’s own phone number do not count.',
  arguments: { email: emailArgument },
  options: { name: nameOption, reason, phone: phoneOption },
  carryOut: createAffiliate,
});

const password = command({
  name: 'password',
  about:
    'Creates a new password and prints it once. Ends all sessions. The affiliate gets an email about the change, without the password.',
  arguments: { email: emailArgument },
  options: { reason, lang: language },
  carryOut: (parts: AccountParts, { lang, ...said }) =>
    renewAffiliatePassword(parts, { ...said, locale: languageOf(lang ?? undefined) }),
});

const referredColumns: readonly TableColumn<ReferredAccount>[] = [
  { title: 'email', of: ({ email }) => email },
  { title: 'name', of: ({ name }) => name },
  { title: 'since (UTC)', of: ({ createdAt }) => whenText(createdAt) },
  { title: 'landed on', of: ({ sourcePage }) => sourcePage ?? '' },
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
  name: 'accounts',
  about: 'Lists the accounts an affiliate referred, newest first, with their first deposits.',
  arguments: { email: emailArgument },
  async carryOut({ database }, { email }) {
    const rows = await listReferred(database, email);
    return rows ? tableOutcome(referredColumns, rows) : { ok: false, text: 'There is no affiliate with this email.' };
  },
});

/** Commands about affiliates. */
export const affiliatesArea: Area<AccountParts> = {
  name: 'affiliates',
  about: 'Affiliates and the customers they referred.',
  commands: [list, create, password, accounts],
  more: 'The audit log records who did what, and why, but no passwords.',
};

const uniqidBytes = 6;
/** Long enough not to be guessed, short enough to be read out. */
const passwordBytes = 15;

type Parts = Pick<OperatorParts, 'database' | 'runtime' | 'actor' | 'config'>;

/** Creates an affiliate and its audit record in one database transaction. The password is shown only in this answer. */
export async function createAffiliate(
  parts: Parts,
  { email, name, phone, reason }: { email: string; name: string; phone: string | null; reason: string },
): Promise<CommandOutcome> {
  const { database, runtime, config } = parts;
  const { password, passwordHash } = await newPassword(parts);
  const made = { token: runtime.newId(), uniqid: runtime.randomBytes(uniqidBytes).toString('hex') };
  return database.transaction(async (connection) => {
    const createdAt = new Date(runtime.now());
    const id = await insertAffiliate(connection, { ...made, email, name, phone, passwordHash, createdAt });
    if (id === null) return { ok: false, text: 'An affiliate with this email already exists.' };
    await writeAudit(connection, { ...recordOf(parts, id, reason), event: 'affiliate_created' });
    const link = `${config.siteUrl}/?ref=${made.uniqid}`;
    const text = `${name} logs in at ${config.siteUrl}/affiliate as ${email} with ${password}\nReferral link: ${link}`;
    return { ok: true, text, data: { email, password, uniqid: made.uniqid, link } };
  }, longestLockWait);
}

/**
 * Sets a new password, which is shown only in this answer. Ends the affiliate's sessions and sends a mail that says
 * that the password was changed.
 */
async function renewAffiliatePassword(
  parts: AccountParts,
  { email, reason, locale }: { email: string; reason: string; locale: Locale },
): Promise<CommandOutcome> {
  const { password, passwordHash } = await newPassword(parts);
  const { mailer, siteUrl } = accountPartsOf(parts);
  return parts.database.transaction(async (connection) => {
    const id = await updateAffiliatePassword(connection, { email, passwordHash });
    if (id === null) return { ok: false, text: 'There is no affiliate with this email.' };
    await writeAudit(connection, { ...recordOf(parts, id, reason), event: 'affiliate_password_made' });
    const changedAt = new Date(parts.runtime.now());
    await mailer.sendMail(connection, affiliatePasswordMail({ to: email, locale, siteUrl, changedAt }));
    const text = [`The password of ${email} is ${password}`, ...siteWarning(parts)].join('\n');
    return { ok: true, text, data: { email, password } };
  }, longestLockWait);
}

/** Call it before the database transaction starts, because hashing is slow. */
async function newPassword({ runtime }: Parts) {
  const password = runtime.randomBytes(passwordBytes).toString('base64url');
  return { password, passwordHash: await hashPassword(password) };
}

function recordOf({ runtime, actor }: Parts, affiliateId: number, why: string): Omit<AuditRecord, 'event'> {
  return { id: runtime.newId(), at: new Date(runtime.now()), actor, affiliateId, details: { why } };
}

const faultWords = {
  self: 'no: the referrer’s own account',
  duplicate: 'no: the person already had an account',
} as const satisfies Record<ReferralFault, string>;

/** Whether an account counts for its referrer, and why not. */
export function countsText({ hasEntered, fault }: { hasEntered: boolean; fault: ReferralFault | null }): string {
  if (fault !== null) return faultWords[fault];
  return hasEntered ? 'yes' : 'not yet: never logged in';
}
