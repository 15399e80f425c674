import { describe, expect, it } from 'vitest';
import disable from './fixtures/linkage.disable.json' with { type: 'json' };
import hide from './fixtures/linkage.hide.json' with { type: 'json' };
import rows from './fixtures/linkage.rows.json' with { type: 'json' };
import setOptions from './fixtures/linkage.set-options.json' with { type: 'json' };
import setValue from './fixtures/linkage.set-value.json' with { type: 'json' };
import show from './fixtures/linkage.show.json' with { type: 'json' };
import { evaluateLinkage } from './linkage.ts';
import type { FieldModel, FormValues } from './model.ts';
import { buildForm } from './test-forms.ts';

interface Fixture {
  fields: readonly FieldModel[];
  cases: readonly { why: string; values: FormValues; stored?: FormValues; state?: object; rows?: object }[];
}

const fixtures = { show, hide, setValue, setOptions, disable, rows } as unknown as Record<string, Fixture>;

for (const [name, { fields, cases }] of Object.entries(fixtures)) {
  describe(`linkage: ${name}`, () => {
    const form = buildForm(fields);
    for (const { why: reason, values, stored, state, rows } of cases) {
      it(reason, () => {
        const result = evaluateLinkage(form, values, { stored });
        if (state) expect(result.fields).toMatchObject(state);
        if (rows) expect(result.rows).toMatchObject(rows);
      });
    }
  });
}

describe('linkage with field authority', () => {
  const form = buildForm(show.fields as unknown as FieldModel[]);

  it('reads the stored value of a field that is hidden from the person, and shows none', () => {
    const settings = { authority: { '*': 2, kind: 0 } as const, stored: { kind: 'b' } };
    const { fields } = evaluateLinkage(form, { kind: 'a' }, settings);
    expect(fields.kind).toMatchObject({ visible: false, value: '' });
    expect(fields.note?.visible).toBe(true);
  });

  it('reads the stored value of a field that the person may only read', () => {
    const settings = { authority: { '*': 2, kind: 1 } as const, stored: { kind: 'a' } };
    expect(evaluateLinkage(form, { kind: 'b' }, settings).fields.note?.visible).toBe(false);
  });
});
