import { countNotices, getNotices, setNoticeChoice } from '../../../src/lib/contract/accounts/notice-calls.ts';
import { stepWithdrawal } from '../../../src/server/payments/step-withdrawal.ts';
import { settlingParts, siteUrl } from '../../support/payments/settling-parts.ts';
import type { PayingFloor, Payer } from '../payments/paying-floor.ts';
import { openPayingFloor } from '../payments/paying-floor.ts';

/** A server that takes deposits, and a customer who reads notices; mails stay in the outbox. */
export async function openNoticeFloor(): Promise<PayingFloor> {
  // No mail server listens there, so mails stay in the outbox, where the test reads them.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'broker@example.com', MAIL_TO_CONTACT: 'desk@example.com' };
  return openPayingFloor({ ...mail, SITE_URL: siteUrl, TRUST_PROXY: 'on', REGISTRATION: 'on' });
}

export type NoticeReader = Awaited<ReturnType<typeof readNoticesOf>>;

/** Logs a customer in whom nothing was told yet, and who has switched nothing. */
export async function readNoticesOf(floor: PayingFloor, email: string) {
  const payer: Payer = await floor.payer(email);
  const { shop } = floor;
  const { database } = shop.app;
  await database.query('delete from notices');
  await database.query('delete from mail_outbox');
  await database.query('update accounts set notice_choices = null');

  async function notices(accessToken = payer.accessToken, more: object = {}) {
    const { body } = await shop.call(getNotices, { accessToken, body: more });
    if (body.status === 'error') throw new Error(body.error.code);
    return body.data;
  }
  return {
    payer,
    notices,
    codes: async (accessToken?: string) => (await notices(accessToken)).notices.map(({ code }) => code),
    async unread(): Promise<number> {
      const { body } = await shop.call(countNotices, { accessToken: payer.accessToken, body: {} });
      return body.status === 'success' ? body.data.unread : NaN;
    },
    async mails() {
      const text = 'select recipient, subject, body, html from mail_outbox order by created_at, subject';
      return (await database.query<{ recipient: string; subject: string; body: string; html: string | null }>(text))
        .rows;
    },
    choose: (code: string, channel: string, on: 0 | 1) =>
      shop.call(setNoticeChoice, { accessToken: payer.accessToken, body: { code, channel, on } }),
    async withdraw(): Promise<string> {
      const { data } = await payer.create({ method: 'withdraw', amount: -12.5, comments: 'DE02120300000000202051' });
      return data?.transaction_id ?? '';
    },
    step: (transactionId: string, step: 'checked' | 'approved' | 'sent' | 'declined') =>
      stepWithdrawal(operatorParts(floor), { transactionId, step, actor: 'operator:ada', reason: 'As agreed' }),
    /** Deposits 300, which the provider reports as paid. */
    receive: async () => floor.report({ order: await payer.deposit(), status: 'paid' }),
  };
}

export function operatorParts({ shop }: PayingFloor) {
  shop.runtime.advance(1_000);
  return { database: shop.app.database, siteUrl, ...settlingParts(shop.runtime), actor: 'operator:ada' } as const;
}
