import { afterEach, expect, it } from 'vitest';
import { focusControl } from './use-form.ts';

afterEach(() => document.body.replaceChildren());

it.each([
  ['a control', '<input id="place">', 'place'],
  ['the control within', '<div id="place"><input id="box" type="radio"></div>', 'box'],
  [
    'the first that is not locked',
    '<div id="place"><button disabled></button><a id="way" href="#x">x</a></div>',
    'way',
  ],
  ['the place of a control that a rule has locked', '<div id="place"><input disabled></div>', 'place'],
  ['the place of a text', '<div id="place">县住建局</div>', 'place'],
])('focuses %s', (_what, markup, focused) => {
  document.body.innerHTML = markup;
  focusControl('place');
  expect(document.activeElement?.id).toBe(focused);
});
