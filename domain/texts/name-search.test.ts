import { expect, test } from 'vitest';
import { findsName } from './name-search.ts';

const name = '住房和城乡建设局';
const pinyin = 'zhu fang he cheng xiang jian she ju';

test.each([
  '',
  '住房',
  '住建',
  '住建局',
  'zhufang',
  'ZHUFANG',
  'zhu fang',
  'zjj',
  'zfhcxjsj',
  'zhujian',
  '住jian',
  '建设局',
  'jsj',
  ' 住 建 ',
])('finds a name by “%s”', (query) => {
  expect(findsName(query, name, pinyin)).toBe(true);
});

test.each(['建住', '人社', 'hufang', 'zhufangjianz', '住建局局', 'x1'])(
  'does not find a name by “%s”',
  (query) => {
    expect(findsName(query, name, pinyin)).toBe(false);
  },
);

test('finds a name by characters only if its pinyin is not known', () => {
  expect(findsName('住建', name)).toBe(true);
  expect(findsName('zjj', name)).toBe(false);
});

test('finds a name by every reading of its characters', () => {
  for (const query of ['jiaose', 'juese', 'js', 'juse', 'j色'])
    expect(findsName(query, '角色', 'jiao|jue se|shai')).toBe(true);
  expect(findsName('jiaojue', '角色', 'jiao|jue se|shai')).toBe(false);
});

test('finds the brackets of a name in any width', () => {
  expect(findsName('（第2版）', '占道经营（第 2 版）')).toBe(true);
  expect(findsName('(第 2 版', '占道经营（第 2 版）')).toBe(true);
});

test('finds letters and digits of a name', () => {
  expect(findsName('12345', '12345热线', '1 2 3 4 5 re xian')).toBe(true);
  expect(findsName('45rx', '12345热线', '1 2 3 4 5 re xian')).toBe(true);
});
