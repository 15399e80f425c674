import { expect, test } from 'vitest';
import { checkItemDocument } from './item-document.ts';
import { knownFacts } from './order-facts.ts';
import { templateStart } from './template-starts.ts';

test.each(['official', 'letter', 'sheet'] as const)(
  'a new paper (%s) stands on what every item has',
  (look) => {
    const template = templateStart(look, { code: 'new-paper', name: '告知书' });
    expect(checkItemDocument({ template, places: [] }, knownFacts([], { nodes: {} }), { nodes: {} })).toEqual(
      [],
    );
    expect(template).toMatchObject({ look, name: '告知书', code: 'new-paper' });
  },
);
