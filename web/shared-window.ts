import { afterAll, vi } from 'vitest';
import { recordLeftovers, removeLeftovers } from './test-leftovers.ts';

// The test files of a worker share a window and the packages, whose loading costs more than their tests. Each file
// begins with new modules of the app, with nothing stored and nothing that another file has left.

// A file may ask for an environment without a window.
const hasWindow = typeof document !== 'undefined';
if (hasWindow) recordLeftovers();

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await vi.dynamicImportSettled();
  vi.resetModules();
  if (!hasWindow) return;
  removeLeftovers();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.title = '';
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  document.body.replaceChildren();
});
