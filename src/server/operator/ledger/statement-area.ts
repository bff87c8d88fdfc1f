import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findMasterKey } from '../../secrets/master-key.ts';
import { statementKey } from '../../statements/statement-seal.ts';
import { verifyStatement } from '../../statements/verify-statement.ts';
import { areaOfCommands, command } from '../command/declared-area.ts';

/** Whether a customer's statement is as we made it, and agrees with the ledger. */
const verifyCommand = command<string>({
  name: 'verify',
  takes: '<file>',
  about:
    'Says of a statement, CSV or PDF, whether it is to the byte as it was made with the SECRET_KEY of this server, and whether the ledger still says the same of its days; names the first row that differs.',
  read: ({ at }) => ({ ok: true, wish: at(0) }),
  async carryOut({ config, database, runtime, cwd }, path) {
    const bytes = await readFile(resolve(cwd, path)).catch(
      (fault: unknown) => (fault as NodeJS.ErrnoException).code ?? 'no code',
    );
    if (typeof bytes === 'string') return { ok: false, text: `${path} cannot be read: ${bytes}` };
    const key = statementKey(await findMasterKey({ config, database, runtime }));
    const { ok, findings } = await verifyStatement({ database, key }, bytes);
    return { ok, text: findings.join('\n'), data: { holds: ok, findings } };
  },
});

/** Statements that customers were given. */
export const statementArea = areaOfCommands({
  name: 'statement',
  about: 'Statements that customers were given, CSV or PDF.',
  commands: [verifyCommand],
  more: '',
});
