import { z } from 'zod';
import { listLimits, pageSizes } from '#domain/lists/limits.ts';
import { pageSizeMessage } from '#domain/lists/paging.ts';
import type { Refusal, RefusalCode } from '#domain/refusals/refusals.ts';
import { isBlank, isOneLine, oneLineMessage } from '#domain/texts/characters.ts';
import { numberChoice } from './list-filters.ts';
import type { Tag } from './tags.ts';

/**
 * One call, declared once: the server route, the typed web client, the OpenAPI page and the standard tests
 * read this object. `path` is the exact wire path; `{name}` of the specification is written `:name`.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Code extends RefusalCode = RefusalCode,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Chinese, one phrase; shown on the OpenAPI page and in the audit log. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  /** Encoding of the body; JSON unless the specification says otherwise. */
  encoding: 'json' | 'form' | 'text' | 'multipart';
  /** Schema of `data` in the envelope; the server removes unknown keys. */
  output: Output;
  /**
   * `envelope` wraps the output in `{errcode: 0, code: 200, data}`; `raw` lets the handler write bytes or a
   * stream itself.
   */
  answer: 'envelope' | 'raw';
  /**
   * Refusals specific to this call; answering another is a compile error. Refusals of its access (no session,
   * no such order …) and of every call (`refusalsOfEveryCall`) are declared there, once.
   */
  refusals: readonly Code[];
  /** Size limit in bytes of a body that carries a file as text; other calls use the server's limit. */
  maxBodyBytes?: number;
  /** True if the body is a query: its empty fields count as missing, as in an address (S0 §5). */
  filtersInBody?: boolean;
  /** True if the answer contains values of forms, which a client may ask to be wrapped (docs/decisions/0222). */
  carriesForms?: boolean;
  /** True if the caller signs the bytes of the body: the handler gets them by `bytesOfBody`. */
  hasSignedBody?: boolean;
  /** True if the path contains a list, so that a segment of it may be longer than usual. */
  hasLongAddress?: boolean;
  /** True if the call changes data: it takes an idempotency key and writes an audit record. */
  mutates: boolean;
  /** Subjects of the answer, by which the web renews it; undefined if the web stores no answer of the call. */
  reads?: readonly Tag[];
  /** Subjects that the call changes; none if it only reads, or changes nothing that the web stores. */
  changes: readonly Tag[];
}

/**
 * The part of an endpoint whose answers the web may store: the subjects of the answers; empty if nothing
 * changes them.
 */
export interface CacheableEndpoint {
  reads: readonly Tag[];
}

/** Refusals that any call may return: invalid input, and causes that stop a call before its work. */
export const refusalsOfEveryCall = [
  'badInput',
  'formKeyInvalid',
  'tooLarge',
  'requestTimedOut',
  'busy',
  'fault',
] as const satisfies readonly RefusalCode[];
export type EveryCallRefusal = (typeof refusalsOfEveryCall)[number];

/** Refusals of a repeated idempotency key, for calls that do their work once for a key. */
export const idempotencyRefusals = [
  'idempotencyKeyReused',
  'stillRunning',
] as const satisfies readonly RefusalCode[];
export type IdempotencyRefusal = Refusal<(typeof idempotencyRefusals)[number]>;

const emptyObject = z.strictObject({});
type EmptyObject = typeof emptyObject;

interface Declaration<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  Code extends RefusalCode,
  Reads extends readonly Tag[] | undefined,
> {
  path: string;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  encoding?: Endpoint['encoding'];
  output: O;
  answer?: Endpoint['answer'];
  refusals?: readonly Code[];
  maxBodyBytes?: number;
  filtersInBody?: boolean;
  hasLongAddress?: boolean;
  hasSignedBody?: boolean;
  carriesForms?: boolean;
  reads?: Reads;
}

/** Requires `changes` of each call that changes data: every call that is not a GET, unless `mutates` says otherwise. */
type Effect =
  | { method: 'GET'; mutates?: false; changes?: never }
  | { method: Exclude<Endpoint['method'], 'GET'>; mutates: false; changes?: never }
  | { method: 'GET'; mutates: true; changes: readonly Tag[] }
  | { method: Exclude<Endpoint['method'], 'GET'>; mutates?: true; changes: readonly Tag[] };

/**
 * Declares a call; a part that is not declared must be empty and is refused otherwise (strict input, security
 * rule 5).
 */
export function endpoint<
  P extends z.ZodType = EmptyObject,
  Q extends z.ZodType = EmptyObject,
  B extends z.ZodType = EmptyObject,
  O extends z.ZodType = z.ZodType,
  const Code extends RefusalCode = never,
  Reads extends readonly Tag[] | undefined = undefined,
>(declaration: Declaration<P, Q, B, O, Code, Reads> & Effect): Endpoint<P, Q, B, O, Code> & { reads: Reads } {
  return {
    method: declaration.method,
    path: declaration.path,
    summary: declaration.summary,
    params: declaration.params ?? (emptyObject as unknown as P),
    query: declaration.query ?? (emptyObject as unknown as Q),
    body: declaration.body ?? (emptyObject as unknown as B),
    encoding: declaration.encoding ?? 'json',
    output: declaration.output,
    answer: declaration.answer ?? 'envelope',
    refusals: declaration.refusals ?? [],
    mutates: declaration.mutates ?? declaration.method !== 'GET',
    reads: declaration.reads as Reads,
    changes: declaration.changes ?? [],
    ...(declaration.maxBodyBytes !== undefined && { maxBodyBytes: declaration.maxBodyBytes }),
    ...(declaration.filtersInBody && { filtersInBody: true }),
    ...(declaration.hasLongAddress && { hasLongAddress: true }),
    ...(declaration.hasSignedBody && { hasSignedBody: true }),
    ...(declaration.carriesForms && { carriesForms: true }),
  };
}

export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _O>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;
/** A refusal that the call may answer. */
export type RefusalOf<E extends { refusals: readonly RefusalCode[] }> = Refusal<
  E['refusals'][number] | EveryCallRefusal
>;
export type OutputOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer O> ? z.output<O> : never;

/**
 * Returns a schema for a required text: if missing, empty or without visible characters, `message` is
 * reported.
 */
export function requiredText(message: string, whitespace: 'trimmed' | 'as-typed' = 'trimmed') {
  const text = z.string({
    error: ({ input }) => (input === undefined || input === null ? message : undefined),
  });
  if (whitespace === 'as-typed') return text.min(1, message);
  return text
    .trim()
    .min(1, message)
    .refine((value) => value === '' || !isBlank(value), message);
}

/** Accepts a text that may be a name: one line, and displayed exactly as stored. */
export const oneLine = <S extends z.ZodType<string>>(schema: S) => schema.refine(isOneLine, oneLineMessage);

/**
 * Returns a schema that replaces a missing value by the default; null counts as missing, because old clients
 * send it.
 */
export const withFallback = <S extends z.ZodType>(schema: S, fallback: NonNullable<z.output<S>>) =>
  schema.nullish().transform((value) => value ?? fallback);

/** A whole number that is stored as it is; limited to the range of the database's integers. */
export const wholeNumber = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);

/**
 * Returns the schema of a page of a list: `total` is counted to 10,001 at most, so 10001 means "more than
 * 10,000" (S0 §9).
 */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), total: z.number().int() });
}

/**
 * `page, size, sort, order` as every list call sends them (S0 §7); `size` accepts only the offered sizes (S0
 * §9).
 */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: numberChoice(pageSizes, pageSizeMessage).default(listLimits.defaultPageSize),
  sort: z.string().max(40).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};
