import { afterEach, expect, it } from 'vitest';
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
