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

// The function of jsdom needs one interval, which stops when a test sets the clock or the leftovers are removed.
globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 16));
globalThis.cancelAnimationFrame = (id) => clearTimeout(id);

// jsdom refuses pseudo-elements, which are requested only to measure scroll bars.
const { getComputedStyle } = globalThis;
const styleOfElement = (element: Element) => getComputedStyle(element);
// Files that share a window need it once; a file may ask for an environment without a window.
if (typeof document !== 'undefined' && getComputedStyle.name !== styleOfElement.name)
  globalThis.getComputedStyle = styleOfElement;

afterEach(cleanup);
