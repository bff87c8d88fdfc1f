import { createHmac } from 'node:crypto';
import { register } from '../../../src/lib/contract/accounts/sign-in-calls.ts';
import { getPostbacks, savePostbacks } from '../../../src/lib/contract/affiliate/postback-calls.ts';
import { visit } from '../../support/accounts/visitor.ts';
import type { Asked, MisbehavingServer } from '../../support/payments/misbehaving-server.ts';
import type { TestApp } from '../../support/test-app.ts';
import { enterAsAffiliate, makeAffiliate } from '../affiliate/affiliate-floor.ts';

/** People who register by an affiliate's link, and the affiliate's own server. */

export interface OpenedAccount {
  accountId: number;
  uniqid: string;
  email: string;
  phone: string;
}

let people = 0;

/** A visitor registers by the link with this code; number and email are unique by default. */
export async function signUp(
  shop: TestApp,
  ref: string | null,
  more: { email?: string } & Record<string, unknown> = {},
): Promise<OpenedAccount> {
  people += 1;
  const email = `person-${people}@example.com`;
  const phone = `+49301${String(people).padStart(6, '0')}`;
  const form = { first_name: 'Ada', last_name: 'Lovelace', email, phone, password: 'quiet-7351', agree: true };
  const answer = await visit(shop, register, { body: { ...form, ref, ...more } });
  if (answer.status !== 200)
    throw new Error(`A registration was refused: ${answer.code} ${JSON.stringify(answer.fields)}`);
  return accountOf(shop, more.email ?? email);
}

/** The columns of an account that are about its referral. */
export async function accountOf(shop: TestApp, email: string): Promise<OpenedAccount> {
  const { rows } = await shop.app.database.query<OpenedAccount>(
    'select id as "accountId", uniqid, email, phone from accounts where email = $1',
    [email],
  );
  return rows[0]!;
}

export interface Partner {
  affiliateId: number;
  accessToken: string;
  /** The referral code in the affiliate's links. */
  ref: string;
  email: string;
}

/** Makes an affiliate of this name and logs it in. */
export async function openPartner(shop: TestApp, name: string): Promise<Partner> {
  const affiliateId = await makeAffiliate(shop, name);
  const email = `${name}@example.com`;
  const { accessToken } = await enterAsAffiliate(shop, email);
  return { affiliateId, accessToken, ref: name, email };
}

/** Sets the address of the affiliate's server. Returns its secret the first time, otherwise null. */
export async function listen(
  shop: TestApp,
  { accessToken }: Partner,
  url: string | null,
  events: readonly string[] = ['registration', 'first_deposit'],
): Promise<string | null> {
  const { data, code } = await visit(shop, savePostbacks, { accessToken, body: { url, events } });
  if (!data) throw new Error(`Settings were refused: ${code}`);
  return data.secret;
}

export async function deliveriesOf(shop: TestApp, { accessToken }: Partner) {
  return (await visit(shop, getPostbacks, { accessToken })).data?.deliveries ?? [];
}

/** The postbacks that the server received, in order. */
export const toldTo = (hook: MisbehavingServer) =>
  hook.asked.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

/** Whether a delivery was signed with the secret, as Standard Webhooks specifies. */
export function isSigned({ headers, body }: Asked, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const said = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(said).digest('base64')}`;
  return secret.startsWith('whsec_') && headers['webhook-signature'] === expected;
}
