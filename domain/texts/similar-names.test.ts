import { expect, test } from 'vitest';
import { problemOfInvisible, problemOfSimilarName, similarNameOf } from './similar-names.ts';

test.each([
  ['窗口\u200d人员', '窗口人员'],
  ['Ａb', 'Ab'],
  ['…AB', '...ab'],
  ['窗口 人员', '窗口人员'],
  ['岗位①', '岗位1'],
  ['Handler', 'handler'],
])('“%s” looks like “%s”, and a text is not similar to itself', (name, other) => {
  expect(similarNameOf(name, ['别的', other])).toBe(other);
  expect(similarNameOf(other, [other])).toBeUndefined();
  expect(problemOfSimilarName(name, [other], '名称')).toBe(`名称与已有的“${other}”外观相同，请更换`);
});

test('names that differ visibly are not similar', () => {
  expect(similarNameOf('窗口人员', ['窗口人', '窗口人员甲', '经办人'])).toBeUndefined();
});

test('invisible characters are a problem, but not the variation selector of a rare character', () => {
  expect(problemOfInvisible('张\u200b三', '姓名')).toBe('姓名不能含有不可见的字符');
  expect(problemOfInvisible('葛\u{e0100}三', '姓名')).toBeUndefined();
  expect(problemOfInvisible('张三', '姓名')).toBeUndefined();
});
