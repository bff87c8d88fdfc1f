import type { AccountAct, AccountCommandParts, AccountParts } from '../accounts/account-commands.ts';
import { actCommand, readCommand } from '../accounts/account-commands.ts';
import { tellServer } from '../accounts/news/account-news.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import type { Area } from '../operator/command.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { factorMail } from './factor-mail.ts';
import { releaseSecondFactor } from './release-second-factor.ts';
import { loadFactorFacts, lockFactor } from './second-factor-rows.ts';

const dayMs = 24 * 3_600_000;

async function show({ database, runtime }: AccountCommandParts, accountId: number): Promise<CommandOutcome> {
  const facts = await loadFactorFacts(database, accountId, new Date(runtime.now() - dayMs));
  const { enabledAt, codesLeft, refusals } = facts;
  const wrong = refusals.map(({ asker, kind, count }) => `${count} of ${kind} by ${asker}`).join(', ');
  const lines = [
    enabledAt ? `On since ${enabledAt.toISOString()}.` : 'Off.',
    ...(enabledAt ? [`Recovery codes left: ${codesLeft}.`] : []),
    `Wrong codes within a day: ${wrong === '' ? 'none' : wrong}.`,
  ];
  return { ok: true, text: lines.join('\n'), data: facts };
}

/**
 * Switches the second factor off without a code, for a customer who has lost both phone and recovery codes and whom the
 * operator has identified. Every session ends, the customer gets a mail, and the reason is recorded in the audit log.
 * Changes nothing if it is already off.
 */
async function switchOff(
  { database, runtime, mailer, siteUrl, actor }: AccountCommandParts,
  { accountId, email, reason, locale }: AccountAct,
): Promise<CommandOutcome> {
  return database.transaction(async (connection) => {
    const factor = await lockFactor(connection, accountId);
    if (!factor.enabledAt) return { ok: false, text: `The second factor of ${email} is already off.` };
    const ended = await releaseSecondFactor(connection, { runtime }, { accountId, actor, why: reason });
    const changedAt = new Date(runtime.now());
    const facts = { to: factor.email, news: 'off', locale, siteUrl, changedAt } as const;
    await mailer.sendMail(connection, factorMail(facts));
    await tellServer(connection, accountId);
    return { ok: true, text: `The second factor of ${email} is off. Sessions ended: ${ended.sessions}.` };
  }, longestLockWait);
}

/** The operator's commands about customers’ second factors. */
export const secondFactorArea: Area<AccountParts> = {
  name: 'second-factor',
  about: 'Two-factor authentication of customers.',
  commands: [
    readCommand(
      {
        name: 'show',
        about: 'Shows whether it is on, how many recovery codes are left, and the wrong codes of the last day.',
      },
      show,
    ),
    actCommand(
      {
        name: 'off',
        about:
          'Turns it off for a customer who has lost their phone and recovery codes. Ends all sessions; the customer gets an email.',
      },
      switchOff,
    ),
  ],
  more: 'Once it is off, the password or access to the mailbox is enough to log in. Make sure you know who you are talking to, and say in the reason how you verified it.',
};
