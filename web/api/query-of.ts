import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Endpoint, Readable } from '#contract/endpoint.ts';
import type { Tag } from '#contract/tags.ts';
import { type CallInput, call } from './call.ts';

/** A request to the server with the key of its stored answer, as `useQuery` and `fetchQuery` take it. */
export interface Query<Answer> {
  queryKey: readonly [call: string, input: object];
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  /** Subjects of the answer, which the cache keeps beside it. */
  meta: { reads: readonly Tag[] };
}

/** A query whose answer is shown in another shape; the cache keeps the answer as it came. */
export interface QueryAs<Shown> extends Query<unknown> {
  select(answer: unknown): Shown;
}

export type CallName = Pick<Endpoint, 'method' | 'path'>;

/**
 * The query of a call. The key is the call and everything that is sent with it, so that two screens which ask the same
 * share the answer and none is ever shown the answer to another question. No key is written by hand.
 */
export function queryOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, O> & Readable,
  input: CallInput<Endpoint<P, Q, B, O>>,
): Query<z.output<O>> {
  return {
    queryKey: [nameOfCall(endpoint), input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    meta: { reads: endpoint.reads },
  };
}

/** The same query, its answer shown as `select` makes it; give a function that stays the same between renders. */
export function queryAs<Answer, Shown>(
  query: Query<Answer>,
  select: (answer: Answer) => Shown,
): QueryAs<Shown> {
  return { ...query, select: select as (answer: unknown) => Shown };
}

/**
 * Makes every kept answer load anew that shows a subject which the call changes: at once where it is on the screen, else
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

/** Does the same to every kept answer of these calls, for changes that no call of this page made. */
export function renewQueries(
  client: QueryClient,
  endpoints: readonly CallName[],
  refetchType?: 'none',
): Promise<void> {
  const names = endpoints.map(nameOfCall);
  return renewQueriesThat(client, (name) => names.includes(name), refetchType);
}

/**
 * Marks the answers of these calls as old; they are loaded again when they are next shown, as open screens follow the
 * server anyway.
 */
export function markOld(client: QueryClient, endpoints: readonly CallName[]): Promise<void> {
  return renewQueries(client, endpoints, 'none');
}

/** The same for the calls of which `wanted` says so by their names (`nameOfCall`). */
export function renewQueriesThat(
  client: QueryClient,
  wanted: (call: string) => boolean,
  refetchType?: 'none',
): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => wanted(queryKey[0] as string),
    refetchType,
  });
}

/** Returns the name of a call in keys. */
export const nameOfCall = ({ method, path }: CallName): string => `${method} ${path}`;
