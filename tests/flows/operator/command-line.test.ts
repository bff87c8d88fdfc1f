import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locales } from '../../../src/brand.ts';
import { areas } from '../../../src/server/operator-desk.ts';
import { runOperator as runHere } from '../../support/operator-here.ts';
import { runOperator } from '../../support/product/run-program.ts';
import { makeDataFolder, startProduct } from '../../support/product/start-product.ts';
import type { Product } from '../../support/product/start-product.ts';

/** `npm run operator` alone and beside a server in another process. */

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let cwd: string;

beforeAll(async () => {
  [folder, cwd] = await Promise.all([makeDataFolder(), mkdtemp(join(tmpdir(), 'operator-'))]);
});
afterAll(() => Promise.all([folder.remove(), rm(cwd, { recursive: true })]));

/** As npm runs it: in a separate process, from the project's folder, with the folder where it was typed in INIT_CWD. */
const operator = (...args: string[]) => runOperator({ dataDir: folder.path, env: { INIT_CWD: cwd } }, ...args);

/** The same in this process, which is quicker, for what does not depend on the process. */
const operatorHere = (...args: string[]) => runHere({ dataDir: folder.path, env: { INIT_CWD: cwd } }, ...args);

describe('without a database', { timeout: 300_000 }, () => {
  test('the help names every area and command without opening anything', async () => {
    const all = await operator('--help');
    expect(all.code).toBe(0);
    for (const { name } of areas) expect(all.stdout).toMatch(new RegExp(`^ {2}${name} {2,}\\S`, 'm'));
    const customers = await operatorHere('customers', '--help');
    expect(customers.stdout).toMatch(/\n {2}level <email> <level> {2,}\S/);
    const level = await operatorHere('customers', 'level', '--help');
    expect(level).toMatchObject({ code: 0, stderr: '' });
    expect(level.stdout).toMatch(/^Usage: npm run operator -- customers level <email> <level> --reason <why>\n/);
    await expect(stat(join(folder.path, 'database'))).rejects.toThrow('ENOENT');
  });

  test('unknown input is reported, also to programs, with exit code 2', async () => {
    expect(await operator()).toMatchObject({ code: 2, stdout: '' });
    expect((await operatorHere('cars')).stderr).toMatch(/^There is no area "cars"\. Areas: customers, documents, /);
    expect((await operatorHere('customers', 'burn')).stderr).toMatch(
      /^There is no command "burn" in customers\. Commands: list, show, verify, /,
    );
    const asJson = await operator('customers', 'level', 'a@b.c', '--json');
    expect(asJson).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(asJson.stdout)).toEqual({
      ok: false,
      why: expect.stringMatching(/^The level is missing/) as string,
    });
  });

  test('a live command is refused if no server runs', async () => {
    const refused = await operator('positions', 'close', '01234567', '--reason', 'x');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^Only a running server can do that, and none listens in /);
  });

  test('the shell’s completion script completes areas, commands and options', async () => {
    const { stdout: bash } = await operator('completion', 'bash');
    const words = async (...typed: string[]) => {
      const line = `COMP_WORDS=(operator ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}; _operator; echo "\${COMPREPLY[*]}"`;
      return (await promisify(execFile)('bash', ['-c', `${bash}\n${line}`])).stdout.trim();
    };
    expect(await words('cust')).toBe('customers');
    expect(await words('positions', 'un')).toBe('unprotect');
    expect(await words('customers', 'log-out', '--')).toBe('--reason --lang --json --help');
    expect(await words('dry-run', '--')).toBe('--spread --ladder --json --help');
    expect(await words('dry-run', '--spread', '12', '--l')).toBe('--ladder');
    expect(await words('popups', '')).toBe('list publish withdraw --help');
    expect(await words('ledger', 'reconcile', 'list.csv', '--unit', '')).toBe('major minor');
    expect(await words('ledger', 'reconcile', '--dates', 'm')).toBe('mdy');
    expect(await words('sessions', 'end', 'a@b.c', '--lang', '')).toBe(locales.join(' '));
    expect(await words('second-factor', 'off', '--')).toBe('--reason --lang --json --help');
    expect(await words('customers', 'list', '--search', '')).toBe('');
    expect(await words('completion', '')).toBe('bash zsh fish --help');
    for (const shell of ['zsh', 'fish']) {
      const { code, stdout } = await operatorHere('completion', shell);
      expect(code).toBe(0);
      for (const { name, commands } of areas)
        for (const one of commands) expect(stdout).toMatch(new RegExp(`${name}.*${one.name}`));
    }
    expect(await operatorHere('completion', 'tcsh')).toMatchObject({ code: 2 });
    expect((await operatorHere('completion')).stderr).toContain('source <(npm run -s operator -- completion bash)');
  });

  test('the completion of an option offers its choices', async () => {
    const { code, stderr } = await operatorHere('customers', 'log-out', 'a@b.c', '--reason', 'x', '--lang', 'fr');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^--lang must be one of en, de, it, es\.\n/);
  });

  test('bash loads the script as docs/commands.md says, and nothing else that npm prints', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'completion-'));
    const bash = (script: string) =>
      promisify(execFile)('bash', ['-c', script], {
        cwd: empty,
        env: { PATH: process.env.PATH, HOME: empty, ROOT: process.cwd() },
      });
    const readme = /source <\(npm (run -s operator -- completion bash)\)/.exec(
      await readFile('docs/commands.md', 'utf8'),
    );
    const taken = `source <(npm --prefix "$ROOT" ${readme![1]}); COMP_WORDS=(operator cust); COMP_CWORD=1; _operator; echo "\${COMPREPLY[*]}"; ls`;
    try {
      expect(await bash(taken)).toEqual({ stdout: 'customers\n', stderr: '' });
      const { stdout, stderr } = await bash('npm --prefix "$ROOT" run operator -- completion bash || true');
      expect(stdout).not.toContain('complete');
      expect(stderr).toContain('source <(npm run -s operator -- completion bash)');
    } finally {
      await rm(empty, { recursive: true });
    }
  });
});

