import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { ParentNotifier } from './ParentNotifier.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the embedding application is notified when a screen changes and when the portal is left (S2 §2)', async () => {
  const data = {
    embedOrigins: ['https://oa.gov.cn'],
    linkOrigins: [],
    petitionItem: null,
    petitionUnset: null,
    portalOrigin: null,
    thirdApps: [],
  };
  const requests = vi.fn(async () => Response.json({ errcode: 0, code: 200, data }));
  vi.stubGlobal('fetch', requests);
  const notifications: unknown[][] = [];
  vi.stubGlobal('parent', { postMessage: (...message: unknown[]) => notifications.push(message) });
  const router = createMemoryRouter([{ path: '*', element: <ParentNotifier /> }], {
    initialEntries: ['/todo'],
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(() => router.navigate('/todo?tab=all'));
  await waitFor(() => expect(requests).toHaveBeenCalledTimes(1));
  expect(notifications).toEqual([]);
  await act(() => router.navigate('/done'));
  await waitFor(() => expect(notifications).toHaveLength(1));
  dispatchEvent(new Event('pagehide'));
  // A closing page has no time for another request.
  await act(async () => undefined);
  expect(requests).toHaveBeenCalledTimes(1);
  expect(notifications).toEqual([
    [{ source: 'banjian', type: 'leave', path: '/todo', to: '/done' }, 'https://oa.gov.cn'],
    [{ source: 'banjian', type: 'leave', path: '/done', to: null }, 'https://oa.gov.cn'],
  ]);
});
