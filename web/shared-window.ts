import { afterAll, vi } from 'vitest';

// For test files that share a window: each begins with new modules of the app and with nothing stored.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
  // A file may ask for an environment without a window.
  if (typeof document === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.title = '';
  document.body.replaceChildren();
});
