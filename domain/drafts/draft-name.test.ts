import { expect, it } from 'vitest';
import { draftExcerpt, draftName } from './draft-name.ts';

const long = '三号楼电梯停运两周，老人出行困难，物业一直没有派人来修理。';

it.each([
  ['a title', { title: '电梯停运', excerpt: long }, '电梯停运', long],
  ['first words', { title: '', excerpt: '三号楼电梯停运' }, '群众来信办理：三号楼电梯停运', ''],
  [
    'long words',
    { title: '', excerpt: long },
    '群众来信办理：三号楼电梯停运两周，老人出行困难，物业一…',
    long,
  ],
  ['the name of its item', { title: '群众来信办理', excerpt: '' }, '群众来信办理：未填写标题', ''],
  ['nothing', { title: '', excerpt: '' }, '群众来信办理：未填写标题', ''],
])('names a draft with %s', (_, row, name, rest) => {
  const draft = { ...row, itemName: '群众来信办理' };
  expect(draftName(draft)).toBe(name);
  expect(draftExcerpt(draft)).toBe(rest);
});
