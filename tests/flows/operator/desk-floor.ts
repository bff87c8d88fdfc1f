import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { DataLock } from '../../../src/server/db/data-lock.ts';
import { lockDataDir } from '../../../src/server/db/data-lock.ts';
import { askServer } from '../../../src/server/operator/ask-server.ts';
import type { OperatorAnswer } from '../../../src/server/operator/ask-server.ts';
import type { TestApp, TestAppOptions } from '../../support/test-app.ts';
import { createTestApp } from '../../support/test-app.ts';

/**
 * A running product, and operators who type beside it. Commands reach the server through its socket, as they do with
 * the embedded database.
 */
export function useDesk(options: TestAppOptions = {}) {
  const desk = {} as { shop: TestApp };
  beforeAll(async () => {
    desk.shop = await createTestApp(options);
  });
  afterAll(() => desk.shop.close());

  async function typeAs(operator: string, ...args: string[]): Promise<OperatorAnswer> {
    const { dataDir, runtime } = desk.shop;
    // The tests tell records of the audit log apart by their instants.
    runtime.advance(1_000);
    const answer = await askServer(dataDir, { args, actor: `operator:${operator}`, cwd: dataDir });
    if (!answer) throw new Error('The server listens to no operator');
    return answer;
  }

  return {
    shop: () => desk.shop,
    typeAs,
    type: (...args: string[]) => typeAs('ada', ...args),
    /** The data of the answer with --json. */
    async data<Data>(...args: string[]): Promise<Data> {
      const { text } = await typeAs('ada', ...args, '--json');
      const { ok, data, why } = JSON.parse(text) as { ok: boolean; data: Data; why?: string };
      if (!ok) throw new Error(why);
      return data;
    },
    async query<Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await desk.shop.app.database.query<Row>(text, values)).rows;
    },
    /** The records of an event in the audit log, oldest first. */
    async audited(event: string) {
      const text = `select e.actor, a.email, e.details from audit_entries e left join accounts a on a.id = e.account_id
        where e.event = $1 order by e.at, e.id`;
      return (await desk.shop.app.database.query<Record<string, unknown>>(text, [event])).rows;
    },
  };
}

/**
 * While `work` runs, the database refuses audit records, so everything that is written together with one must be rolled
 * back.
 */
export async function failAudits(query: (text: string) => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  await query(`create or replace function fail_audit() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`);
  await query('create trigger fail_audit before insert on audit_entries for each row execute function fail_audit()');
  await work().finally(() => query('drop trigger fail_audit on audit_entries'));
}

/**
 * Makes the data folder look as if a server had its embedded database open: commands, in this process and in others,
 * then go to that server.
 */
export async function holdFolder(dataDir: string): Promise<DataLock> {
  await mkdir(join(dataDir, 'database'), { recursive: true });
  await writeFile(join(dataDir, 'database', 'PG_VERSION'), '17\n');
  return lockDataDir(dataDir);
}
