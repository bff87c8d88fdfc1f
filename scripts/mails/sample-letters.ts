import type { Locale } from '../../src/brand.ts';
import type { NoticeCode } from '../../src/lib/notices/notice-catalogue.ts';
import { noticeCatalogue, noticeCodes } from '../../src/lib/notices/notice-catalogue.ts';
import type { NoticeDataKind } from '../../src/lib/notices/notice-catalogue.ts';
import type { StoredNoticeData } from '../../src/lib/notices/stored-notice.ts';
import { affiliatePasswordMail, passwordMail } from '../../src/server/accounts/password-mail.ts';
import { sessionsEndedMail } from '../../src/server/auth/session-commands.ts';
import type { Letter } from '../../src/server/mail/letter.ts';
import { closingsLetter } from '../../src/server/notices/closing-mails.ts';
import { noticeLetter } from '../../src/server/notices/notice-letter.ts';
import { claimMail, factorMail } from '../../src/server/second-factor/factor-mail.ts';
import { knownMail, registeredMail, resetMail } from '../../src/server/sign-in/sign-in-mail.ts';

/** Facts that the samples have instead of a customer's; tests give their own. */
export interface SampleFacts {
  siteUrl: string;
  /** What an operator wrote. */
  reason: string;
  /** What a customer wrote about the destination of a withdrawal, as a mail shows it. */
  destination: string;
}

const at = new Date('2026-11-02T14:32:00Z');
const transactionId = '5f0c2d7e-8a41-4c55-9b0e-2f6d1a7c3e90';

const dataOf = (code: NoticeCode, { reason }: SampleFacts): StoredNoticeData => {
  const isExplained = code === 'document_rejected' || code === 'withdrawal_declined' || code === 'money_taken';
  const kinds: Record<NoticeDataKind, StoredNoticeData> = {
    nothing: {},
    document: { document: 'doc_address' },
    money: { transactionId, amountMinor: 125_000, group: code === 'deposit_received' ? 'deposits' : 'withdrawals' },
    position: { symbol: 'EURUSD', direction: 'buy', profitMinor: code === 'take_profit' ? 8_420 : -5_000 },
    result: { profitMinor: -52_340 },
    device: { device: 'Firefox on Linux', address: '203.0.113.24', location: 'Lisbon, PT' },
  };
  return { ...kinds[noticeCatalogue[code].data], ...(isExplained && { reason }) };
};

const closed = (symbol: string, code: NoticeCode, profitMinor: number) => ({
  code,
  data: { symbol, direction: profitMinor > 0 ? 'sell' : 'buy', profitMinor } as const,
});
const closings = [
  closed('EURUSD', 'stop_loss', -5_000),
  closed('BTCUSD', 'take_profit', 31_250),
  closed('XAUUSD', 'low_margin', -20_000),
  ...Array.from({ length: 9 }, (_, index) => closed('NAS100', 'stop_loss', -1_000 - index)),
];

/** Every mail to customers and affiliates, by name. */
export function sampleLetters(locale: Locale, facts: SampleFacts): Map<string, Letter> {
  const { siteUrl, destination } = facts;
  const base = { to: 'ada@example.com', locale, siteUrl };
  const link = `${siteUrl}/autoLogin/k1ZpQw7v3h0mUe5t`;
  const mails = {
    reset: resetMail({ ...base, link, validMs: 30 * 60_000 }),
    registered: registeredMail({ ...base, link, validMs: 24 * 3_600_000 }),
    known: knownMail(base),
    password_changed: passwordMail({ ...base, changedAt: at }),
    affiliate_password_changed: affiliatePasswordMail({ ...base, changedAt: at }),
    sessions_ended: sessionsEndedMail({ ...base, endedAt: at }),
    account_claimed: claimMail({ ...base, changedAt: at }),
    second_factor_on: factorMail({ ...base, news: 'on', changedAt: at }),
    second_factor_off: factorMail({ ...base, news: 'off', changedAt: at }),
    recovery_codes: factorMail({ ...base, news: 'codes', changedAt: at }),
  };
  const events = noticeCodes.map((code) => {
    const asked = code === 'withdrawal_requested' ? { destination } : {};
    return [code, noticeLetter({ code, data: dataOf(code, facts), at, locale, siteUrl, ...asked })] as const;
  });
  return new Map([
    ...Object.entries(mails).map(([name, { letter }]) => [name, letter] as const),
    ...events,
    ['closings', closingsLetter(closings, { locale, siteUrl })],
  ]);
}
