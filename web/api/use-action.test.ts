import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { useAction } from './use-action.ts';

const handle = endpoint({
  method: 'POST',
  path: '/handle',
  summary: '办',
  changes: [],
  body: z.strictObject({ opinion: z.string() }),
  output: z.object({ done: z.boolean() }),
});

afterEach(() => vi.unstubAllGlobals());

/** Answers each request with the next status; returns the keys that were sent. */
function serve(...statuses: number[]): string[] {
  const keys: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: { headers: Record<string, string> }) => {
    keys.push(init.headers['idempotency-key'] ?? '');
    const status = statuses[keys.length - 1] ?? 200;
    const errcode = status === 200 ? 0 : status;
    return new Response(JSON.stringify({ errcode, errmsg: '不行', data: { done: true } }), { status });
  });
  return keys;
}

test('the second click is ignored while the first is still running', async () => {
  const keys = serve();
  const { result } = renderHook(() => useAction(handle));
  const outcomes = await act(async () =>
    Promise.all([
      result.current.run({ body: { opinion: '同意' } }),
      result.current.run({ body: { opinion: '同意' } }),
    ]),
  );
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['done', 'ignored']);
  expect(keys).toHaveLength(1);
});

test('the same input is sent again with the same idempotency key while the outcome is unknown', async () => {
  const keys = serve(503, 200, 200);
  const { result } = renderHook(() => useAction(handle));
  for (let click = 0; click < 3; click++) await act(() => result.current.run({ body: { opinion: '同意' } }));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a refusal or a different input starts a new action with a new idempotency key', async () => {
  const keys = serve(409, 503, 200);
  const { result } = renderHook(() => useAction(handle));
  await act(() => result.current.run({ body: { opinion: '同意' } }));
  await act(() => result.current.run({ body: { opinion: '同意' } }));
  await act(() => result.current.run({ body: { opinion: '不同意' } }));
  expect(new Set(keys).size).toBe(3);
});
