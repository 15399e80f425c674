import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shell } from '#contract/shell.ts';
import { Page } from './Page.tsx';
import { useReturnPath } from './use-return-path.ts';

const settings = {
  embedOrigins: ['https://oa.gov.cn'],
  linkOrigins: ['https://oa.gov.cn'],
  petitionItem: null,
  petitionUnset: null,
  portalOrigin: null,
  thirdApps: [],
};

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.startsWith(shell.settings.path)
      ? Response.json({ errcode: 0, code: 200, data: settings })
      : Response.json({ errcode: 404 }, { status: 404 }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.history.replaceState(null, '');
});

function Screen() {
  return (
    <Page title="某页" {...useReturnPath('/todo')}>
      内容
    </Page>
  );
}

/** Opens the screen at its address, with another one before it. */
function open(query: Record<string, string> = {}) {
  const router = createMemoryRouter(
    [
      { path: '/page', element: <Screen /> },
      { path: '*', element: <p>另一个页面</p> },
    ],
    { initialEntries: ['/before', `/page?${new URLSearchParams(query)}`] },
  );
  render(
    <App>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </App>,
  );
  return router;
}

const goBack = () => fireEvent.click(screen.getByRole('button', { name: '返回' }));
const withHistory = () => window.history.replaceState({ idx: 1 }, '');

/** Embeds the portal in a fake application and records the messages that it receives, with their origins. */
function embedInFakeApplication(): { messages: unknown[][] } {
  const messages: unknown[][] = [];
  vi.stubGlobal('parent', { postMessage: (...message: unknown[]) => messages.push(message) });
  return { messages };
}

describe('back arrow with an entry in the address (S2 §2)', () => {
  it('replaces the page for _self, regardless of the history', async () => {
    withHistory();
    const router = open({ backUrl: '/done?page=2', backTitle: '已办', backTarget: '_self' });
    expect(screen.getByRole('link', { name: '已办' }).getAttribute('href')).toBe('/done?page=2');
    goBack();
    await screen.findByText('另一个页面');
    expect(router.state.location).toMatchObject({ pathname: '/done', search: '?page=2' });
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('opens an entry without a target in the same tab, and keeps the page in the history', async () => {
    const router = open({ backUrl: '/done' });
    goBack();
    await screen.findByText('另一个页面');
    expect(router.state.historyAction).toBe('PUSH');
  });

  it('opens an entry with _blank in a new tab without access to this one', () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null);
    const router = open({ backUrl: '/done', backTitle: '已办', backTarget: '_blank' });
    expect(screen.getByRole('link', { name: '已办' }).getAttribute('target')).toBe('_blank');
    goBack();
    expect(openWindow).toHaveBeenCalledWith('/done', '_blank', 'noopener');
    expect(router.state.location.pathname).toBe('/page');
  });

  it('leaves the portal only to allowed origins', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null);
    open({ backUrl: 'https://oa.gov.cn/desk', backTitle: '办公平台', backTarget: '_blank' });
    expect((await screen.findByRole('link', { name: '办公平台' })).getAttribute('href')).toBe(
      'https://oa.gov.cn/desk',
    );
    goBack();
    expect(openWindow).toHaveBeenCalledWith('https://oa.gov.cn/desk', '_blank', 'noopener');
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', 'done'])(
    'ignores the invalid entry %s',
    async (backUrl) => {
      const openWindow = vi.spyOn(window, 'open').mockReturnValue(null);
      const router = open({ backUrl, backTitle: '去别处', backTarget: '_blank' });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(screen.queryByRole('link', { name: '去别处' })).toBeNull();
      goBack();
      await screen.findByText('另一个页面');
      expect(openWindow).not.toHaveBeenCalled();
      expect(router.state.location.pathname).toBe('/todo');
    },
  );
});

describe('back arrow without an entry (S2 §2)', () => {
  it('closes a separate window', () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => vi.stubGlobal('closed', true));
    const router = open({ actionTarget: '_blank' });
    goBack();
    expect(close).toHaveBeenCalled();
    expect(router.state.location.pathname).toBe('/page');
  });

  it('goes back in history', async () => {
    withHistory();
    const router = open();
    goBack();
    await screen.findByText('另一个页面');
    expect(router.state.location.pathname).toBe('/before');
  });

  it('also notifies the embedding application, only at its configured origin', async () => {
    const { messages } = embedInFakeApplication();
    withHistory();
    open();
    goBack();
    await waitFor(() => expect(messages).toHaveLength(1));
    expect(messages[0]).toEqual([
      { source: 'banjian', type: 'back', path: window.location.pathname },
      'https://oa.gov.cn',
    ]);
  });

  it('only notifies the embedding application when there is no history', async () => {
    const { messages } = embedInFakeApplication();
    const router = open();
    goBack();
    await waitFor(() => expect(messages).toHaveLength(1));
    expect(screen.queryByText('请配置导航返回地址')).toBeNull();
    expect(router.state.location.pathname).toBe('/page');
  });

  it('shows 请配置导航返回地址 when nothing is configured (S1 §8)', async () => {
    settings.embedOrigins = [];
    const { messages } = embedInFakeApplication();
    open();
    goBack();
    expect(await screen.findByText('请配置导航返回地址')).toBeDefined();
    expect(messages).toEqual([]);
    settings.embedOrigins = ['https://oa.gov.cn'];
  });

  it('opens the list that the page belongs to in a window of the portal', async () => {
    const router = open();
    goBack();
    await screen.findByText('另一个页面');
    expect(router.state.location.pathname).toBe('/todo');
  });
});
