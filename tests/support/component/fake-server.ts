import type { Endpoint } from '../../../src/lib/contract/call.ts';
import type { EmitName, EmitTo } from '../../../src/lib/contract/emits.ts';
import { acknowledge, acknowledgeProblem, failure, success } from '../../../src/lib/contract/envelope.ts';
import type { CallTo } from '../../../src/lib/contract/every-call.ts';
import { problems } from '../../../src/lib/contract/problem.ts';
import type { Problem, ProblemCode } from '../../../src/lib/contract/problem.ts';
import { sockets } from './fake-socket.ts';

/** The answer to a call: data, a refusal, or none because the server is unreachable. */
type Answer = { data: unknown } | { problem: Problem } | 'unreachable';

interface AskedCall {
  /** The requested address, with its query. */
  address: string;
  body: unknown;
  headers: Headers;
}

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const problemOf = (code: ProblemCode, fields?: Record<string, string>): Problem =>
  fields ? { code, fields } : { code };

/**
 * The server as a page sees it. Each test sets the answers to its calls, typed by the contract. A call without an
 * answer fails the test, so that no request goes unnoticed.
 */
export function createFakeServer() {
  const answers = new Map<string, (asked: AskedCall) => Answer | Promise<Answer>>();
  const asked: (AskedCall & { key: string })[] = [];
  const unanswered = new Set<string>();

  /** Finds the answer that a test has set for a call. A part of its path in braces matches any text. */
  function answererOf(method: string, pathname: string) {
    const found = [...answers].find(([key]) =>
      new RegExp(`^${key.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${pathname}`),
    );
    return found ?? [`${method} ${pathname}`, undefined];
  }

  async function answerCall(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
    const [key, answerer] = answererOf(init.method ?? 'GET', pathname);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body;
    const call: AskedCall = { address: pathname + search, body, headers: new Headers(init.headers) };
    asked.push({ key, ...call });
    if (!answerer) unanswered.add(key);
    const answer = await (answerer?.(call) ?? 'unreachable');
    if (answer === 'unreachable') throw new TypeError('the server cannot be reached');
    return 'data' in answer
      ? Response.json(success(answer.data))
      : Response.json(failure(answer.problem), { status: problems[answer.problem.code].status });
  }

  return {
    fetch: answerCall,
    /** Answers a call with this data until another answer is set. */
    answer<To extends Endpoint>(call: To, data: CallTo<To>['data']): void {
      answers.set(keyOf(call), () => ({ data }));
    },
    /** Answers a call with the result of a function of the request; undefined: the server is unreachable. */
    answerBy<To extends Endpoint, Data extends CallTo<To>['data']>(
      call: To,
      dataOf: (asked: AskedCall) => Data | undefined | Promise<Data | undefined>,
    ): void {
      answers.set(keyOf(call), async (asked) => {
        const data = await dataOf(asked);
        return data === undefined ? 'unreachable' : { data };
      });
    },
    refuse(call: Endpoint, code: ProblemCode, fields?: Record<string, string>): void {
      answers.set(keyOf(call), () => ({ problem: problemOf(code, fields) }));
    },
    beUnreachable(call: Endpoint): void {
      answers.set(keyOf(call), () => 'unreachable');
    },
    /** Leaves a call without an answer until the test gives one. */
    hold<To extends Endpoint>(call: To) {
      const held = Promise.withResolvers<Answer>();
      answers.set(keyOf(call), () => held.promise);
      return {
        answer: (data: CallTo<To>['data']) => held.resolve({ data }),
        refuse: (code: ProblemCode) => held.resolve({ problem: problemOf(code) }),
        beUnreachable: () => held.resolve('unreachable'),
      };
    },
    /** The requests of a call, oldest first. */
    asked: (call: Endpoint): readonly AskedCall[] => asked.filter(({ key }) => key === keyOf(call)),
    /** The calls that had no answer. */
    unanswered: (): readonly string[] => [...unanswered],
    /** Answers an emit on every connection that the page has opened by now. */
    acknowledge<Name extends EmitName>({ event }: Name, data: EmitTo<Name>['data']): void {
      for (const socket of sockets) socket.answer(event, () => acknowledge(data));
    },
    refuseEmit({ event }: EmitName, code: ProblemCode): void {
      for (const socket of sockets) socket.answer(event, () => acknowledgeProblem(problemOf(code)));
    },
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;
