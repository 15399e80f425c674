import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Content drawn in several steps yields to other work in between, which takes time on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// Browser functions that the component library needs and jsdom lacks.
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

// jsdom refuses pseudo-elements, which are requested only to measure scroll bars.
const { getComputedStyle } = globalThis;
globalThis.getComputedStyle = (element) => getComputedStyle(element);

afterEach(cleanup);
