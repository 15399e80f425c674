import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, waitFor } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { createContext, type ReactNode, useContext } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, vi } from 'vitest';
import { LeaveGuards } from '#web/toolkit/page/LeaveGuards.tsx';

export interface SentCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}
/** The server's answers: the `data` of its envelope, or a whole response for a refusal. */
export type Answers = Readonly<Record<string, (call: SentCall) => unknown>>;

/**
 * Answers calls by `METHOD /path`; returns the list of sent calls. An unexpected call is answered
 * by 404.
 */
export function answerCalls(answers: Answers): SentCall[] {
  const sent: SentCall[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const url = new URL(input, 'http://portal.test');
    const method = init.method ?? 'GET';
    const headers = new Headers(init.headers);
    const isText = headers.get('content-type')?.startsWith('text/') ?? false;
    const body = typeof init.body === 'string' && !isText ? JSON.parse(init.body) : init.body;
    const call = { method, path: url.pathname, query: url.searchParams, body, headers };
    sent.push(call);
    const answer = answers[`${method} ${url.pathname}`];
    if (answer === undefined)
      return Response.json({ errcode: 404, errmsg: '未找到对应的数据' }, { status: 404 });
    const data = await answer(call);
    return data instanceof Response ? data : Response.json({ errcode: 0, code: 200, data });
  });
  return sent;
}

export function refuseWith(errcode: number, errmsg: string, problems?: unknown): Response {
  return Response.json({ errcode, errmsg, problems }, { status: 409 });
}

const Content = createContext<ReactNode>(null);
function Part() {
  return <LeaveGuards>{useContext(Content)}</LeaveGuards>;
}

/** Mounts a component with the context of a screen; `router` starts at `/` and can navigate. */
export function renderPart(part: ReactNode, path = '/', address = path) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path, element: <Part /> },
      { path: '*', element: <p>另一个页面</p> },
    ],
    { initialEntries: [address] },
  );
  const withContext = (content: ReactNode) => (
    <ConfigProvider button={{ autoInsertSpace: false }}>
      <App>
        <QueryClientProvider client={client}>
          <Content value={content}>
            <RouterProvider router={router} />
          </Content>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
  const result = render(withContext(part));
  return { ...result, router, update: (next: ReactNode) => result.rerender(withContext(next)) };
}

/**
 * Presses a button again: it accepts no press while its loading icon is shown, even if the result is already
 * visible.
 */
export async function pressAgain(find: () => HTMLElement): Promise<void> {
  await waitFor(() => expect(find().className).not.toContain('ant-btn-loading'));
  fireEvent.click(find());
}
