import { expect, test } from 'vitest';
import { beginningOfAnswer, shownAnswerLength } from './answer-text.ts';

/** Returns a list of lists with the number of levels. */
function nested(levels: number): unknown {
  let list: unknown[] = [];
  for (let level = 1; level < levels; level += 1) list = [list];
  return list;
}

test.each<[string, unknown]>([
  ['a short one', { errcode: 0, data: [{ value: '1', label: '甲' }, null, 1.5, true, {}, []] }],
  ['a long text', { a: '文'.repeat(10_000), b: 1 }],
  ['many entries', Array.from({ length: 10_000 }, () => 1)],
  ['many members', Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, []]))],
  ['deep lists', nested(500)],
  ['a member of the name __proto__', JSON.parse('{"__proto__":{"a":1},"b":2}')],
  ['no object', '无'],
])('the beginning of %s is that of its whole text', (_, json) => {
  expect(beginningOfAnswer(json)).toBe(JSON.stringify(json, null, 2).slice(0, shownAnswerLength));
});

test('of a million lists in each other only the beginning is read', () => {
  expect(beginningOfAnswer(nested(1_000_000))).toHaveLength(shownAnswerLength);
});

test('of long lists only the entries are read that are shown', () => {
  let reads = 0;
  const counting = new Proxy(
    Array.from({ length: 100_000 }, () => 0),
    {
      get(list, name, receiver) {
        if (name !== 'length') reads += 1;
        return Reflect.get(list, name, receiver);
      },
    },
  );
  beginningOfAnswer({ data: counting });
  expect(reads).toBeLessThanOrEqual(shownAnswerLength);
});
