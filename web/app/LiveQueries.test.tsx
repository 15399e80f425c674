import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from '#contract/messages.ts';
import * as live from '#web/api/live-events.ts';
import { nameOfCall } from '#web/api/query-of.ts';
import { LiveQueries } from './LiveQueries.tsx';

vi.mock('#web/api/live-events.ts', () => {
  const listeners = new Map<string, (id: string) => void>();
  return {
    subscribeLiveEvents: (name: string, listener: (id: string) => void) => {
      listeners.set(name, listener);
      return () => listeners.delete(name);
    },
    subscribeOrderEvents: () => () => undefined,
    deliverForTest: (name: string) => listeners.get(name)?.('1'),
  };
});

const { deliverForTest } = live as unknown as {
  deliverForTest: (name: live.LiveEventName) => void;
};
const requests = vi.fn(async () => 'answer');
let client: QueryClient;

beforeEach(async () => {
  vi.useFakeTimers();
  requests.mockClear();
  client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <LiveQueries />
    </QueryClientProvider>,
  );
  // The code is normally loaded with the first event; load it now, so that only the clock decides.
  await import('./live-renewals.ts');
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => {
    const cachedQuery = { queryKey: [nameOfCall(messages.newest), {}] };
    if (filters?.predicate?.(cachedQuery as never)) await requests();
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('one event triggers a query at once', async () => {
  deliverForTest('message');
  await vi.advanceTimersByTimeAsync(60);
  expect(requests).toHaveBeenCalledTimes(1);
});

test('a clock that is set back does not stop the queries', async () => {
  deliverForTest('message');
  await vi.advanceTimersByTimeAsync(60);
  vi.setSystemTime(Date.now() - 3_600_000);
  deliverForTest('message');
  await vi.advanceTimersByTimeAsync(1100);
  expect(requests).toHaveBeenCalledTimes(2);
});

test('many events trigger at most one query a second for each screen, including one for the last event', async () => {
  for (let count = 0; count < 40; count += 1) {
    deliverForTest('message');
    await vi.advanceTimersByTimeAsync(75);
  }
  expect(requests.mock.calls.length).toBeLessThanOrEqual(4);
  const before = requests.mock.calls.length;
  deliverForTest('message');
  await vi.advanceTimersByTimeAsync(1100);
  expect(requests.mock.calls.length).toBe(before + 1);
});
