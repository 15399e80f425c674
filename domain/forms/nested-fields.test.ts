import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomCases } from '#test/world/random-cases.ts';
import { compileNewForm } from './compile-new.ts';
import { hiddenConditions } from './hidden-conditions.ts';
import { formLimits } from './limits.ts';
import { evaluateLinkage } from './linkage.ts';
import { maskForm } from './mask.ts';
import { mergeSubmission, problemsOfMerged } from './merge.ts';
import type { FieldModel } from './model.ts';
import { problemWithPlace } from './problem-places.ts';
import { buildForm, buildModel } from './test-forms.ts';
import { textOfForm } from './text.ts';

const text = (id: string, title: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title,
  'x-component': 'single-line',
  ...more,
});
const address: FieldModel = {
  id: 'address',
  title: '地址',
  'x-component': 'object',
  fields: [text('street', '街道'), text('number', '门牌号')],
};
const phone = text('phone', '电话', { 'x-secret': true, 'x-secret-rule': 'mobile' });
const people: FieldModel = {
  id: 'people',
  title: '人员',
  'x-component': 'array',
  fields: [
    text('name', '姓名', { required: true }),
    phone,
    address,
    {
      id: 'cards',
      title: '证件',
      'x-component': 'table',
      columns: [text('code', '编号', { required: true })],
    },
  ],
};
const all = { '*': 2 } as const;
const now = new Date('2026-11-30T02:00:00Z');
type Values = Record<string, unknown>;

function problemsOf(fields: readonly FieldModel[]): string[] {
  const compiled = compileNewForm(buildModel(fields));
  return Array.isArray(compiled) ? compiled.map((problem) => problemWithPlace(fields, problem)) : [];
}

function submit(fields: readonly FieldModel[], stored: Values, submitted: Values, authority = all) {
  const form = buildForm(fields);
  const merged = mergeSubmission(form, stored, submitted, authority);
  const problems = problemsOfMerged(form, merged, authority, { now });
  return { ...merged, problems: problems.map(({ field, message }) => `${field}：${message}`) };
}

describe('fields inside fields (S2 §3)', () => {
  it('have paths without places, through lists, objects and tables', () => {
    const [field] = buildForm([people]).fields;
    expect(field?.columns.map(({ path }) => path)).toEqual([
      'people[].name',
      'people[].phone',
      'people[].address',
      'people[].cards',
    ]);
    expect(field?.columns[2]?.columns[0]?.path).toBe('people[].address.street');
    expect(field?.columns[3]?.columns[0]?.path).toBe('people[].cards[].code');
  });

  it('are refused deeper than the limit, with the place', () => {
    const nested = (depth: number): FieldModel => ({
      id: 'x',
      title: `第${depth}层`,
      'x-component': 'object',
      fields: depth === formLimits.nesting + 1 ? [text('a', '甲')] : [nested(depth + 1)],
    });
    expect(problemsOf([nested(1)])).toEqual([
      '第 1 项“第1层”第 1 项“第2层”第 1 项“第3层”第 1 项“第4层”：字段的嵌套不得超过3层',
    ]);
    expect(problemsOf([nested(2)])).toEqual([]);
  });

  it('are refused where they cannot be', () => {
    expect(problemsOf([{ ...people, fields: [] }])).toEqual(['第 1 项“人员”：其中至少要有一个字段']);
    expect(problemsOf([text('a', '甲', { fields: [text('b', '乙')] })])).toEqual([
      '第 1 项“甲”：只有自增列表、对象和子表单中可以有字段',
    ]);
    const table = { ...people, 'x-component': 'table', fields: undefined, columns: [address] };
    expect(problemsOf([table])[0]).toContain('表格的列不能是表格、列表、对象');
    expect(problemsOf([{ ...address, default: { street: '甲' } }])).toEqual([
      '第 1 项“地址”：默认值应写在其中的字段上',
    ]);
  });
});

