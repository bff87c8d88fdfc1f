import { report } from './operate.ts';
import { readAccountWish, runAccountCommand } from './accounts/account-command.ts';
import { carryOutFactorWish } from './accounts/second-factor-command.ts';

/** `npm run second-factor`: what a customer's log-in asks for besides the password. */

const help = `npm run second-factor -- show --email <email>
npm run second-factor -- off --email <email> --reason "<why, and how you knew who asked>" [--lang <of the mail>]

Shows whether it is on, how many recovery codes are left, and who showed wrong codes within a day; or switches it off, for a customer who has
lost phone and recovery codes. Whoever has the password or the mailbox gets in then: know whom you speak to. Every session of the
customer ends, a mail tells of it, and who did it and why stands in the audit log. The embedded database can be opened by one process
only: stop the server first.`;

const wish = readAccountWish(process.argv.slice(2), { looks: 'show', acts: 'off' });
report(await runAccountCommand(wish, { env: process.env, help, carryOut: carryOutFactorWish }));
