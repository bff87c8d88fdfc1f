import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { brand } from '../../../brand.ts';
import type { Command } from '../command/declared-area.ts';
import { areaOfCommands } from '../command/declared-area.ts';
import type { OperatorParts } from '../command/operate.ts';
import { reconcile } from './reconcile-command.ts';
import type { ReconcileWish } from './reconcile-wish.ts';
import { readReconcileWish } from './reconcile-wish.ts';
import { verifyLedgerCommand } from './verify-ledger-command.ts';

const more = `reconcile reads a provider's list of payments (CSV with a header; separated by comma, semicolon or tab) and holds each line against our payments and against
what the books say lies with this provider: matched, missing at us, missing at the provider, different (amount, currency, status, or more than a day
apart), duplicate, unreadable, each with its reason; then the sums of each currency. It changes nothing, and ends with 0 where both sides agree, and with 1 otherwise.
--columns  what the file calls id (our number), reference (theirs), amount, currency, status and date: --columns id=order,amount=gross. The first line says which
           column was taken for what; a line is found by our number and by theirs, in whichever of id and reference they stand
--unit     what its amounts count in: whole units of the currency (major, if nothing is said) or cents (minor)
--decimal  the sign before the cents, where amounts like 1.234 could be read in two ways
--dates    the order of dates like 03/04/2026: dmy or mdy
--paid     the words of its status that say that money has come
--from, --until  the days, in UTC, that the file is about; without them those of its first and last line`;

/** What a provider says about its payments, held against ours. */
const reconcileCommand: Command = {
  name: 'reconcile',
  takes:
    '<file.csv> --provider <name> [--columns <ours>=<theirs>,…] [--unit <major|minor>] [--decimal <point|comma>] [--dates <dmy|mdy>] [--paid <word>,…] [--from <day>] [--until <day>]',
  about: 'Holds a provider’s list of payments against our payments and the books, line by line, with reasons.',
  read(args) {
    const read = readReconcileWish(args);
    return read.ok ? { ok: true, wish: (parts) => carryOut(parts, read.wish) } : read;
  },
};

function carryOut({ database, cwd }: OperatorParts, wish: ReconcileWish) {
  const open = (file: string) => createReadStream(resolve(cwd, file), { encoding: 'utf8' });
  return reconcile({ database, currency: brand.currency, open }, wish);
}

/** The books. */
export const ledgerArea = areaOfCommands({
  name: 'ledger',
  about: 'The books: their proof, and what providers say of them.',
  commands: [verifyLedgerCommand, reconcileCommand],
  more,
});