describe('a submission with fields inside fields (S2 §5)', () => {
  const person = {
    name: '张三',
    phone: '13812345678',
    address: { street: '青溪大街' },
    cards: [{ code: '1' }],
  };

  it('names the place of each problem', () => {
    const rows = [person, { name: '', cards: [{ code: '' }] }];
    expect(submit([people], {}, { people: rows }).problems).toEqual([
      'people[1].name：姓名不能为空',
      'people[1].cards[0].code：编号不能为空',
    ]);
  });

  it('is refused for a value of a wrong shape, which changes nothing', () => {
    const merged = submit([people], { people: [person] }, { people: [{ _uid: '0', cards: 'x' }] });
    expect(merged.problems).toEqual(['people[0].cards：证件格式不正确']);
    expect(merged.values).toEqual({ people: [person] });
  });

  it('is refused with too many rows inside rows, before any is checked', () => {
    const cards = Array.from({ length: 450 }, () => ({ code: '1' }));
    const rows = Array.from({ length: 5 }, () => ({ name: '张三', cards }));
    expect(submit([people], {}, { people: rows }).problems).toContain(
      `people[4].cards：整个表单中，列表内的各项合计不得超过${formLimits.innerRowsOfForm}项`,
    );
    const many = Array.from({ length: formLimits.rows + 1 }, () => ({ code: '1' }));
    expect(submit([people], {}, { people: [{ name: '张三', cards: many }] }).problems).toContain(
      'people[0].cards：最多500行',
    );
  });

  it('requires one field of a required object, and stores an emptied one as {}', () => {
    const required = { ...address, required: true };
    expect(submit([required], {}, { address: { street: '' } }).problems).toEqual(['address：地址不能为空']);
    expect(submit([required], {}, { address: { number: '8' } }).problems).toEqual([]);
    const stored = { address: { street: '青溪大街', number: '8' } };
    expect(submit([address], stored, { address: { street: '', number: '' } }).values).toEqual({
      address: {},
    });
    expect(submit([address], stored, { address: { street: '' } }).values).toEqual({
      address: { street: '', number: '8' },
    });
  });

  it('keeps the values of the other rows when one is deleted', () => {
    const stored = { people: ['甲', '乙', '丙'].map((name) => ({ ...person, name })) };
    const shown = maskForm(buildForm([people]), stored, { mayReveal: false }).values.people as Values[];
    const merged = submit([people], stored, { people: shown.slice(1) });
    expect(merged.problems).toEqual([]);
    expect(merged.values).toEqual({ people: stored.people.slice(1) });
  });

  it('keeps the value behind a mask inside rows that were moved', () => {
    const inner: FieldModel = { ...people, fields: [text('name', '姓名'), { ...address, fields: [phone] }] };
    const stored = {
      people: [
        { name: '甲', address: { phone: '13811111111' } },
        { name: '乙', address: { phone: '13822222222' } },
      ],
    };
    const { values, masked } = maskForm(buildForm([inner]), stored, { mayReveal: false });
    expect(masked).toEqual(['people[0].address.phone', 'people[1].address.phone']);
    const moved = (values.people as Values[]).toReversed();
    expect(submit([inner], stored, { people: moved }).values).toEqual({ people: stored.people.toReversed() });
    const withoutKeys = moved.map(({ _uid, ...row }) => row);
    expect(submit([inner], stored, { people: withoutKeys }).problems).toEqual([
      'people[0].address.phone：电话仍为脱敏内容，请重新填写',
      'people[1].address.phone：电话仍为脱敏内容，请重新填写',
    ]);
  });

  it('drops what linkage hides inside a row, unless the person may not edit it', () => {
    const hides = [
      { when: { field: 'name', is: 'equals' as const, value: '乙' }, effects: ['hide' as const] },
    ];
    const inner = { ...people, fields: [text('name', '姓名'), { ...address, linkage: hides }] };
    const stored = { people: [{ name: '甲', address: { street: '青溪大街' } }] };
    const sent = { people: [{ _uid: '0', name: '乙' }] };
    expect(submit([inner], stored, sent).values).toEqual({ people: [{ name: '乙', address: {} }] });
    const authority = { ...all, 'people[].address': 1 } as never;
    expect(submit([inner], stored, sent, authority).values).toEqual({
      people: [{ name: '乙', address: { street: '青溪大街' } }],
    });
  });
});

describe('linkage inside fields (S2 §5)', () => {
  it('reads the own entry first, then the entries around it, then the form', () => {
    const shows = (field: string): Partial<FieldModel> => ({
      linkage: [{ when: { field, is: 'equals', value: '是' }, effects: ['show'] }],
    });
    const inner: FieldModel = {
      ...address,
      fields: [
        text('kind', '类型'),
        text('own', '本项', shows('kind')),
        text('outer', '外层', shows('name')),
      ],
    };
    const form = buildForm([
      text('kind', '类型'),
      text('top', '表单'),
      { ...people, fields: [text('name', '姓名'), inner, text('form', '整体', shows('top'))] },
    ]);
    const { rows } = evaluateLinkage(form, {
      kind: '否',
      top: '是',
      people: [
        { name: '是', address: { kind: '否' } },
        { name: '否', address: { kind: '是' } },
      ],
    });
    const shown = (path: string, id: string) => rows[path]?.[0]?.[id]?.visible;
    expect([shown('people[0].address', 'own'), shown('people[0].address', 'outer')]).toEqual([false, true]);
    expect([shown('people[1].address', 'own'), shown('people[1].address', 'outer')]).toEqual([true, false]);
    expect(rows.people?.map(({ form: state }) => state?.visible)).toEqual([true, true]);
  });

  it('decides by a hidden field of the row on the server, and by its result in the browser (S1 §6)', () => {
    const fields = [
      text('secret', '内部'),
      text('note', '说明', {
        linkage: [{ when: { field: 'secret', is: 'equals', value: '是' }, effects: ['require'] }],
      }),
    ];
    const form = buildForm([{ ...people, fields }]);
    const content = { people: [{ secret: '是' }, { secret: '否' }] };
    const authority = { '*': 2, 'people[].secret': 0 } as const;
    const shown = maskForm(form, content, { authority, mayReveal: false }).values;
    expect(JSON.stringify(shown)).not.toContain('是');
    const results = hiddenConditions(form, content, authority);
    const required = (values: Values, settings: object) =>
      evaluateLinkage(form, values, { authority, ...settings }).rows.people?.map(
        ({ note }) => note?.required,
      );
    const moved = { people: [...(shown.people as Values[]).toReversed(), { _uid: 'n1' }] };
    expect(required(moved, { stored: shown, hiddenConditions: results })).toEqual([false, true, false]);
    expect(required(moved, { stored: content })).toEqual([false, true, false]);
  });
});

