import { vi } from 'vitest';
import type { ProblemCode } from '../../src/lib/contract/problem.ts';

/** A server whose answers a test gives by hand, in any order. */
export function createHandServer() {
  const questions: { path: string; give: (body: unknown) => void }[] = [];
  vi.stubGlobal(
    'fetch',
    (path: string) =>
      new Promise<Response>((resolve) => {
        questions.push({ path, give: (body) => resolve(Response.json(body)) });
      }),
  );
  return {
    /** The requested paths, oldest first. */
    asked: () => questions.map(({ path }) => path),
    /** Answers one of the requests, counted from the oldest. */
    answer: (index: number, data: unknown) => questions[index]?.give({ status: 'success', data }),
    refuse: (index: number, code: ProblemCode) =>
      questions[index]?.give({ status: 'error', error: { code, message: '' } }),
  };
}
