import { expect, test } from 'vitest';
import { WrittenOnce, writeJson } from './written-once.ts';

const model = { title: '登记表 "一"', fields: [{ id: 'a' }, { id: 'b', of: null }] };

test('a value serialised once is written at each place like the plain value', () => {
  const once = new WrittenOnce(model);
  const other = new WrittenOnce(['另一个']);
  const value = { first: once, text: '中文 "x"', rows: [other, 1, once], last: [once] };
  const plain = { first: model, text: '中文 "x"', rows: [['另一个'], 1, model], last: [model] };
  for (const _ of [1, 2]) expect(writeJson(value).toString()).toBe(JSON.stringify(plain));
  expect(JSON.stringify(value)).toBe(JSON.stringify(plain));
});

test('an answer without such values is written as text', () => {
  expect(writeJson({ a: '中' })).toBe('{"a":"中"}');
});

test('a value that cannot be serialised throws and leaves no state behind', () => {
  const loop: Record<string, unknown> = { once: new WrittenOnce(model) };
  loop.self = loop;
  expect(() => writeJson(loop)).toThrow();
  expect(JSON.stringify(new WrittenOnce(model))).toBe(JSON.stringify(model));
});