describe('authority of fields inside fields (S1 §6)', () => {
  it('rows that were not sent keep their values where a hidden column decides over others', () => {
    const name = text('name', '姓名', {
      required: true,
      linkage: [{ when: { field: 'code', is: 'sizeLess', value: 1 }, effects: ['hide'] }],
    });
    for (const table of [
      { ...people, 'x-component': 'table', fields: undefined, columns: [text('code', '编号'), name] },
      { ...people, fields: [text('code', '编号'), name] },
    ]) {
      const { fields: _, ...model } = table;
      const form = buildForm([table.fields ? table : (model as FieldModel)]);
      const stored = { people: [{ code: '1', name: '吴桂英' }] };
      const authority = { '*': 2, 'people[].code': 0 } as const;
      const merged = mergeSubmission(form, stored, {}, authority);
      expect(merged.values).toEqual(stored);
      expect(merged.changed).toEqual([]);
      expect(problemsOfMerged(form, merged, authority, { now: new Date() })).toEqual([]);
    }
  });

  const stored = { people: [{ name: '甲', address: { street: '青溪大街', number: '8' } }] };

  it('hides, shows and edits each, never more than the field around it', () => {
    const authority = { '*': 2, 'people[].name': 1, 'people[].address.number': 0 } as const;
    const sent = { people: [{ _uid: '0', name: '改', address: { street: '环湖路', number: '9' } }] };
    expect(submit([people], stored, sent, authority as never).values).toEqual({
      people: [{ name: '甲', phone: '', address: { street: '环湖路', number: '8' }, cards: [] }],
    });
    expect(maskForm(buildForm([people]), stored, { authority, mayReveal: false }).values).toEqual({
      people: [{ _uid: '0', name: '甲', address: { street: '青溪大街' } }],
    });
    const readOnly = { '*': 1, 'people[].name': 2 } as never;
    expect(submit([people], stored, sent, readOnly).values).toEqual(stored);
  });

  it('hides a column of a table', () => {
    const table: FieldModel = {
      ...people,
      'x-component': 'table',
      fields: undefined,
      columns: [text('name', '姓名'), text('note', '备注')],
    };
    const authority = { '*': 2, 'people[].note': 0 } as never;
    const rows = { people: [{ name: '甲', note: '内部' }] };
    const sent = { people: [{ _uid: '0', name: '乙', note: '改' }, { name: '丙' }] };
    expect(submit([table], rows, sent, authority).values).toEqual({
      people: [
        { name: '乙', note: '内部' },
        { name: '丙', note: '' },
      ],
    });
  });
});

it('a summary names the fields inside (print, documents, archive)', () => {
  const values = {
    people: [{ name: '甲', address: { street: '青溪大街' }, cards: [{ code: '1' }, { code: '2' }] }],
  };
  const [entry] = textOfForm(buildForm([people]), values);
  expect(entry?.text).toBe('共1项');
  expect(entry?.rows?.[0]?.map(({ text: cell }) => cell)).toEqual([
    '甲',
    '',
    '街道：青溪大街',
    '编号：1；编号：2',
  ]);
  const [only] = textOfForm(buildForm([address]), { address: { street: '青溪大街', number: '8' } });
  expect(only?.text).toBe('街道：青溪大街，门牌号：8');
});

/** Values inside three levels, with keys that a client may send. */
const leaf = fc.constantFrom('', '甲', '乙', '13812345678');
const rowsWith = (row: fc.Arbitrary<Values>) => fc.array(row, { maxLength: 3 });
const content = fc.record({
  people: rowsWith(
    fc.record(
      {
        name: leaf,
        phone: leaf,
        address: fc.record({ street: leaf, number: leaf }, { requiredKeys: [] }),
        cards: rowsWith(fc.record({ code: leaf }, { requiredKeys: [] })),
      },
      { requiredKeys: [] },
    ),
  ),
});
const paths = [
  'people',
  'people[].name',
  'people[].phone',
  'people[].address',
  'people[].address.street',
  'people[].cards[].code',
];

it('a page that sends back what it got changes nothing, for any authority and values', () => {
  const form = buildForm([people]);
  fc.assert(
    fc.property(
      content,
      fc.dictionary(fc.constantFrom('*', ...paths), fc.constantFrom(0 as const, 1 as const, 2 as const)),
      (raw, authority) => {
        const stored = mergeSubmission(form, {}, raw, all).values;
        const { values } = maskForm(form, stored, { authority, mayReveal: false });
        const merged = mergeSubmission(form, stored, values, authority);
        expect([merged.changed, merged.values, merged.problems]).toEqual([[], stored, []]);
      },
    ),
    { numRuns: randomCases(2000) },
  );
});
