import fc from 'fast-check';
import type { AuthorityByField, FieldAuthority } from '#domain/forms/authority.ts';
import { compileForm } from '#domain/forms/compile.ts';
import { fieldsWithPaths, innerFields } from '#domain/forms/inner-fields.ts';
import { formLimits } from '#domain/forms/limits.ts';
import type {
  ComputedRule,
  Condition,
  FieldModel,
  FormModel,
  Linkage,
  LinkageEffect,
  Rule,
} from '#domain/forms/model.ts';
import { buildModel } from '#domain/forms/test-forms.ts';
import { expressionOf } from './test-expressions.ts';

/** Random forms with fields of all sorts, with their values and the edits of a person. */

const fieldIds = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
const columnIds = ['a', 'p', 'q'] as const;
const options = ['甲', '乙', '丙'].map((value) => ({ value, label: value }));
const kinds = ['single-line', 'textarea', 'number', 'radio', 'select', 'checkbox', 'date'] as const;

const knownValue = fc.constantFrom<unknown>('', '甲', '乙', '丙', '2026-11-01', 0, 5, '5', ['甲']);

const comparison = (ids: readonly string[]): fc.Arbitrary<Condition> =>
  fc.oneof(
    fc.record({
      field: fc.constantFrom(...ids),
      is: fc.constantFrom('equals' as const, 'notEquals' as const, 'includes' as const),
      value: knownValue,
    }),
    fc.record({
      field: fc.constantFrom(...ids),
      is: fc.constantFrom('greater' as const, 'less' as const),
      value: fc.constantFrom<unknown>(3, '2026-11-10'),
    }),
    fc.record({ field: fc.constantFrom(...ids), is: fc.constantFrom('exists' as const, 'empty' as const) }),
    fc.record({
      field: fc.constantFrom(...ids),
      is: fc.constantFrom('sizeGreater' as const, 'sizeLess' as const),
      value: fc.constant(1),
    }),
    fc.record({
      field: fc.constantFrom(...ids),
      is: fc.constant('anyOf' as const),
      value: fc.constant(['甲', '乙']),
    }),
    fc.record({
      field: fc.constantFrom(...ids),
      is: fc.constant('regexp' as const),
      value: fc.constant('^甲'),
    }),
  );

const condition = (ids: readonly string[]): fc.Arbitrary<Condition> => {
  const part = comparison(ids);
  const parts = fc.array(
    fc.oneof(
      part,
      part.map((not) => ({ not })),
    ),
    { minLength: 1, maxLength: 3 },
  );
  return fc.oneof(
    { weight: 3, arbitrary: part },
    part.map((not) => ({ not })),
    parts.map((and) => ({ and })),
    parts.map((or) => ({ or })),
  );
};

const effect = fc.oneof<fc.Arbitrary<LinkageEffect>[]>(
  fc.constantFrom('show' as const, 'hide' as const, 'require' as const, 'disable' as const),
  knownValue.map((setValue) => ({ setValue })),
  fc.subarray(options, { minLength: 1 }).map((setOptions) => ({ setOptions })),
);

const linkage = (ids: readonly string[]): fc.Arbitrary<Linkage[]> =>
  ids.length === 0
    ? fc.constant([])
    : fc.array(
        fc.record({ when: condition(ids), effects: fc.array(effect, { minLength: 1, maxLength: 2 }) }),
        { maxLength: 2 },
      );

const rule = (ids: readonly string[]): fc.Arbitrary<Rule> =>
  fc.oneof(
    fc.constantFrom<Rule>(
      { rule: 'mobile' },
      { rule: 'certificate', category: '10' },
      { rule: 'maxLength', value: 3 },
      { rule: 'min', value: 2 },
      { rule: 'pattern', value: '^[甲乙]' },
      { rule: 'dateTo', value: 'today' },
    ),
    ids.length === 0
      ? fc.constant<Rule>({ rule: 'minLength', value: 2 })
      : fc.constantFrom(...ids).map((field): Rule => ({ rule: 'dateFrom', field })),
  );

