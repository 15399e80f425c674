import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeColumn, canBeInside, fieldKinds, findKind, type KindName } from '../kinds/kinds.ts';
import { formLimits } from '../limits.ts';
import { type Condition, type FieldModel, type FormModel, operatorLabel } from '../model.ts';
import { readModel } from '../shape.ts';
import { exportSchema } from './export-schema.ts';
import { importSchema } from './import-schema.ts';

const names = Object.keys(fieldKinds) as KindName[];
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom('姓名', ' 甲 ', '{{a}}', '=a', "it's \\"),
);
const constant = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
);

function conditionOf(ids: readonly string[]): fc.Arbitrary<Condition> {
  const comparison = fc.record({
    field: fc.constantFrom(...ids),
    is: fc.constantFrom(...(Object.keys(operatorLabel) as (keyof typeof operatorLabel)[])),
    value: constant,
  });
  return fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      comparison,
      fc.record({ and: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('condition') }),
    ),
  })).condition;
}

const option = fc.record({ value: text, label: text });

const rule = fc.oneof(
  fc.record(
    { rule: fc.constantFrom('min', 'max', 'minLength', 'maxLength'), value: fc.integer() },
    { requiredKeys: ['rule', 'value'] },
  ),
  fc.record(
    { rule: fc.constantFrom('mobile', 'landline', 'phone'), message: text },
    { requiredKeys: ['rule'] },
  ),
  fc.record({ rule: fc.constant('pattern'), value: text }),
  fc.record({ rule: fc.constant('certificate'), category: fc.constantFrom('10', '49') }),
  fc.record({ rule: fc.constantFrom('dateFrom', 'dateTo'), value: fc.constant('today') }),
);

const props = fc.record(
  {
    placeholder: text,
    rows: fc.integer({ min: 1, max: 9 }),
    precision: fc.integer({ min: 0, max: 4 }),
    min: fc.integer(),
    max: fc.integer(),
    multiple: fc.boolean(),
    unit: text,
    stars: fc.integer({ min: 2, max: 10 }),
    maxRows: fc.integer({ min: 1, max: 50 }),
    maxSizeMb: fc.integer({ min: 1, max: 50 }),
    accept: fc.array(fc.constantFrom('pdf', 'jpg', 'PNG', ''), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

function fieldOf(id: string, kinds: readonly KindName[], ids: readonly string[]): fc.Arbitrary<FieldModel> {
  const linkage = fc.record({
    when: conditionOf(ids),
    effects: fc.array(
      fc.oneof(
        fc.constantFrom('show' as const, 'hide' as const, 'require' as const, 'disable' as const),
        fc.record({ setValue: constant }),
        fc.record({ setOptions: fc.array(option, { maxLength: 2 }) }),
      ),
      { maxLength: 3 },
    ),
  });
  return fc.record(
    {
      id: fc.constant(id),
      title: text,
      'x-component': fc.constantFrom(...kinds),
      'x-props': props,
      'x-encryption': fc.boolean(),
      'x-secret': fc.boolean(),
      'x-secret-rule': fc.constantFrom('name', ''),
      'x-applicant': fc.constantFrom('name' as const, 'mobile' as const),
      required: fc.boolean(),
      default: constant,
      options: fc.array(option, { maxLength: 3 }),
      rules: fc.array(rule as fc.Arbitrary<never>, { maxLength: 3 }),
      linkage: fc.array(linkage, { maxLength: 3 }),
      help: text,
      width: fc.constantFrom('half' as const, 'full' as const),
    },
    { requiredKeys: ['id', 'title', 'x-component'] },
  );
}

const isTooDeep = (name: KindName, depth: number) =>
  findKind(name)?.nests !== undefined && depth >= formLimits.nesting;

const ids = ['a', 'b', 'c', 'Kinds9', 'fieldOfOne'];
const model: fc.Arbitrary<FormModel> = fc
  .tuple(
    fc.subarray(ids, { minLength: 1 }),
    fc.subarray(['a', 'x', 'y'], { minLength: 1 }),
    fc.constantFrom(1 as const, 2 as const),
    text,
  )
  .chain(([chosen, columnIds, columns, title]) => {
    /** A field that has fields inside it, up to the depth that a form may have. */
    const nested = (id: string, kinds: readonly KindName[], known: readonly string[], depth: number) =>
      fieldOf(id, kinds, known).chain((field): fc.Arbitrary<FieldModel> => {
        const kind = findKind(field['x-component']);
        if (kind?.nests === undefined) return fc.constant(field);
        const isTable = field['x-component'] === 'table';
        const inside = names.filter(
          (name) => (isTable ? canBeColumn(name) : canBeInside(name)) && !isTooDeep(name, depth + 1),
        );
        const inner = columnIds.map((column) => nested(column, inside, [...known, ...columnIds], depth + 1));
        return fc
          .tuple(...inner)
          .map((list) => ({ ...field, ...(isTable ? { columns: list } : { fields: list }) }));
      });
    const fields = chosen.map((id) => nested(id, names, chosen, 0));
    return fc.tuple(...fields).map((list) => ({
      schema: { fields: list },
      globalConfig: { code: 'random-form', title, columns, allowEdit: chosen.slice(1) },
    }));
  });

describe('exchange of random forms', () => {
  it('returns every form unchanged from its export', () => {
    fc.assert(
      fc.property(model, (original) => {
        fc.pre(!Array.isArray(readModel(original)));
        const text = JSON.stringify(exportSchema(original));
        const back = importSchema(JSON.parse(text));
        expect(back?.model).toEqual(JSON.parse(JSON.stringify(original)));
        expect(back?.leftOut).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('never fails on random JSON, and always makes the shape of a form', () => {
    const folder = 'domain/forms/exchange/fixtures';
    const words = [
      ...new Set(
        readdirSync(folder).flatMap(
          (name) => readFileSync(`${folder}/${name}`, 'utf8').match(/"[\w-]+"/g) ?? [],
        ),
      ),
    ].map((word) => word.slice(1, -1));
    const key = fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom('__proto__', 'constructor', 'banjian'),
      fc.string(),
    );
    const json = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 7, depthSize: 'large' },
        fc.constantFrom(
          ...words,
          '{{$deps[0] > 1}}',
          '=a > 1',
          "{a} = 'x'",
          null,
          true,
          -1,
          1e21,
          Number.NaN,
        ),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
      ),
    })).value;
    const root = fc
      .tuple(fc.constantFrom('properties', 'components', 'elements', 'pages'), json)
      .map(([rootKey, value]) => ({ [rootKey]: value }));
    fc.assert(
      fc.property(root, (value) => {
        const result = importSchema(value);
        if (result) expect(Array.isArray(readModel(result.model))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