const start = () => startProduct({ dataDir: folder.path, program: 'tests/flows/operator/plain-server.ts' });

describe('on the embedded database', { timeout: 600_000 }, () => {
  let product: Product;
  beforeAll(async () => {
    product = await start();
  }, 600_000);
  afterAll(() => product.stop());

  test('the server carries out commands typed beside it, for its own user only', async () => {
    const { mode } = await stat(join(folder.path, 'operator.sock'));
    expect((mode & 0o777).toString(8)).toBe('600');
    const request = ['customers', 'verify', 'new@example.com', '--reason', 'Seen in person', '--override'];
    const verified = await operator(...request, '--json');
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(verified.stdout)).toEqual({
      ok: true,
      data: { email: 'new@example.com', what: 'state', from: 'not verified', to: 'verified' },
    });
    const again = await operatorHere(...request);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/^The state of new@example\.com is already verified, set by \S+, /);
    expect(
      (await operatorHere('transactions', 'bonus', 'new@example.com', '10', '--reason', 'Welcome')).stdout,
    ).toContain('EUR 10.00');
    expect((await operator('feeds', 'status')).stdout).toMatch(/^Feed: /);
    expect((await operatorHere('ledger', 'verify')).stdout).toMatch(/\nThe ledger agrees\.\n$/);
  });

  test('files are found in the folder where the command was typed', async () => {
    expect(await operator('messages', 'export', '--out', 'all.csv')).toMatchObject({ code: 0 });
    expect(await readFile(join(cwd, 'all.csv'), 'utf8')).toMatch(/^id,created_at,form,humanity/);
    await writeFile(join(cwd, 'empty.csv'), '');
    const { stderr } = await operatorHere('ledger', 'reconcile', '--provider', 'sandbox', 'empty.csv');
    expect(stderr).toMatch(/^(empty\.csv is empty\.|There are no payments of a provider sandbox)/);
  });

  test('a server that stops leaves the data folder to the command line', async () => {
    await product.stop();
    await expect(stat(join(folder.path, 'operator.sock'))).rejects.toThrow('ENOENT');
    const { code, stdout } = await operator('customers', 'list', '--search', 'new@', '--json');
    expect(code).toBe(0);
    const customer = { email: 'new@example.com', verified: true, balanceMinor: 1_000 };
    expect(JSON.parse(stdout)).toMatchObject({ data: [customer] });
  });

  test('so does a killed one, whose socket the next server replaces', async () => {
    product = await start();
    await product.stop('SIGKILL');
    expect((await stat(join(folder.path, 'operator.sock'))).isSocket()).toBe(true);
    expect(await operatorHere('positions', 'list')).toEqual({ code: 0, stdout: 'None found.\n', stderr: '' });
    expect((await operator('feeds', 'status')).stderr).toMatch(/^Only a running server can do that/);
    product = await start();
    expect((await operator('feeds', 'status')).stdout).toMatch(/^Feed: /);
  });
});
