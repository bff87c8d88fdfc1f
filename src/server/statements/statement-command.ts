import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Area, OperatorParts } from '../operator/command.ts';
import { command } from '../operator/command.ts';
import type { SiteSettings } from '../operator/known-site.ts';
import { textArgument } from '../operator/read-values.ts';
import { findMasterKey } from '../secrets/master-key.ts';
import { statementKey } from './statement-seal.ts';
import { verifyStatement } from './verify-statement.ts';

type StatementParts = OperatorParts<unknown, SiteSettings & { secretKey: Buffer | null }>;

/** Checks that a customer's statement is unchanged and agrees with the ledger. */
const verifyCommand = command({
  name: 'verify',
  about:
    'Checks whether a statement (CSV or PDF) is byte for byte as this server created it with its SECRET_KEY, and whether it still agrees with the ledger. Names the first row that differs.',
  arguments: { file: textArgument('file') },
  async carryOut({ config, database, runtime, cwd }: StatementParts, { file: path }) {
    const bytes = await readFile(resolve(cwd, path)).catch(
      (fault: unknown) => (fault as NodeJS.ErrnoException).code ?? 'no code',
    );
    if (typeof bytes === 'string') return { ok: false, text: `${path} cannot be read: ${bytes}` };
    const key = statementKey(await findMasterKey({ config, database, runtime }));
    const { ok, findings } = await verifyStatement({ database, key }, bytes);
    return { ok, text: findings.join('\n'), data: { holds: ok, findings } };
  },
});

/** The operator's commands about customers' statements. */
export const statementArea: Area<StatementParts> = {
  name: 'statement',
  about: 'Statements of customers (CSV or PDF).',
  commands: [verifyCommand],
  more: '',
};
