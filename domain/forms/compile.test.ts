import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileForm } from './compile.ts';
import type { FieldModel } from './model.ts';
import { buildModel } from './test-forms.ts';

const text: FieldModel = { id: 'a', title: '甲', 'x-component': 'single-line' };

function problemsOf(...fields: unknown[]): string[] {
  const form = compileForm(buildModel(fields as FieldModel[]));
  return Array.isArray(form) ? form.map(({ field, message }) => `${field}: ${message}`) : [];
}

describe('compilation of a form model', () => {
  it.each(['petition-letter', 'congress-proposal', 'permit-application'])(
    'accepts the seeded form %s',
    (name) => {
      const model = JSON.parse(readFileSync(`server/seeds/data/forms/${name}.json`, 'utf8'));
      expect(compileForm(model)).toMatchObject({ code: name });
    },
  );

  it('rejects input that is not a form model', () => {
    for (const json of [null, 1, 'x', [], {}, { schema: {} }, { schema: { fields: [] } }]) {
      expect(compileForm(json)).toHaveLength(1);
    }
    expect(compileForm({ schema: { fields: [null] }, globalConfig: {} })).toHaveLength(5);
  });

  it('reports every problem at its field', () => {
    expect(problemsOf(text, text)).toEqual(['a: 字段标识重复']);
    expect(problemsOf({ ...text, 'x-component': 'magic' })).toEqual(['a: 不支持的字段类型“magic”']);
    expect(problemsOf({ ...text, id: '1a' })).toEqual(['1a: 字段标识应以字母开头，只含字母和数字']);
    expect(problemsOf({ ...text, id: 'constructor' })).toEqual([
      'constructor: 字段标识应以字母开头，只含字母和数字',
    ]);
    expect(problemsOf({ ...text, 'x-component': 'radio' })).toEqual(['a: 缺少选项']);
    expect(problemsOf({ ...text, 'x-component': 'table' })).toEqual(['a: 表格至少要有一列']);
    expect(problemsOf({ ...text, rules: [{ rule: 'js' }] })).toEqual(['a: 校验规则“js”不存在']);
    expect(problemsOf({ ...text, rules: [{ rule: 'maxLength' }] })).toEqual(['a: 规则“maxLength”缺少数值']);
    expect(problemsOf({ ...text, 'x-secret': true, 'x-secret-rule': 'none' })).toEqual(['a: 脱敏规则不存在']);
    expect(problemsOf({ ...text, default: 5 })).toEqual(['a: 默认值与字段类型不符']);
  });

  it('accepts only values of the applicant that fit the field', () => {
    const from = (value: unknown, kind = 'single-line') =>
      problemsOf({ ...text, 'x-component': kind, 'x-applicant': value });
    expect(from('name')).toEqual([]);
    expect(from('region', 'region')).toEqual([]);
    expect(from('age')).toEqual(['a: 申请人没有“age”这一项']);
    expect(from('region')).toEqual(['a: 该类型的字段不能取自申请人的“所在地区”']);
    const columns = [{ ...text, id: 'b', 'x-applicant': 'name' }];
    expect(problemsOf({ ...text, 'x-component': 'table', columns })).toEqual([
      'a[].b: 表格的列和其他字段中的字段不能取自申请人',
    ]);
  });

  it('rejects patterns with unsafe features', () => {
    expect(problemsOf({ ...text, rules: [{ rule: 'pattern', value: '(?=a)' }] })).toEqual([
      'a: 正则表达式有误：不支持环视和命名分组',
    ]);
    const linkage = [{ when: { field: 'a', is: 'regexp', value: '(a)\\1' }, effects: ['show'] }];
    expect(problemsOf(text, { ...text, id: 'b', linkage })).toHaveLength(1);
  });

  it('rejects linkage to missing fields, to secret fields, or in a circle', () => {
    const shownBy = (id: string) => [{ when: { field: id, is: 'exists' }, effects: ['show'] }];
    expect(problemsOf({ ...text, linkage: shownBy('b') })).toEqual(['a: 联动引用了不存在的字段“b”']);
    expect(
      problemsOf(
        { ...text, linkage: shownBy('b') },
        { ...text, id: 'b', title: '乙', 'x-secret': true, 'x-secret-rule': 'name' },
      ),
    ).toEqual(['a: 联动不能引用脱敏字段“乙”']);
    expect(
      problemsOf(
        { ...text, linkage: shownBy('b') },
        { ...text, id: 'b', title: '乙', linkage: shownBy('a') },
      ),
    ).toEqual(['a: 联动形成循环：甲 → 乙 → 甲']);
  });

  it('limits the nesting depth of conditions', () => {
    let when: unknown = { field: 'a', is: 'exists' };
    for (let depth = 0; depth < 20; depth++) when = { not: when };
    expect(problemsOf(text, { ...text, id: 'b', linkage: [{ when, effects: ['show'] }] })).toEqual([
      'b: 联动条件嵌套过深',
    ]);
  });
});
