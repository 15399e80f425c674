import { expect, test } from 'vitest';
import { compileForm } from '../forms/compile.ts';
import { checkTitleFields } from './title-fields.ts';

const form = compileForm({
  globalConfig: { code: 'letter', title: '来信', columns: 2, allowEdit: [] },
  schema: {
    fields: [
      { id: 'subject', title: '标题', 'x-component': 'single-line' },
      {
        id: 'secret',
        title: '姓名',
        'x-component': 'single-line',
        'x-secret': true,
        'x-secret-rule': 'name',
      },
      { id: 'sealed', title: '账号', 'x-component': 'single-line', 'x-encryption': true },
      { id: 'papers', title: '附件', 'x-component': 'upload' },
    ],
  },
});
const messages = (ids: readonly string[]) =>
  checkTitleFields(ids, Array.isArray(form) ? [] : [form]).map(({ message }) => message);

test('accepts title fields when at least one can give a text', () => {
  expect(messages(['subject'])).toEqual([]);
  expect(messages(['papers', 'subject'])).toEqual([]);
});

test('rejects title fields that are missing, masked, encrypted, or can only give an empty text', () => {
  expect(messages([])).toEqual(['请选择作为办件标题的字段']);
  expect(messages(['secret'])).toEqual([expect.stringContaining('“姓名”不能作为办件标题')]);
  expect(messages(['sealed', 'papers'])).toEqual([expect.stringContaining('“账号”、“附件”不能作为办件标题')]);
  expect(messages(['gone'])).toEqual(['办件标题所用的字段“gone”不在所选表单中，请重新选择']);
});
