import { userInfo } from 'node:os';
import { defaultLocale } from '../../brand.ts';
import { loadCredentials } from '../accounts/accounts-rows.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { makeLoginLink } from '../entry/make-login-link.ts';
import { systemRuntime } from '../runtime.ts';
import type { CommandOutcome } from './operate.ts';
import { operate, report } from './operate.ts';

/** `npm run login-link`: a link that logs a customer in once. */

const help = `npm run login-link -- --email <email> [--hours <1 to 720>]

Prints a link that logs this customer in, once, within so many hours: 24 where nothing else is said. Who holds it is that customer: hand it
to nobody else. That it was made, and by whom, stands in the audit log. The embedded database can be opened by one process only:
stop the server first.`;

const hourMs = 3_600_000;
const mostHours = 720;

interface Order {
  email: string;
  hours: number;
}

function readOrder(args: readonly string[]): Order | null {
  const valueOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const email = valueOf('--email')?.trim().toLowerCase() ?? '';
  const hours = Number(valueOf('--hours') ?? 24);
  return email !== '' && !email.startsWith('-') && hours >= 1 && hours <= mostHours ? { email, hours } : null;
}

async function run({ email, hours }: Order, config: Config): Promise<CommandOutcome> {
  const { databaseUrl, dataDir, databasePoolSize: poolSize, siteUrl } = config;
  const database = await openDatabase({ databaseUrl, dataDir, poolSize });
  try {
    await migrate(database);
    const account = await loadCredentials(database, email);
    if (!account) return { ok: false, text: 'There is no customer with this email.' };
    const parts = { runtime: systemRuntime, siteUrl };
    const order = { accountId: account.id, purpose: 'login', validMs: hours * hourMs, locale: defaultLocale } as const;
    const by = { actor: `operator:${userInfo().username}`, event: 'login_code_made' } as const;
    const link = await database.transaction((connection) => makeLoginLink(connection, parts, { ...order, ...by }));
    return { ok: true, text: link };
  } finally {
    await database.close();
  }
}

const order = readOrder(process.argv.slice(2));
report(order ? await operate(process.env, (config) => run(order, config)) : { ok: false, text: help });
