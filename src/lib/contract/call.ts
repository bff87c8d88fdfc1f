import type * as z from 'zod/mini';
import type { ProblemCode } from './problem.ts';

/** Whose bearer token opens a call. */
export type Audience = 'anyone' | 'customer' | 'affiliate';

type ApiPath = `/api/${string}`;

/** Where a call goes. No two calls have the same path. */
export interface Endpoint<Path extends ApiPath = ApiPath> {
  readonly method: 'GET' | 'POST';
  /** A part in braces is one of `params`: `/api/forms/submit/{form}`. */
  readonly path: Path;
}

/** One HTTP call of the contract: the server validates by it, the client is typed by it, OpenAPI is made from it. */
export interface Call<
  Body = unknown,
  Query = unknown,
  Data = unknown,
  Opener extends Audience = Audience,
  Params = unknown,
  Path extends ApiPath = ApiPath,
> extends Endpoint<Path> {
  name: string;
  summary: string;
  audience: Opener;
  body?: z.ZodMiniType<Body>;
  query?: z.ZodMiniType<Query>;
  /** The parts of the path that differ. An address whose parts are none of these is `NOT_FOUND`. */
  params?: z.ZodMiniType<Params>;
  /** Said instead of `NOT_FOUND`, where a part that is none of these is what a person was given. */
  wrongParams?: ProblemCode;
  data: z.ZodMiniType<Data>;
  /** Understood as a form of a page without scripts too; whoever sends one and reads pages is answered with a page. */
  takesForms?: true;
  /**
   * The body is a form with files (`multipart/form-data`): its texts are `body`, and its files come under this name.
   */
  takesFiles?: { name: string; most: number; longestBytes: number; description: string };
  /** Longer than that the body is refused; without it, what every call may send. */
  longestBodyBytes?: number;
  /** Success is a file of this type, written while it is read: `data` is its text. A refusal has its envelope. */
  answersFile?: 'text/csv';
  /**
   * Success is `data` itself, without the envelope, and what is not there an empty 404: what clients of a CMS expect.
   */
  isBare?: true;
  /** The problems of its own; those that any call can meet are added where it is documented. */
  problems: readonly ProblemCode[];
}

/** Types a call by its schemas and its path. */
export function call<Body, Query, Data, Opener extends Audience, Params, Path extends ApiPath>(
  definition: Call<Body, Query, Data, Opener, Params, Path>,
): Call<Body, Query, Data, Opener, Params, Path> {
  return definition;
}
