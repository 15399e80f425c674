import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import type { Tag } from '#contract/tags.ts';
import { queryOf, renewAfter } from './query-of.ts';
import { useMutation } from './use-mutation.ts';

const output = z.object({});
const readEndpoint = (path: string, reads: readonly Tag[]) =>
  endpoint({ method: 'GET', path, summary: '读', reads, output });
const items = readEndpoint('/items', ['items', 'forms']);
const people = readEndpoint('/people', ['accounts']);
const log = readEndpoint('/log', ['audit']);
const regions = readEndpoint('/regions', []);
const publish = endpoint({ method: 'POST', path: '/forms', summary: '发布', changes: ['forms'], output });
const touch = endpoint({ method: 'POST', path: '/touch', summary: '记下', changes: [], output });

let client: QueryClient;
let requests: string[];
let isRefusing: boolean;

beforeEach(async () => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  isRefusing = false;
  requests = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'GET') requests.push(url);
    const errcode = isRefusing && method !== 'GET' ? 40958 : 0;
    return new Response(JSON.stringify({ errcode, errmsg: '数据已变动', data: {} }));
  });
  for (const endpointToRead of [items, people, log, regions])
    await client.prefetchQuery(queryOf(endpointToRead, {}));
  requests = [];
});
afterEach(() => vi.unstubAllGlobals());

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const invalidatedPaths = () =>
  [items, people, log, regions]
    .filter((endpointToRead) => client.getQueryState(queryOf(endpointToRead, {}).queryKey)?.isInvalidated)
    .map(({ path }) => path);
const mutationOf = (...args: Parameters<typeof useMutation>) =>
  renderHook(() => useMutation(...args), { wrapper }).result;

test('a mutation invalidates queries of the changed subject and the audit log, and no others', async () => {
  const mutation = mutationOf(publish);
  const outcome = await act(() => mutation.current.run({}));
  await outcome.renewal;
  expect(outcome).toMatchObject({ kind: 'done' });
  expect(invalidatedPaths()).toEqual(['/items', '/log']);
});

test('a mutation refetches visible queries at once and hidden ones when they are shown', async () => {
  renderHook(() => useQuery(queryOf(items, {})), { wrapper });
  const mutation = mutationOf(publish);
  const outcome = await act(() => mutation.current.run({}));
  await act(() => outcome.renewal);
  expect(requests).toEqual(['/items']);
  expect(invalidatedPaths()).toEqual(['/log']);
  renderHook(() => useQuery(queryOf(log, {})), { wrapper });
  await waitFor(() => expect(requests).toEqual(['/items', '/log']));
});

test('a refusal invalidates nothing, unless the caller declares that the list may be outdated', async () => {
  isRefusing = true;
  const defaultMutation = mutationOf(publish);
  expect(await act(() => defaultMutation.current.run({}))).toMatchObject({ kind: 'failed' });
  expect(invalidatedPaths()).toEqual([]);
  const renewingMutation = mutationOf(publish, { afterFailure: true });
  await act(() => renewingMutation.current.run({}));
  expect(invalidatedPaths()).toEqual(['/items', '/log']);
});

test('an ignored second click invalidates nothing', async () => {
  const mutation = mutationOf(publish);
  const outcomes = await act(async () => Promise.all([mutation.current.run({}), mutation.current.run({})]));
  expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'ignored']);
  await outcomes[1].renewal;
});

test('a call that changes no cached data invalidates only the audit log', async () => {
  await renewAfter(client, touch);
  expect(invalidatedPaths()).toEqual(['/log']);
});

test('an endpoint that does not declare what it reads cannot be cached: it does not compile', () => {
  const undeclared = endpoint({ method: 'GET', path: '/a', summary: '读', output });
  // @ts-expect-error: no `reads`.
  expect(queryOf(undeclared, {}).meta.reads).toBeUndefined();
});
