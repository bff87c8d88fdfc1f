import type { Problem, ProblemCode } from './problem.ts';
import { problems } from './problem.ts';

/** The body of every successful call. */
export interface Success<Data> {
  status: 'success';
  data: Data;
}

/** The body of every refused call. `id` identifies the log record of an `INTERNAL` fault. */
export interface Failure {
  status: 'error';
  error: { code: ProblemCode; message: string; fields?: Record<string, string>; id?: string };
}

export type Envelope<Data> = Success<Data> | Failure;

/** The acknowledgement of an emit on the customer's socket. */
export type Acknowledgement<Data> =
  | { error: false; data: Data }
  | { error: true; code: ProblemCode; message: string; fields?: Record<string, string>; id?: string };

export function success<Data>(data: Data): Success<Data> {
  return { status: 'success', data };
}

/** The envelope of a problem; `message` is the contract's English text for its code. */
export function failure(problem: Problem, id?: string): Failure {
  return { status: 'error', error: describe(problem, id) };
}

export function acknowledge<Data>(data: Data): Acknowledgement<Data> {
  return { error: false, data };
}

export function acknowledgeProblem(problem: Problem, id?: string): Acknowledgement<never> {
  return { error: true, ...describe(problem, id) };
}

function describe(problem: Problem, id: string | undefined): Failure['error'] {
  return {
    code: problem.code,
    message: problems[problem.code].message,
    ...(problem.fields && { fields: problem.fields }),
    ...(id !== undefined && { id }),
  };
}
