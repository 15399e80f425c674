import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What is drawn in steps yields to others between them, which on a busy machine takes its time.
configure({ asyncUtilTimeout: 30_000 });

// What the component library asks of a browser and jsdom does not have.
globalThis.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) as MediaQueryList;

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// jsdom refuses pseudo-elements, which are asked for only to measure scroll bars.
const { getComputedStyle } = globalThis;
globalThis.getComputedStyle = (element) => getComputedStyle(element);

afterEach(cleanup);
