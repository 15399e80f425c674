import { describe, expect, it } from 'vitest';
import { compileForm } from './compile.ts';
import type { FieldModel, FormModel } from './model.ts';
import { withProtectionOf } from './protection.ts';

const formOf = (...fields: FieldModel[]): FormModel => ({
  globalConfig: { code: 'letter', title: '来信', columns: 1, allowEdit: [] },
  schema: { fields },
});
const phone: FieldModel = { id: 'phone', title: '电话', 'x-component': 'single-line' };
const secretPhone: FieldModel = {
  ...phone,
  'x-encryption': true,
  'x-secret': true,
  'x-secret-rule': 'mobile',
};
const people = (column: FieldModel): FieldModel => ({
  id: 'people',
  title: '人员',
  'x-component': 'table',
  columns: [column],
});

describe('earlier version of a form with the protection of a later version', () => {
  it('encrypts and masks the same fields as the later version, in tables too', () => {
    const model = withProtectionOf(formOf(phone, people(phone)), formOf(secretPhone, people(secretPhone)));
    const compiled = compileForm(model);
    if (Array.isArray(compiled)) throw new Error('The form of this test does not compile');
    const [field, table] = compiled.fields;
    for (const compiledField of [field, table?.columns[0]])
      expect(compiledField).toMatchObject({ encrypted: true, maskRule: 'mobile' });
  });

  it('keeps everything else as published, its own protection included', () => {
    const earlier = formOf({ ...secretPhone, 'x-secret-rule': 'landline' }, { ...phone, id: 'gone' });
    const later = formOf({ ...phone, title: '联系电话' });
    expect(withProtectionOf(earlier, later)).toEqual(earlier);
    expect(withProtectionOf(earlier, formOf(secretPhone))).toEqual(earlier);
  });

  it('only encrypts a field that its linkage reads, because a mask would mislead the linkage', () => {
    const dependentField: FieldModel = {
      id: 'note',
      title: '说明',
      'x-component': 'single-line',
      linkage: [{ when: { field: 'phone', is: 'exists' }, effects: ['show'] }],
    };
    const model = withProtectionOf(formOf(phone, dependentField), formOf(secretPhone));
    expect(compileForm(model)).not.toBeInstanceOf(Array);
    expect(model.schema.fields[0]).toMatchObject({ 'x-encryption': true });
    expect(model.schema.fields[0]).not.toHaveProperty('x-secret');
  });
});
