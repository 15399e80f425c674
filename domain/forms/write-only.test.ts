import { describe, expect, it } from 'vitest';
import { formFacts, knownFormFacts } from '../documents/form-facts.ts';
import { mask, writeOnlyRule } from '../sensitive/masks.ts';
import { fullAuthority } from './authority.ts';
import { compileNewForm } from './compile-new.ts';
import { maskForm } from './mask.ts';
import { mergeSubmission } from './merge.ts';
import type { FieldModel } from './model.ts';
import { removedProtections } from './protection.ts';
import { buildForm, buildModel } from './test-forms.ts';
import { textOfForm } from './text.ts';
import { validateForm } from './validate.ts';
import { withoutWriteOnlyValues } from './write-only.ts';

const word: FieldModel = { id: 'word', title: '口令', 'x-component': 'password', required: true };
const note: FieldModel = { id: 'note', title: '备注', 'x-component': 'single-line' };
const table: FieldModel = { id: 'list', title: '清单', 'x-component': 'table', columns: [word, note] };
const form = buildForm([word, table]);
const stored = { word: 'geheim', list: [{ word: 'secret', note: '甲' }] };
const given = mask(writeOnlyRule, 'geheim');

describe('password', () => {
  it('leaves the server for no reader, and shows no length', () => {
    for (const mayReveal of [false, true]) {
      const shown = maskForm(form, stored, { mayReveal, pending: { word: 'geheim' } });
      expect(JSON.stringify(shown)).not.toMatch(/geheim|secret/);
      expect(shown.masked).toEqual(['word', 'list[0].word']);
    }
    expect(mask(writeOnlyRule, 'a')).toBe(given);
  });

  it('is in no text, document or draft', () => {
    expect(JSON.stringify(textOfForm(form, stored))).not.toMatch(/geheim|secret/);
    for (const sensitive of ['clear', 'masked'] as const)
      expect(formFacts(form, stored, fullAuthority, sensitive)).toEqual({
        word: '********',
        list: [{ word: '********', note: '甲' }],
      });
    expect(knownFormFacts(form)).toEqual({ values: [], lists: [['表单.test.list', ['note']]] });
    expect(withoutWriteOnlyValues(form, stored)).toEqual({ list: [{ note: '甲' }] });
  });

  it('is always encrypted', () => {
    const [field, list] = form.fields;
    expect([field?.encrypted, list?.columns[0]?.encrypted]).toEqual([true, true]);
  });

  it('is kept by its mask, replaced by a typed one, also by asterisks, and removed', () => {
    const merged = (value: unknown) =>
      mergeSubmission(form, stored, { word: value }, fullAuthority).values.word;
    expect([merged(given), merged('******'), merged('********'), merged('')]).toEqual([
      'geheim',
      '******',
      '********',
      '',
    ]);
    const problems = (value: unknown) =>
      validateForm(form, { word: value, list: [] }, fullAuthority, { now: new Date(0) });
    expect(problems('')).toEqual([{ field: 'word', message: '口令不能为空' }]);
    expect(problems('geheim')).toEqual([]);
  });

  it.each<[FieldModel[], string]>([
    [[{ ...word, default: 'geheim' }], '该类型的字段没有默认值'],
    [[{ ...word, 'x-secret': true, 'x-secret-rule': 'name' }], '该类型的字段不能脱敏'],
    [
      [word, { ...note, linkage: [{ when: { field: 'word', is: 'exists' }, effects: ['hide'] }] }],
      '联动不能引用密码字段“口令”',
    ],
    [
      [note, { ...word, linkage: [{ when: { field: 'note', is: 'exists' }, effects: [{ setValue: 'x' }] }] }],
      '联动不能填写密码',
    ],
  ])('may not be published as in %j: %s', (fields, message) => {
    const compiled = compileNewForm(buildModel(fields));
    expect(Array.isArray(compiled) && compiled.map((problem) => problem.message)).toEqual([message]);
  });

  it('does not become a field that readers see, nor the reverse', () => {
    const text = { ...word, 'x-component': 'single-line' };
    const messages = (before: FieldModel, after: FieldModel) =>
      removedProtections(buildModel([before]), buildModel([after])).map(({ message }) => message);
    expect(messages(word, text)).toEqual(['字段“口令”是密码，不能改为其他类型']);
    expect(messages(text, word)).toEqual(['字段“口令”不是密码，不能改为密码，请另设字段']);
    expect(messages(word, word)).toEqual([]);
  });
});
