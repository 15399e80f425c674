import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileForm } from '../forms/compile.ts';
import type { CompiledForm } from '../forms/compiled-form.ts';
import {
  checkPetitionFields,
  type PetitionFields,
  petitionChoices,
  repeatsUnfinishedOrder,
} from './petition-fields.ts';

const model = JSON.parse(readFileSync('server/seeds/data/forms/petition-letter.json', 'utf8'));
const forms = [compileForm(model) as CompiledForm];
const fields: PetitionFields = {
  date: 'petition-letter.letterDate',
  channel: 'petition-letter.channel',
  problem: ['petition-letter.problemCategory', 'petition-letter.problemKind'],
  original: { field: 'petition-letter.originalCode', beside: { 'petition-letter.isRepeat': 'yes' } },
};

describe('petition fields of an item', () => {
  test('must be fields of its forms, of a searchable kind', () => {
    expect(checkPetitionFields(fields, { forms })).toEqual([]);
  });

  test('report all problems at once: missing, of another kind, secret', () => {
    const invalid = {
      ...fields,
      date: 'petition-letter.summary',
      channel: 'other.channel',
      problem: ['petition-letter.representatives'],
    };
    expect(checkPetitionFields(invalid, { forms }).map(({ message }) => message)).toEqual([
      '历史信访：字段“来信摘要”不能用于查询',
      '历史信访：没有表单“other”',
      '历史信访：字段“代表人”不能用于查询',
    ]);
  });
});

test('the options of the cascader follow the linkage of the form (S1 §3 probCls)', () => {
  const { channel, problem } = petitionChoices(fields, forms);
  expect(channel.map(({ value }) => value)).toContain('leader-mailbox');
  expect(problem.find(({ value }) => value === 'labour')?.children.map(({ label }) => label)).toEqual([
    '拖欠工资',
    '社会保险',
    '工伤认定',
  ]);
  expect(problem.find(({ value }) => value === 'other')?.children).toEqual([]);
});

describe('repetition of an unfinished order', () => {
  const original = { field: 'petition-letter.originalCode', beside: { 'petition-letter.isRepeat': 'yes' } };
  const contentsWith = (isRepeat: string, originalCode: string) => ({
    'petition-letter': { isRepeat, originalCode },
  });
  const code = '2026000001';

  test.each([
    [
      'names the order and is marked as a repetition',
      { ...original, unfinished: true },
      contentsWith('yes', code),
      true,
    ],
    ['names another order', { ...original, unfinished: true }, contentsWith('yes', '2026000002'), false],
    ['is marked as no repetition', { ...original, unfinished: true }, contentsWith('no', code), false],
    ['has no content', { ...original, unfinished: true }, {}, false],
    [
      'belongs to an item without the setting for unfinished orders',
      original,
      contentsWith('yes', code),
      false,
    ],
    [
      'belongs to an item without a field for the original order',
      undefined,
      contentsWith('yes', code),
      false,
    ],
  ])('is detected only in the right form: one that %s', (_, fields, contents, expected) => {
    expect(repeatsUnfinishedOrder(fields, contents, code)).toBe(expected);
  });
});
