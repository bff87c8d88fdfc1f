import { report } from './operate.ts';
import { readAccountWish, runAccountCommand } from './accounts/account-command.ts';
import { carryOutSessionsWish } from './accounts/sessions-command.ts';

/** `npm run sessions`: where a customer is logged in. */

const help = `npm run sessions -- list --email <email>
npm run sessions -- end --email <email> --reason "<why>" [--lang <of the mail>]

Lists the open sessions of a customer; or ends them all, with their sockets, and forgets the browsers that the account was entered from. A mail
tells of it, and who did it and why stands in the audit log. Whoever knows the password logs in again: the customer should choose a new
one. The embedded database can be opened by one process only: stop the server first.`;

const wish = readAccountWish(process.argv.slice(2), { looks: 'list', acts: 'end' });
report(await runAccountCommand(wish, { env: process.env, help, carryOut: carryOutSessionsWish }));
