import { afterEach, expect, test, vi } from 'vitest';
import { PortalTheme } from '#domain/enumerations/portal-theme.ts';
import { chosenTheme, showTheme } from './chosen-theme.ts';

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
