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

describe('a section whose heading linkage hides', () => {
  const when = (field: string, value: string) => ({ when: { field, is: 'equals' as const, value } });
  const fields: FieldModel[] = [
    { id: 'kind', title: '类型', 'x-component': 'single-line' },
    {
      id: 'agent',
      title: '代理人',
      'x-component': 'heading',
      linkage: [{ ...when('kind', '代理'), effects: ['show'] }],
    },
    { id: 'agentName', title: '姓名', 'x-component': 'single-line', required: true },
    {
      id: 'paper',
      title: '授权书',
      'x-component': 'heading',
      linkage: [{ ...when('agentName', '李四'), effects: ['show'] }],
    },
    { id: 'paperNumber', title: '编号', 'x-component': 'single-line', required: true },
  ];
  const form = buildForm(fields);
  const values = { kind: '本人', agentName: '李四', paperNumber: '7' };

  it('hides its fields, which need no value and count as empty', () => {
    const { fields: states } = evaluateLinkage(form, values);
    expect(states.agentName).toMatchObject({
      visible: false,
      isHiddenByLinkage: true,
      required: false,
      value: '',
    });
    // The next section depends on a field of the first one.
    expect(states.paper?.visible).toBe(false);
    expect(states.paperNumber).toMatchObject({ visible: false, value: '' });
  });

  it('shows its fields with the heading', () => {
    const { fields: states } = evaluateLinkage(form, { ...values, kind: '代理' });
    expect(states.agentName).toMatchObject({ visible: true, required: true, value: '李四' });
    expect(states.paperNumber).toMatchObject({ visible: true, required: true, value: '7' });
  });

  it('is evaluated a bounded number of times if it reads one of its own fields', () => {
    const own: FieldModel[] = [
      {
        id: 'head',
        title: '本节',
        'x-component': 'heading',
        linkage: [{ ...when('inside', 'x'), effects: ['hide'] }],
      },
      { id: 'inside', title: '内容', 'x-component': 'single-line' },
    ];
    const { fields: states } = evaluateLinkage(buildForm(own), { inside: 'x' });
    expect([states.head?.visible, states.inside?.visible]).toEqual([false, false]);
  });
});
