import { afterEach, expect, test, vi } from 'vitest';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { chosenTheme, showTheme, watchTheme } from './chosen-theme.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  showTheme(PortalTheme.standard);
});

test('the look that was chosen stands on this machine', () => {
  showTheme(PortalTheme.elder);
  expect(chosenTheme()).toBe(PortalTheme.elder);
  expect(document.documentElement.dataset.theme).toBe(PortalTheme.elder);
});

test('a browser that refuses all storage to a page in a foreign frame shows it in the usual look', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', new Proxy({}, { get: refuse }));
  expect(chosenTheme()).toBe(PortalTheme.standard);
  showTheme(PortalTheme.elder);
  expect(document.documentElement.dataset.theme).toBe(PortalTheme.elder);
});

test('the look that is chosen in another tab is shown in this one too, as long as it is watched', () => {
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
