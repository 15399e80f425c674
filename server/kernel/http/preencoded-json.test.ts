import { expect, test } from 'vitest';
import { PreencodedJson, writeJson } from './preencoded-json.ts';

const model = { title: '登记表 "一"', fields: [{ id: 'a' }, { id: 'b', of: null }] };

test('a value serialised once is written at each place like the plain value', () => {
  const once = new PreencodedJson(model);
  const other = new PreencodedJson(['另一个']);
  const value = { first: once, text: '中文 "x"', rows: [other, 1, once], last: [once] };
  const plain = { first: model, text: '中文 "x"', rows: [['另一个'], 1, model], last: [model] };
  for (const _ of [1, 2]) expect(writeJson(value).toString()).toBe(JSON.stringify(plain));
  expect(JSON.stringify(value)).toBe(JSON.stringify(plain));
});

test('an answer without such values is written as text', () => {
  expect(writeJson({ a: '中' })).toBe('{"a":"中"}');
});

test('a value that cannot be serialised throws and leaves no state behind', () => {
  const loop: Record<string, unknown> = { once: new PreencodedJson(model) };
  loop.self = loop;
  expect(() => writeJson(loop)).toThrow();
  expect(JSON.stringify(new PreencodedJson(model))).toBe(JSON.stringify(model));
});
