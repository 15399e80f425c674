import { expect, test } from 'vitest';
import { initialTemplate, unfilledParts } from './initial-template.ts';
import { checkItemDocument } from './item-document.ts';
import { knownFacts } from './order-facts.ts';

test.each(['official', 'letter', 'sheet'] as const)(
  'a new document template (%s) uses only facts that every item has',
  (shape) => {
    const template = initialTemplate(shape, { code: 'new-paper', name: '告知书' });
    expect(checkItemDocument({ template, places: [] }, knownFacts([], { nodes: {} }), { nodes: {} })).toEqual(
      [],
    );
    expect(template).toMatchObject({ look: shape, name: '告知书', code: 'new-paper' });
  },
);

test.each([
  ['official', ['template.body[2]', '“（填写基本情况）”尚未填写，请换成正式内容']],
  ['letter', ['template.body[1]', '“（填写告知的内容）”尚未填写，请换成正式内容']],
  ['sheet', undefined],
] as const)(
  'a placeholder text in a new document template (%s) is reported as unfilled',
  (shape, expected) => {
    const unfilled = unfilledParts(initialTemplate(shape, { code: 'new-paper', name: '告知书' }));
    expect(unfilled.map(({ field, message }) => [field, message])).toEqual(expected ? [expected] : []);
  },
);
