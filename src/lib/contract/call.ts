import type * as z from 'zod/mini';
import type { ProblemCode } from './problem.ts';

/** Whose bearer token a call requires. */
export type Audience = 'anyone' | 'customer' | 'affiliate';

type ApiPath = `/api/${string}`;

/** The method and path of a call. No two calls have the same path. */
export interface Endpoint<Path extends ApiPath = ApiPath> {
  readonly method: 'GET' | 'POST';
  /** A segment in braces is one of `params`: `/api/forms/submit/{form}`. */
  readonly path: Path;
}

/**
 * One HTTP call of the contract. The server validates by it, the client gets its types from it, and OpenAPI is
 * generated from it.
 */
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
  /**
   * Only for an account of one person: everybody may enter the shared demo account, and nobody there may lock the
   * others out, or show them who they are. Then it fails with `SHARED_ACCOUNT`.
   */
  notShared?: true;
  /**
   * Pages make it by themselves, so it does not keep a session open. What a person does there, the page reports by
   * `getUser`.
   */
  isBackground?: true;
  body?: z.ZodMiniType<Body>;
  query?: z.ZodMiniType<Query>;
  /** The path parameters. An address whose parameters do not match is `NOT_FOUND`. */
  params?: z.ZodMiniType<Params>;
  /** The problem to return instead of `NOT_FOUND` if the parameters do not match; for links that people receive. */
  wrongParams?: ProblemCode;
  data: z.ZodMiniType<Data>;
  /**
   * Also accepts the form post of a page without scripts; a client that posts a form and accepts HTML gets a page back.
   */
  acceptsForms?: true;
  /**
   * The body is a form with files (`multipart/form-data`): its text fields are `body`, its files have this field name.
   */
  acceptsFiles?: { name: string; most: number; longestBytes: number; description: string };
  /** A longer body is refused. Default: the limit of all calls. */
  longestBodyBytes?: number;
  /** A successful answer is a streamed file of this type; `data` is its text. A refusal has the usual envelope. */
  answersFile?: 'text/csv';
  /**
   * A successful answer is `data` itself, without the envelope; anything missing is an empty 404, as clients of a CMS
   * expect.
   */
  isBare?: true;
  /** The call's own problems; the documentation adds those that any call can return. */
  problems: readonly ProblemCode[];
}

/** Infers a call's type from its schemas and its path. */
export function call<Body, Query, Data, Opener extends Audience, Params, Path extends ApiPath>(
  definition: Call<Body, Query, Data, Opener, Params, Path>,
): Call<Body, Query, Data, Opener, Params, Path> {
  return definition;
}
