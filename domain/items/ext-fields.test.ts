import { describe, expect, it } from 'vitest';
import { compileForm } from '../forms/compile.ts';
import { checkExtFields, type ExtField, extFieldValues } from './ext-fields.ts';

const form = compileForm({
  globalConfig: { code: 'letter', title: '来信', columns: 1, allowEdit: [] },
  schema: {
    fields: [
      { id: 'section', title: '一', 'x-component': 'heading' },
      { id: 'channel', title: '形式', 'x-component': 'single-line' },
      {
        id: 'people',
        title: '人员',
        'x-component': 'table',
        columns: [{ id: 'name', title: '姓名', 'x-component': 'single-line' }],
      },
    ],
  },
});
if (Array.isArray(form)) throw new Error('The form of this test does not compile');

describe('extra fields of an item (S1 §3 extFields)', () => {
  it('refer to a field with a single value or to a fact of the order', () => {
    const check = (ext: unknown, unchosen: string[] = []) =>
      checkExtFields([ext as ExtField], { forms: [form], unchosen: new Set(unchosen) }).map(
        ({ message }) => message,
      );
    expect(check({ label: '形式', field: 'letter.channel' })).toEqual([]);
    expect(check({ label: '发起人', fact: 'initiatorName' })).toEqual([]);
    expect(check({ label: '形式', field: 'letter.gone' })).toEqual([
      '扩展信息“形式”：表单“来信”没有字段“gone”',
    ]);
    expect(check({ label: '形式', field: 'other.channel' })).toEqual(['扩展信息“形式”：没有表单“other”']);
    expect(check({ label: '形式', field: 'letter.channel' }, ['letter'])).toEqual([
      '扩展信息“形式”：事项没有选择表单“来信”',
    ]);
    expect(check({ label: '一', field: 'letter.section' })).toEqual(['扩展信息“一”：字段“一”没有单一的值']);
    expect(check({ label: '一', field: 'letter.people' })).toEqual(['扩展信息“一”：字段“人员”没有单一的值']);
    expect(check({ label: '一', fact: 'constructor' })).toEqual(['扩展信息“一”：没有办件信息“constructor”']);
  });

  it('appear in the order of the item, without values that are empty or hidden from the reader', () => {
    const extFields: ExtField[] = [
      { label: '来信形式', field: 'letter.channel' },
      { label: '暗处', field: 'letter.hidden' },
      { label: '当前环节', fact: 'nodeName' },
      { label: '发起人', fact: 'initiatorName' },
    ];
    const texts: Record<string, string> = { 'letter.channel': '来访' };
    const facts = { initiatorName: '张伟', serveType: '窗口', nodeName: '', secondBatch: '否' };
    expect(extFieldValues(extFields, { facts, fieldText: (path) => texts[path] })).toEqual([
      { label: '来信形式', value: '来访' },
      { label: '发起人', value: '张伟' },
    ]);
  });
});
