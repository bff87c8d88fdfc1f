import type { Locale } from '../../../brand.ts';
import { affiliatePasswordMail } from '../../accounts/password-mail.ts';
import { hashPassword } from '../../passwords/password.ts';
import type { AuditEntry } from '../../audit/audit-log.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import { longestLockWait } from '../../db/lock-wait.ts';
import { accountPartsOf } from '../accounts/account-command.ts';
import type { CommandOutcome, OperatorParts } from '../command/operate.ts';
import { siteDoubt } from '../desk/known-site.ts';
import { insertAffiliate, updateAffiliatePassword } from './operated-affiliates-rows.ts';

const uniqidBytes = 6;
/** More than anybody guesses, and few enough to be read out. */
const passwordBytes = 15;

type Parts = Pick<OperatorParts, 'database' | 'runtime' | 'actor' | 'config'>;

/** Makes an affiliate with a password that is told once, and its audit entry, in one database transaction. */
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
    if (id === null) return { ok: false, text: 'There is an affiliate with this email.' };
    await writeAudit(connection, { ...entryOf(parts, id, reason), event: 'affiliate_created' });
    const link = `${config.siteUrl}/?ref=${made.uniqid}`;
    const text = `${name} logs in at ${config.siteUrl}/affiliate as ${email} with ${password}\nWhat brings its customers: ${link}`;
    return { ok: true, text, data: { email, password, uniqid: made.uniqid, link } };
  }, longestLockWait);
}

/** Makes a new password, which is told once, here; its sessions end, and the affiliate is told by mail that there is another one. */
export async function renewAffiliatePassword(
  parts: OperatorParts,
  { email, reason, locale }: { email: string; reason: string; locale: Locale },
): Promise<CommandOutcome> {
  const { password, passwordHash } = await newPassword(parts);
  const { mailer, siteUrl } = accountPartsOf(parts);
  return parts.database.transaction(async (connection) => {
    const id = await updateAffiliatePassword(connection, { email, passwordHash });
    if (id === null) return { ok: false, text: 'There is no affiliate with this email.' };
    await writeAudit(connection, { ...entryOf(parts, id, reason), event: 'affiliate_password_made' });
    const changedAt = new Date(parts.runtime.now());
    await mailer.sendMail(connection, affiliatePasswordMail({ to: email, locale, siteUrl, changedAt }));
    const text = [`The password of ${email} is ${password}`, ...siteDoubt(parts)].join('\n');
    return { ok: true, text, data: { email, password } };
  }, longestLockWait);
}

/** Hashed before the database transaction: it takes a while. */
async function newPassword({ runtime }: Parts) {
  const password = runtime.randomBytes(passwordBytes).toString('base64url');
  return { password, passwordHash: await hashPassword(password) };
}

function entryOf({ runtime, actor }: Parts, affiliateId: number, why: string): Omit<AuditEntry, 'event'> {
  return { id: runtime.newId(), at: new Date(runtime.now()), actor, affiliateId, details: { why } };
}
