import { afterEach, expect, test, vi } from 'vitest';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { chosenTheme, showTheme, watchTheme } from './chosen-theme.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  showTheme(PortalTheme.standard);
});

test('the chosen theme is stored in this browser', () => {
  showTheme(PortalTheme.elder);
  expect(chosenTheme()).toBe(PortalTheme.elder);
  expect(document.documentElement.dataset.theme).toBe(PortalTheme.elder);
});

test('a page in a foreign frame without access to storage is shown in the default theme', () => {
  const throwDenied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', new Proxy({}, { get: throwDenied }));
  expect(chosenTheme()).toBe(PortalTheme.standard);
  showTheme(PortalTheme.elder);
  expect(document.documentElement.dataset.theme).toBe(PortalTheme.elder);
});

test('a theme chosen in another tab is applied in this tab while it is watched', () => {
  const listener = vi.fn();
  const stop = watchTheme(listener);
  localStorage.setItem('banjian.theme', PortalTheme.elder);
  dispatchEvent(new StorageEvent('storage', { key: 'elsewhere' }));
  expect(listener).not.toHaveBeenCalled();
  dispatchEvent(new StorageEvent('storage', { key: 'banjian.theme' }));
  expect(listener).toHaveBeenCalledOnce();
  expect(document.documentElement.dataset.theme).toBe(PortalTheme.elder);
  stop();
  dispatchEvent(new StorageEvent('storage', { key: 'banjian.theme' }));
  expect(listener).toHaveBeenCalledOnce();
});