/** A field that reads only the fields before it, so that nothing forms a circle. */
const field = (id: string, ids: readonly string[]): fc.Arbitrary<FieldModel> =>
  fc.record(
    {
      id: fc.constant(id),
      title: fc.constant(`字段${id}`),
      'x-component': fc.constantFrom(...kinds),
      'x-props': fc.constantFrom({}, { multiple: true }, { precision: 0 }),
      required: fc.boolean(),
      default: fc.constantFrom<unknown>('甲', 5, 'today', undefined, undefined, undefined),
      options: fc.constant(options),
      linkage: linkage(ids),
      rules: fc.array(rule(ids), { maxLength: 1 }),
      'x-secret': fc.constantFrom(true, false, false, false, false),
      'x-secret-rule': fc.constant('mobile'),
    },
    { requiredKeys: ['id', 'title', 'x-component', 'options', 'linkage'] },
  );

/** A third of the fields of a random form are computed, most of them from the fields before. */
const computedField = (id: string, ids: readonly string[]): fc.Arbitrary<FieldModel> =>
  fc
    .tuple(
      field(id, ids),
      expressionOf(ids),
      fc.constantFrom<ComputedRule>('always', 'always', 'untilChanged'),
    )
    .map(([{ default: _, ...model }, computed, computedRule]) =>
      ['checkbox'].includes(model['x-component']) || model['x-props']?.multiple
        ? model
        : { ...model, computed, computedRule },
    );

/** The fields inside a field, a quarter of them computed from those before and around them. */
const columnsAfter = (ids: readonly string[]): fc.Arbitrary<FieldModel[]> =>
  fc.tuple(
    ...columnIds.map((column, index) => {
      const earlier = [...ids, ...columnIds.slice(0, index)];
      return fc.oneof(
        { weight: 3, arbitrary: field(column, earlier) },
        { weight: 1, arbitrary: computedField(column, earlier) },
      );
    }),
  );

/** A table, a list, an object or a sub-form, whose fields may contain fields in turn. */
const nesting = (id: string, ids: readonly string[], depth = 1): fc.Arbitrary<FieldModel> =>
  fc
    .tuple(
      fc.constantFrom('table', 'array', 'array', 'object', 'object', 'sub-form'),
      columnsAfter(ids),
      depth < formLimits.nesting
        ? fc.option(nesting('n', [...ids, ...columnIds], depth + 1), { nil: undefined })
        : fc.constant(undefined),
      computedField('r', [...ids, ...columnIds, 'n']),
    )
    .chain(([kind, columns, inner, total]): fc.Arbitrary<FieldModel> => {
      const shared = {
        id: fc.constant(id),
        title: fc.constant('表格'),
        'x-component': fc.constant(kind),
        required: fc.boolean(),
        linkage: linkage(ids),
      };
      return kind === 'table'
        ? fc.record({ ...shared, columns: fc.constant(columns) })
        : fc.record({ ...shared, fields: fc.constant(inner ? [...columns, inner, total] : columns) });
    });

/** The fields of a random form that compiles; properties that its kinds do not have are left out. */
const form = fc
  .tuple(
    ...fieldIds.map((id, index) => {
      const ids = fieldIds.slice(0, index);
      return fc.oneof(
        { weight: 4, arbitrary: field(id, ids) },
        { weight: 2, arbitrary: computedField(id, ids) },
        { weight: 3, arbitrary: nesting(id, ids) },
      );
    }),
  )
  .map((fields) => buildModel(fields.map(withoutWrongProperties), ['c']))
  .filter((model) => !Array.isArray(compileForm(model)));

