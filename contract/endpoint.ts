import { z } from 'zod';
import { listLimits, pageSizes } from '#domain/lists/limits.ts';
import { pageSizeMessage } from '#domain/lists/paging.ts';
import type { Refusal, RefusalCode } from '#domain/refusals/refusals.ts';
import { isBlank, isOneLine, oneLineMessage } from '#domain/texts/characters.ts';
import { numberAmong } from './list-filters.ts';
import type { Tag } from './tags.ts';

/**
 * One call, declared once: the server route, the typed web client, the OpenAPI page and the standard tests read this object.
 * `path` is the exact wire path; `{name}` of the specification is written `:name`.
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
  /** Content of `data` in the envelope; unknown keys are dropped on the way out. */
  output: Output;
  /** `envelope` wraps the output in `{errcode: 0, code: 200, data}`; `raw` lets the handler write bytes or a stream itself. */
  answer: 'envelope' | 'raw';
  /**
   * Refusals of the call itself; any other does not compile. Those of its access (no session, no such order …) and of
   * every call (`refusalsOfEveryCall`) are declared there, once.
   */
  refusals: readonly Code[];
  /** Size limit of a body that carries a file as text, in bytes; for every other call the server's limit holds. */
  maxBodyBytes?: number;
  /** The body is a query: its empty fields were not asked for, as in an address (S0 §5). */
  filtersInBody?: boolean;
  /** Its address names a list, so that a part of it may be longer than elsewhere. */
  hasLongAddress?: boolean;
  /** A call that changes anything: it takes an idempotency key and leaves an audit row. */
  mutates: boolean;
  /** Subjects of the answer, by which the web renews it; absent where the web keeps no answer of the call. */
  reads?: readonly Tag[];
  /** Subjects that the call changes; none where it reads only, or changes nothing that is kept. */
  changes: readonly Tag[];
}

/** The part of an endpoint whose answers the web may keep: it says what they show, an empty list if nothing changes it. */
export interface Readable {
  reads: readonly Tag[];
}

/** Refusals that any call may answer: input that does not fit, and causes that stop a call before its work. */
export const refusalsOfEveryCall = [
  'badInput',
  'tooLarge',
  'requestTimedOut',
  'busy',
  'fault',
] as const satisfies readonly RefusalCode[];
export type EveryCallRefusal = (typeof refusalsOfEveryCall)[number];

/** Refusals of a repeated idempotency key, for calls that do their work once for a key. */
export const onceOnlyRefusals = [
  'idempotencyKeyReused',
  'stillRunning',
] as const satisfies readonly RefusalCode[];
export type OnceOnlyRefusal = Refusal<(typeof onceOnlyRefusals)[number]>;

const nothing = z.strictObject({});
type Nothing = typeof nothing;

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
  reads?: Reads;
}

/** Makes a call that changes anything say what; by its method it does unless it is a GET, and `mutates` says otherwise. */
type Effect =
  | { method: 'GET'; mutates?: false; changes?: never }
  | { method: Exclude<Endpoint['method'], 'GET'>; mutates: false; changes?: never }
  | { method: 'GET'; mutates: true; changes: readonly Tag[] }
  | { method: Exclude<Endpoint['method'], 'GET'>; mutates?: true; changes: readonly Tag[] };

/** Declares a call; a part that is left out is empty and refused when sent (strict input, security rule 5). */
export function endpoint<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  O extends z.ZodType = z.ZodType,
  const Code extends RefusalCode = never,
  Reads extends readonly Tag[] | undefined = undefined,
>(declaration: Declaration<P, Q, B, O, Code, Reads> & Effect): Endpoint<P, Q, B, O, Code> & { reads: Reads } {
  return {
    method: declaration.method,
    path: declaration.path,
    summary: declaration.summary,
    params: declaration.params ?? (nothing as unknown as P),
    query: declaration.query ?? (nothing as unknown as Q),
    body: declaration.body ?? (nothing as unknown as B),
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
  };
}

export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _O>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;
/** A no that the call may answer. */
export type RefusalOf<E extends { refusals: readonly RefusalCode[] }> = Refusal<
  E['refusals'][number] | EveryCallRefusal
>;
export type OutputOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer O> ? z.output<O> : never;

/** A text that has to be given: left out, empty or of characters that show nothing, it is missed in the words of its field. */
export function requiredText(message: string, tidy: 'trimmed' | 'as-typed' = 'trimmed') {
  const text = z.string({ error: ({ input }) => (input === undefined ? message : undefined) });
  if (tidy === 'as-typed') return text.min(1, message);
  return text
    .trim()
    .min(1, message)
    .refine((given) => given === '' || !isBlank(given), message);
}

/** Lets a text through that may be a name: in one line, and read as it is stored. */
export const oneLine = <S extends z.ZodType<string>>(schema: S) => schema.refine(isOneLine, oneLineMessage);

/** Returns a schema that reads a missing value, or null as old clients send an empty one, as the default given. */
export const orStanding = <S extends z.ZodType>(schema: S, standing: NonNullable<z.output<S>>) =>
  schema.nullish().transform((given) => given ?? standing);

/** A whole number that is kept as it is: the database's integers end here. */
export const wholeNumber = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);

/** A page of a list: `total` is counted to 10,001 at most, so 10001 reads "more than 10,000" (S0 §9). */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), total: z.number().int() });
}

/** `page, size, sort, order` as every list call sends them (S0 §7); `size` takes only the sizes on offer (S0 §9). */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: numberAmong(pageSizes, pageSizeMessage).default(listLimits.defaultPageSize),
  sort: z.string().max(40).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};
