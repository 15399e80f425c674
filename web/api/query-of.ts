import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CacheableEndpoint, Endpoint } from '#contract/endpoint.ts';
import type { Tag } from '#contract/tags.ts';
import { type CallInput, call } from './call.ts';

/** A request to the server with the key of its cached answer, as `useQuery` and `fetchQuery` expect it. */
export interface Query<Answer> {
  queryKey: readonly [call: string, input: object];
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  /** Subjects of the answer, which the cache stores with it. */
  meta: { reads: readonly Tag[] };
}

/** A query whose answer is converted for display; the cache keeps the original answer. */
export interface QueryAs<View> extends Query<unknown> {
  select(answer: unknown): View;
}

export type CallName = Pick<Endpoint, 'method' | 'path'>;

/**
 * Returns the query of a call. Its key consists of the call and all its input, so that equal requests of two
 * screens share the answer, and different ones never do. Keys are never written by hand.
 */
export function queryOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, O> & CacheableEndpoint,
  input: CallInput<Endpoint<P, Q, B, O>>,
): Query<z.output<O>> {
  return {
    queryKey: [nameOfCall(endpoint), input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    meta: { reads: endpoint.reads },
  };
}

/**
 * Returns the same query, with its answer converted by `select`; this function must be stable between
 * renders.
 */
export function queryAs<Answer, View>(query: Query<Answer>, select: (answer: Answer) => View): QueryAs<View> {
  return { ...query, select: select as (answer: unknown) => View };
}

/** Returns a query with an answer that is here already and asks no server; `name` distinguishes it in the cache. */
export function queryOfSample<Answer>(name: string, input: object, answer: Answer): QueryAs<Answer> {
  return queryAs(
    { queryKey: [`sample ${name}`, input], queryFn: async () => answer, meta: { reads: [] } },
    (rows) => rows,
  );
}

/**
 * Reloads every cached answer that shows a subject which the call changes: at once if it is on the screen, else
 * when it is shown again. Every changing call adds to the audit log.
 */
export function renewAfter(client: QueryClient, { changes }: Pick<Endpoint, 'changes'>): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ meta }) =>
      !!(meta as Query<unknown>['meta'] | undefined)?.reads.some(
        (tag) => tag === 'audit' || changes.includes(tag),
      ),
  });
}

/** Reloads every cached answer of these calls, after a change that no call of this page made. */
export function renewQueries(
  client: QueryClient,
  endpoints: readonly CallName[],
  refetchType?: 'none',
): Promise<void> {
  const names = endpoints.map(nameOfCall);
  return renewMatchingQueries(client, (name) => names.includes(name), refetchType);
}

/**
 * Marks the answers of these calls as stale; they are reloaded when shown next, since open screens get live
 * events anyway.
 */
export function markStale(client: QueryClient, endpoints: readonly CallName[]): Promise<void> {
  return renewQueries(client, endpoints, 'none');
}

/** Reloads the answers of all calls whose name (`nameOfCall`) satisfies `matches`. */
export function renewMatchingQueries(
  client: QueryClient,
  matches: (call: string) => boolean,
  refetchType?: 'none',
): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => matches(queryKey[0] as string),
    refetchType,
  });
}

/** Returns the name of a call as used in keys. */
export const nameOfCall = ({ method, path }: CallName): string => `${method} ${path}`;