function withoutWrongProperties({ default: value, 'x-secret': secret, ...model }: FieldModel): FieldModel {
  const kind = model['x-component'];
  const isText = kind === 'single-line' || kind === 'textarea';
  const fits =
    value === undefined ||
    (kind === 'number' ? value === 5 : kind === 'date' ? value === 'today' : isText && value === '甲');
  return {
    ...model,
    ...(fits && value !== undefined && { default: value }),
    ...(isText && secret && { 'x-secret': true }),
    ...(model.columns && { columns: model.columns.map(withoutWrongProperties) }),
    ...(model.fields && { fields: model.fields.map(withoutWrongProperties) }),
  };
}

/** Values that a person may type or choose in a field of any kind, or that a client may send. */
const typed = fc.constantFrom<unknown>(
  '',
  '甲',
  ' 甲 ',
  '乙',
  '乙丙丁戊',
  '13800138000',
  '１３８００１３８０００',
  '2026-11-01',
  '2027-01-01',
  '2026-02-30',
  0,
  -0,
  5,
  1.5,
  1e21,
  '1,234.5',
  '9999999999.999999',
  '12,5',
  null,
  ['甲'],
  ['甲', '乙'],
  [],
);

/** A value that was stored in a field: mostly one of its kind, else any that a client may send. */
const storedValue = ({
  'x-component': kind,
  'x-props': props,
  ...inner
}: FieldModel): fc.Arbitrary<unknown> => {
  const values = fc.record(
    Object.fromEntries(innerFields(inner).map((each) => [each.id, storedValue(each)])),
    { requiredKeys: [] },
  );
  const isGroup = kind === 'object' || kind === 'sub-form';
  if (isGroup || kind === 'table' || kind === 'array') {
    const rows = fc.array(values, { maxLength: 3 });
    return fc.oneof(
      { weight: 9, arbitrary: isGroup ? values : rows },
      { weight: 1, arbitrary: fc.oneof(typed, rows, values) },
    );
  }
  const list = kind === 'checkbox' || (kind === 'select' && props?.multiple);
  const own = list
    ? fc.constantFrom<unknown>(['甲'], ['甲', '乙'], [])
    : fc.constantFrom<unknown>(
        ...(kind === 'number' ? [0, 5, null] : ['', '甲', '乙', '2026-11-01', '13800138000']),
      );
  return fc.oneof({ weight: 9, arbitrary: own }, { weight: 1, arbitrary: typed });
};

const edit = fc.oneof(
  fc.record({ kind: fc.constant('type' as const), at: fc.nat({ max: 40 }), value: typed }),
  fc.record({ kind: fc.constant('addRow' as const), at: fc.nat({ max: 5 }), row: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('removeRow' as const), at: fc.nat({ max: 5 }), row: fc.nat({ max: 3 }) }),
);
/** An edit of a person on the page. */
export type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

/** Authority over fields of the form, and over some of those inside them. */
const authorityOver = (model: FormModel): fc.Arbitrary<AuthorityByField> => {
  const inner = fieldsWithPaths(model.schema.fields).flatMap(({ path }) => (/[.[]/.test(path) ? [path] : []));
  return fc
    .tuple(
      fc.dictionary(fc.constantFrom('*', '*', ...fieldIds), fc.constantFrom<FieldAuthority>(0, 1, 2, 2, 2), {
        minKeys: 1,
      }),
      inner.length === 0
        ? fc.constant({})
        : fc.dictionary(fc.constantFrom(...inner), fc.constantFrom<FieldAuthority>(0, 0, 1, 2), {
            maxKeys: 5,
          }),
    )
    .map(([ofForm, ofInner]) => ({ ...ofInner, ...ofForm }));
};

/** A form with stored values, an authority and edits. */
export const scenario = form.chain((model) =>
  fc.record({
    model: fc.constant(model),
    first: fc.record(Object.fromEntries(model.schema.fields.map((each) => [each.id, storedValue(each)])), {
      requiredKeys: [],
    }),
    authority: authorityOver(model),
    edits: fc.array(edit, { maxLength: 8 }),
  }),
);
