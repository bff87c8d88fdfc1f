import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import type { LockFollower } from '../../src/server/db/server-lock.ts';
import { followServerLock } from '../../src/server/open-database.ts';
import { openTestDatabase } from '../support/test-database.ts';

let database: Database;
afterEach(() => database.close());

/**
 * Follows a lock and records what happens when it is held again, and the reason for refusing customers at that moment.
 * `read` stands in for the loading of positions.
 */
async function followed(read: () => Promise<void>) {
  database = await openTestDatabase({ poolSize: 1 });
  const { availability, exempt } = database;
  const done: unknown[] = [];
  const followers: LockFollower[] = [];
  const nothing = () => Promise.resolve();
  followServerLock({
    database,
    serverLock: { fence: nothing, enter: nothing, release: nothing, follow: (one) => void followers.push(one) },
    triggers: {
      reload(by) {
        done.push(['read', by === exempt, availability.problem]);
        return read();
      },
    },
    sockets: { tellAll: () => void done.push(['told', availability.problem]) },
    logger: { error: () => done.push('logged'), info: () => undefined, warn: () => undefined },
  });
  const [follower] = followers;
  if (!follower) throw new Error('Nobody follows the lock');
  return { availability, done, follower };
}

test('when the lock is held again positions are loaded first, then customers are served and notified', async () => {
  const { availability, done, follower } = await followed(() => Promise.resolve());
  follower.onLost('silent');
  expect(availability.problem).toBe('silent');
  await follower.onHeld();
  expect(done).toEqual([
    ['read', true, 'silent'],
    ['told', null],
  ]);
});

test('if positions cannot be loaded nobody is served, and the lock’s follower rejects', async () => {
  const { availability, done, follower } = await followed(() => Promise.reject(new Error('Not yet')));
  follower.onLost('away');
  await expect(follower.onHeld()).rejects.toThrow('Not yet');
  expect([availability.problem, ...done]).toEqual(['away', ['read', true, 'away'], 'logged']);
});
