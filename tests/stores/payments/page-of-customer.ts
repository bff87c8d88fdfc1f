import { vi } from 'vitest';
import { beginSession } from '../../../src/stores/session.ts';
import { demoUser } from '../../support/demo-user.ts';

/** A request to the server, and its answer; null means no answer. */
interface Asked {
  path: string;
  body: Record<string, unknown>;
}
type Answer = (asked: Asked) => unknown;

/** The body of a refusal by the server. */
export function problem(code: string, fields?: Record<string, string>): object {
  return { status: 'error', error: { code, message: '', ...(fields && { fields }) } };
}

export const success = (data: unknown): object => ({ status: 'success', data });

/** The page of a logged-in customer: a history with one entry, and a server that answers as a test says. */
export function openPage(answer: Answer) {
  const asked: Asked[] = [];
  const page = { state: null as unknown, asked, pathsOf, bodiesOf, answer };
  function bodiesOf(path: string) {
    return asked.filter((one) => one.path === path).map(({ body }) => body);
  }
  function pathsOf() {
    return asked.map(({ path }) => path);
  }
  vi.stubGlobal('history', {
    get state() {
      return page.state;
    },
    // Stores a copy, as a browser does.
    replaceState: (state: unknown) => void (page.state = structuredClone(state)),
  });
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    const one = { path, body: JSON.parse(body ?? '{}') as Record<string, unknown> };
    asked.push(one);
    const told = await page.answer(one);
    if (told === null) throw new TypeError('no answer');
    return Response.json(told);
  });
  beginSession({ access_token: 'token', user: demoUser });
  return page;
}

function memoryStorage() {
  const all = new Map<string, string>();
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  };
}
