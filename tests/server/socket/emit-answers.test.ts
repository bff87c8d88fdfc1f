import { EventEmitter } from 'node:events';
import type { Socket } from 'socket.io';
import { expect, test } from 'vitest';
import { closePosition } from '../../../src/lib/contract/emits.ts';
import { refuse } from '../../../src/lib/contract/problem.ts';
import type { AccountLimits } from '../../../src/server/socket/account-limits.ts';
import { createCorrection } from '../../../src/server/http/correct-reply.ts';
import { createEmitAnswers } from '../../../src/server/socket/emit-answers.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';

/** Emits one act on a socket with these limits. Returns what was done for it, in order, and the code of the answer. */
async function emitted(own: Partial<AccountLimits>): Promise<unknown> {
  const done: string[] = [];
  const conn = { transport: { name: 'polling' }, writeBuffer: [] };
  const socket = Object.assign(new EventEmitter(), { id: 'a', conn, onAny: () => undefined });
  const limits: Partial<AccountLimits> = {
    isOver: () => false,
    begin: () => Promise.resolve(done.push('begun') > 0),
    end: () => void done.push('ended'),
    ...own,
  };
  const answerEmit = createEmitAnswers(socket as unknown as Socket, {
    ...{ accountId: 1, ownToken: '', runtime: createTestRuntime(), isAlive: () => Promise.resolve(true) },
    limits: limits as AccountLimits,
    correctReply: createCorrection(false),
    logger: { error: () => undefined, warn: () => undefined },
  });
  answerEmit(closePosition, {
    activity: 'acts',
    answer() {
      done.push('decided');
      return Promise.resolve(refuse('POSITION_CLOSED'));
    },
  });
  const position = { id: '0f9d6f9e-8d7c-4c55-9d8e-1b2a3c4d5e6f', price: 1 };
  const { code } = await new Promise<{ code: string }>((reply) => socket.emit(closePosition.event, position, reply));
  return [...done, code];
}

test('an act within the limits is decided once, and counts as running until then', async () => {
  expect(await emitted({})).toEqual(['begun', 'decided', 'ended', 'POSITION_CLOSED']);
});

test('an act over the limits is refused before it is checked or counted', async () => {
  expect(await emitted({ isOver: () => true })).toEqual(['TOO_MANY_REQUESTS']);
});

test('the first act too many is refused too, and not decided', async () => {
  expect(await emitted({ begin: () => Promise.resolve(false) })).toEqual(['TOO_MANY_REQUESTS']);
});
