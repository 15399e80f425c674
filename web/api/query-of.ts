import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type CallInput, call } from './call.ts';

/** A request to the server with the key of its cached answer, as `useQuery` and `fetchQuery` expect it. */
export interface Query<Answer> {
  queryKey: readonly [call: string, input: object];
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
}

/** A query whose answer is converted for display; the cache keeps the original answer. */
export interface QueryAs<Shown> extends Query<unknown> {
  select(answer: unknown): Shown;
}

export type CallName = Pick<Endpoint, 'method' | 'path'>;

/**
 * Returns the query of a call. Its key consists of the call and all its input, so that equal requests of two
 * screens share the answer, and different ones never do. Keys are never written by hand.
 */
export function queryOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, O>,
  input: CallInput<Endpoint<P, Q, B, O>>,
): Query<z.output<O>> {
  return {
    queryKey: [nameOfCall(endpoint), input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  };
}

/**
 * Returns the same query, with its answer converted by `select`; this function must be stable between
 * renders.
 */
export function queryAs<Answer, Shown>(
  query: Query<Answer>,
  select: (answer: Answer) => Shown,
): QueryAs<Shown> {
  return { ...query, select: select as (answer: unknown) => Shown };
}

/**
 * Reloads every cached answer of these calls: at once if it is on the screen, else when it is shown again.
 */
export function renewQueries(client: QueryClient, endpoints: readonly CallName[]): Promise<void> {
  const names = new Set(endpoints.map(nameOfCall));
  return renewQueriesThat(client, (name) => names.has(name));
}

/**
 * Marks the answers of these calls as stale; they are reloaded when shown next, since open screens get live
 * events anyway.
 */
export function markOld(client: QueryClient, endpoints: readonly CallName[]): Promise<void> {
  const names = new Set(endpoints.map(nameOfCall));
  return renewQueriesThat(client, (name) => names.has(name), 'none');
}

/** Reloads the answers of all calls whose name (`nameOfCall`) satisfies `wanted`. */
export function renewQueriesThat(
  client: QueryClient,
  wanted: (call: string) => boolean,
  refetchType: 'active' | 'none' = 'active',
): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => wanted(String(queryKey[0])), refetchType });
}

/** Returns the name of a call as used in keys. */
export const nameOfCall = ({ method, path }: CallName): string => `${method} ${path}`;
