import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListedContent, SentParts } from '../../../src/server/content/content-parts.ts';
import { createContentReceiver, createContentSender } from '../../../src/server/content/content-parts.ts';
import type { CallHandler, ThreadCalls } from '../../../src/server/work/thread-calls.ts';
import { createThreadCalls } from '../../../src/server/work/thread-calls.ts';
import { contentOf, pageOf } from '../../content/made-content.ts';

class OwnFault extends Error {
  override readonly name = 'OwnFault';
  readonly detail: string;
  constructor(detail: string) {
    super(`own: ${detail}`);
    this.detail = detail;
  }
}

let channel: MessageChannel;
let caller: ThreadCalls;
let aborted: unknown[];

beforeEach(() => {
  channel = new MessageChannel();
  aborted = [];
  const handlers: Record<string, CallHandler> = {
    double: (value: number) => value * 2,
    fail: () => {
      throw new OwnFault('detail');
    },
    wait: (_input, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(aborted.push(signal.reason)))),
  };
  createThreadCalls(channel.port2, { handlers });
  const faults = {
    OwnFault: ({ fields }: { fields: Readonly<Record<string, unknown>> }) => new OwnFault(String(fields['detail'])),
  };
  caller = createThreadCalls(channel.port1, { handlers: {}, faults });
});
afterEach(() => channel.port1.close());

describe('a call to another thread', () => {
  test('is answered, each with its own answer', async () => {
    expect(await Promise.all([1, 2, 3].map((value) => caller.call('double', value)))).toEqual([2, 4, 6]);
  });

  test('that fails rejects with an error of the same class; a call that does not exist fails too', async () => {
    await expect(caller.call('fail', null)).rejects.toEqual(new OwnFault('detail'));
    await expect(caller.call('fail', null)).rejects.toBeInstanceOf(OwnFault);
    await expect(caller.call('none', null)).rejects.toThrow('There is no call none');
  });

  test('that is aborted rejects at once, and the other side is told', async () => {
    const stop = new AbortController();
    const call = caller.call('wait', null, stop.signal);
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await expect.poll(() => aborted.length).toBe(1);
    await expect(caller.call('double', 1, stop.signal)).rejects.toThrow('enough');
  });

  test('rejects if the other side has ended, now and later', async () => {
    const call = caller.call('wait', null);
    caller.end(new Error('it ended'));
    await expect(call).rejects.toThrow('it ended');
    await expect(caller.call('double', 1)).rejects.toThrow('it ended');
  });
});

test('content is sent by what has changed, and unchanged parts are the same objects again', async () => {
  const sent: unknown[] = [];
  const { receive, contentOf: received } = createContentReceiver();
  const ids = new Map<object, number>();
  const idOf = (part: object) => ids.get(part) ?? ids.set(part, ids.size).size - 1;
  const send = createContentSender(idOf, (parts: SentParts) => {
    sent.push(...parts.map(([, part]) => part));
    receive(structuredClone(parts));
    return Promise.resolve();
  });
  const [home, about, news] = [pageOf('home', []), pageOf('about', []), pageOf('news', [])];
  const content = contentOf([home, about]);
  const first = received(await send(content));
  expect(first).toEqual(content);
  sent.length = 0;
  const second = received(await send({ ...content, pages: [home, news] }));
  expect(sent).toEqual([news]);
  expect(second.pages[0]).toBe(first.pages[0]);
  expect(second.settings).toBe(first.settings);
  // What was left out has to be sent again.
  sent.length = 0;
  expect(received(await send(content))).toEqual(content);
  expect(sent).toEqual([about]);
  expect(() => received({ pages: [99], settings: 0, calendar: 0, redirects: 0 } satisfies ListedContent)).toThrow(
    'never sent',
  );
});
