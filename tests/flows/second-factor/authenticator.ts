import { Secret, TOTP } from 'otpauth';
import { enableSecondFactor, startSecondFactor } from '../../../src/lib/contract/accounts/account-calls.ts';
import { login } from '../../../src/lib/contract/calls.ts';
import type { User } from '../../../src/lib/contract/entities.ts';
import type { Envelope } from '../../../src/lib/contract/envelope.ts';
import type { TestApp } from '../../support/test-app.ts';

/**
 * What the customers of these tests do: each call comes from a new address, and their app follows the server's clock.
 */

export const stepMs = 30_000;
const demoPassword = 'demo1234';

/** The code that an app shows at an instant. */
export function codeAt(secret: string, atMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
}

export interface LogInAnswer {
  status: number;
  retryAfter: number;
  /** The problem's code; undefined if the log-in succeeded. */
  code: string | undefined;
  data: { access_token: string; user: User; device: string } | undefined;
}

let lastAddress = 0;
/** An address that has sent nothing before. */
export function freshAddress(): string {
  lastAddress += 1;
  return `203.0.${lastAddress >> 8}.${lastAddress & 255}`;
}

export interface LogInOptions {
  second_factor?: string | undefined;
  device?: string;
  address?: string;
}

/** Posts to a sign-in path, as a browser behind the proxy does. */
export async function enterBy(
  shop: TestApp,
  path: string,
  { address = freshAddress(), ...body }: LogInOptions & Record<string, unknown>,
): Promise<LogInAnswer> {
  const response = await fetch(`${shop.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Envelope<NonNullable<LogInAnswer['data']>>;
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    code: answer.status === 'error' ? answer.error.code : undefined,
    data: answer.status === 'success' ? answer.data : undefined,
  };
}

export function logInAs(shop: TestApp, email: string, options: LogInOptions = {}): Promise<LogInAnswer> {
  return enterBy(shop, login.path, { email, password: demoPassword, ...options });
}

export interface Enabled {
  secret: string;
  recoveryCodes: string[];
  accessToken: string;
  /** The token of the device on which the second factor was switched on. */
  device: string;
  /** The code that the app shows now. */
  code: () => string;
}

/** Switches on a customer's second factor. That uses up a code, so the clock moves on to the next one. */
export async function enable(shop: TestApp, email: string): Promise<Enabled> {
  const entered = await logInAs(shop, email);
  if (!entered.data) throw new Error(`${email} could not log in: ${String(entered.code)}`);
  const { access_token: accessToken, device } = entered.data;
  const started = await shop.call(startSecondFactor, { accessToken, body: {} });
  if (started.body.status === 'error') throw new Error(started.body.error.code);
  const { secret } = started.body.data;
  const code = () => codeAt(secret, shop.runtime.now());
  const enabled = await shop.call(enableSecondFactor, { accessToken, body: { code: code() } });
  if (enabled.body.status === 'error') throw new Error(enabled.body.error.code);
  shop.runtime.advance(stepMs);
  return { secret, recoveryCodes: enabled.body.data.recovery_codes, accessToken, device, code };
}

/** Resets the account and advances the clock by a day, so that nothing counts from before. */
export async function forgetFactors(shop: TestApp): Promise<void> {
  await shop.app.database.query('delete from recovery_codes');
  await shop.app.database.query(
    'update accounts set factor_secret = null, factor_enabled_at = null, factor_step = null',
  );
  shop.runtime.advance(24 * 3_600_000);
}

/** A customer's events in the audit log of the last day by the test's clock, oldest first. */
export async function eventsOf(shop: TestApp, email: string): Promise<string[]> {
  const { rows } = await shop.app.database.query<{ event: string }>({
    text: `select e.event from audit_entries e join accounts a on a.id = e.account_id
           where a.email = $1 and e.at > $2 order by e.at`,
    values: [email, new Date(shop.runtime.now() - 12 * 3_600_000)],
  });
  return rows.map(({ event }) => event);
}
