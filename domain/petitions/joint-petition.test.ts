import { expect, test } from 'vitest';
import { maxJointPetitioners, readJointPetitioners } from './joint-petition.ts';

const row = (number: number, values: Record<string, string | null>) => ({ row: number, values });
const leader = row(2, {
  name: '童秀英',
  certCode: '11010519491231002x',
  mobile: '13800000000',
  isRepresentative: '是',
});

test('a list of names is read with its representatives, numbers in their usual form', () => {
  const { people, problems } = readJointPetitioners([leader, row(3, { name: '方国强' })], 5);
  expect(problems).toEqual([]);
  expect(people).toEqual([
    { name: '童秀英', certCode: '11010519491231002X', mobile: '13800000000', isRepresentative: true },
    { name: '方国强', certCode: '', mobile: '', isRepresentative: false },
  ]);
});

test('all problems of a list are reported: wrong numbers, the same person twice, the representatives', () => {
  const people = [leader, { ...leader, row: 3 }, row(4, { name: '方', certCode: '123', mobile: '12' })];
  const { problems } = readJointPetitioners(people, 1);
  expect(problems.map(({ row: at, column }) => `${at} ${column}`)).toEqual([
    '3 居民身份证号',
    '4 居民身份证号',
    '4 手机号码',
    '0 代表人',
  ]);
  expect(problems.at(-1)?.message).toBe('推选了 2 名代表人，不得超过 1 人');
});

test('a list needs a representative, and has a limit', () => {
  const many = Array.from({ length: maxJointPetitioners + 1 }, (_, index) => row(index + 2, { name: '方' }));
  expect(readJointPetitioners(many, 5).problems.map(({ message }) => message)).toEqual([
    '名单不能超过 1000 人',
    '请推选代表人，在该列填“是”',
  ]);
});
