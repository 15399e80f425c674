import { afterEach, expect, it, vi } from 'vitest';
import { focusControl } from './use-form.ts';

afterEach(() => document.body.replaceChildren());

it.each([
  ['a control', '<input id="place">', 'place'],
  ['the control inside the element', '<div id="place"><input id="box" type="radio"></div>', 'box'],
  [
    'the first control that is not disabled',
    '<div id="place"><button disabled></button><a id="way" href="#x">x</a></div>',
    'way',
  ],
  ['the element around a disabled control', '<div id="place"><input disabled></div>', 'place'],
  ['an element that contains only text', '<div id="place">县住建局</div>', 'place'],
])('focuses %s', (_what, markup, focused) => {
  document.body.innerHTML = markup;
  focusControl('place');
  expect(document.activeElement?.id).toBe(focused);
});

it.each([
  ['the head of the problems, if both fit', 100, 'summary start'],
  ['the control below the line that counts them, if it is far below them', 3000, 'place start 96px'],
  ['the control above them', -100, 'place center'],
])('scrolls to %s', (_what, below, expected) => {
  document.body.innerHTML = '<div id="summary" data-problems></div><input id="place">';
  const scrolled: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('[id]')) {
    const top = element.id === 'place' ? below : 0;
    element.getBoundingClientRect = () => new DOMRect(0, top, 100, 30);
    element.getClientRects = () => [new DOMRect()] as never;
    element.scrollIntoView = vi.fn((options) => {
      const { block } = options as ScrollIntoViewOptions;
      scrolled.push(`${element.id} ${block} ${element.style.scrollMarginTop}`.trim());
    });
  }
  focusControl('place');
  expect(scrolled).toEqual([expected]);
});
