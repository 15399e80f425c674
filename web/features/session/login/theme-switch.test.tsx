import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LoginResult } from '#contract/session.ts';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { chosenTheme, showTheme } from '#web/api/chosen-theme.ts';
import { storeLogin } from '../sign-in.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

const answer = (theme: LoginResult['theme']): LoginResult => ({
  accessToken: 'token-1',
  loginType: 'password',
  staffId: 'staff-1',
  deviceToken: '',
  theme,
  remembered: false,
  landing: null,
  expiresAt: '',
});

/** Stubs the server and returns the calls that it received; if `isRefusing` is true, all calls fail. */
function serve(isRefusing = false): { path: string; body: unknown }[] {
  const requests: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    requests.push({ path, body: JSON.parse(init.body) });
    const errcode = isRefusing ? 500 : 0;
    return new Response(JSON.stringify({ errcode, code: isRefusing ? 500 : 200, data: {} }));
  });
  return requests;
}

const choose = (name: string) => {
  const { unmount } = render(<ThemeSwitch />);
  fireEvent.click(screen.getByRole('radio', { name }));
  unmount();
};

beforeEach(() => {
  localStorage.clear();
  showTheme(PortalTheme.standard);
});
afterEach(() => vi.unstubAllGlobals());

describe('theme on the login page', () => {
  test('is applied at once, and again when the page is reopened', () => {
    render(<ThemeSwitch />);
    expect(screen.getByRole('radio', { name: '标准版' })).toHaveProperty('checked', true);
    fireEvent.click(screen.getByRole('radio', { name: '长辈版' }));
    expect(document.documentElement.dataset.theme).toBe('elder');
    expect(screen.getByRole('radio', { name: '长辈版' })).toHaveProperty('checked', true);
    expect(chosenTheme()).toBe(PortalTheme.elder);
  });

  test('becomes the choice of the next person who signs in without one, and of no later person', async () => {
    const requests = serve();
    choose('长辈版');
    await storeLogin('', answer(null));
    expect(chosenTheme()).toBe(PortalTheme.elder);
    expect(requests).toEqual([{ path: '/api/preferences', body: { theme: 'elder' } }]);
    await storeLogin('', answer(null));
    expect(chosenTheme()).toBe(PortalTheme.standard);
    expect(requests).toHaveLength(1);
  });

  test('is replaced by the person’s own choice, without changing it', async () => {
    const requests = serve();
    choose('长辈版');
    await storeLogin('', answer('standard'));
    expect(chosenTheme()).toBe(PortalTheme.standard);
    expect(requests).toEqual([]);
    await storeLogin('', answer(null));
    expect(chosenTheme()).toBe(PortalTheme.standard);
  });

  test('is saved at the next sign-in when saving failed, without blocking the sign-in', async () => {
    serve(true);
    choose('长辈版');
    await storeLogin('', answer(null));
    expect(chosenTheme()).toBe(PortalTheme.elder);
    const requests = serve();
    await storeLogin('', answer(null));
    expect(requests).toEqual([{ path: '/api/preferences', body: { theme: 'elder' } }]);
  });

  test('of one person does not apply to the next person without a choice', async () => {
    serve();
    await storeLogin('', answer('elder'));
    expect(chosenTheme()).toBe(PortalTheme.elder);
    await storeLogin('', answer(null));
    expect(chosenTheme()).toBe(PortalTheme.standard);
  });
});
