import { hash } from '@node-rs/argon2';
import { login } from '../../../src/lib/contract/calls.ts';
import type { TestApp } from '../../support/test-app.ts';

/** A log-in attempt. `from` can be any address, because the app trusts its proxy. */
export interface LogInTry {
  email?: string;
  password?: string;
  from?: string;
  device?: string;
  userAgent?: string;
}

/** Tries to log in and returns the answer. */
export async function tryLogIn(shop: TestApp, attempt: LogInTry = {}) {
  const { email = 'demo@example.com', password = 'demo1234', from = '203.0.113.1', device, userAgent } = attempt;
  const response = await fetch(`${shop.url}${login.path}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-forwarded-for': from },
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
    },
    body: JSON.stringify({ email, password, device }),
  });
  const body = (await response.json()) as { data?: { access_token: string; device: string } };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), data: body.data };
}

/**
 * Gives an account a password with a cheap hash: these tests are about how often it is checked, not what a check costs.
 */
export async function givePassword(shop: TestApp, email: string, password: string): Promise<void> {
  const cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await shop.app.database.query('update accounts set password_hash = $2 where email = $1', [email, cheap]);
}

/** The audit log, oldest first. */
export async function auditOf(shop: TestApp) {
  const { rows } = await shop.app.database.query<{
    event: string;
    actor: string;
    accountId: number | null;
    address: string | null;
    details: Record<string, unknown>;
  }>('select event, actor, account_id as "accountId", address, details from audit_entries order by at, event');
  return rows;
}
