import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AuthorityByField, type FieldAuthority, resolveAuthority } from '#domain/forms/authority.ts';
import { compileForm } from '#domain/forms/compile.ts';
import { type CompiledField, type CompiledForm, emptyValues } from '#domain/forms/compiled-form.ts';
import { createComputing } from '#domain/forms/computed/computing.ts';
import { hiddenConditions } from '#domain/forms/hidden-conditions.ts';
import { evaluateLinkage } from '#domain/forms/linkage.ts';
import { maskForm } from '#domain/forms/mask.ts';
import { mergeSubmission, problemsOfMerged } from '#domain/forms/merge.ts';
import type {
  ComputedRule,
  Condition,
  FieldModel,
  Linkage,
  LinkageEffect,
  Rule,
} from '#domain/forms/model.ts';
import { buildModel } from '#domain/forms/test-forms.ts';
import { validateForm } from '#domain/forms/validate.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { randomCases } from '#test/world/random-cases.ts';
import { cellPath, placeOf } from './field-path.ts';
import { FormStore } from './form-store.ts';
import { expressionOf } from './test-expressions.ts';

/**
 * Random forms are opened, edited and sent as on a page, and checked as by the server: both must find the same
 * problems, and the same fields must be shown, required and open for input.
 */

type Values = Record<string, unknown>;

const now = new Date('2026-11-28T02:00:00Z');
const computing = createComputing({ today: '2026-11-28', holidays: undefined });
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

const table = (id: string, ids: readonly string[]): fc.Arbitrary<FieldModel> =>
  fc
    .tuple(
      ...columnIds.map((column, index) => {
        const earlier = [...ids, ...columnIds.slice(0, index)];
        return fc.oneof(
          { weight: 3, arbitrary: field(column, earlier) },
          { weight: 1, arbitrary: computedField(column, earlier) },
        );
      }),
    )
    .chain((columns) =>
      fc.record({
        id: fc.constant(id),
        title: fc.constant('表格'),
        'x-component': fc.constant('table'),
        required: fc.boolean(),
        linkage: linkage(ids),
        columns: fc.constant(columns),
      }),
    );

/** The fields of a random form that compiles; properties that its kinds do not have are left out. */
const form = fc
  .tuple(
    ...fieldIds.map((id, index) => {
      const ids = fieldIds.slice(0, index);
      return fc.oneof(
        { weight: 4, arbitrary: field(id, ids) },
        { weight: 2, arbitrary: computedField(id, ids) },
        { weight: 1, arbitrary: table(id, ids) },
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

const rowsOfValues = fc.array(
  fc.record(Object.fromEntries(columnIds.map((id) => [id, typed])), { requiredKeys: [] }),
  { maxLength: 3 },
);

const edit = fc.oneof(
  fc.record({ kind: fc.constant('type' as const), field: fc.constantFrom(...fieldIds), value: typed }),
  fc.record({
    kind: fc.constant('cell' as const),
    row: fc.nat({ max: 3 }),
    column: fc.constantFrom(...columnIds),
    value: typed,
  }),
  fc.record({ kind: fc.constant('addRow' as const), row: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('removeRow' as const), row: fc.nat({ max: 3 }) }),
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

const scenario = fc.record({
  model: form,
  first: fc.record(Object.fromEntries(fieldIds.map((id) => [id, fc.oneof(typed, rowsOfValues)])), {
    requiredKeys: [],
  }),
  authority: fc.dictionary(
    fc.constantFrom('*', '*', ...fieldIds),
    fc.constantFrom<FieldAuthority>(0, 1, 2, 2, 2),
    { minKeys: 1 },
  ),
  edits: fc.array(edit, { maxLength: 8 }),
});

function apply(store: FormStore, change: Edit): void {
  if (change.kind === 'type') {
    const target = store.form.byId.get(change.field);
    if (target?.kindName !== 'table' && isTypeable(store, change.field, change.value))
      store.change(change.field, change.value);
    return;
  }
  const tableField = store.form.fields.find(
    ({ id, kindName }) => kindName === 'table' && store.view(id).editable,
  );
  if (!tableField) return;
  const rows = store.rows(tableField.id);
  if (change.kind === 'removeRow') store.changeRows(tableField.id, rows.toSpliced(change.row, 1));
  else if (change.kind === 'addRow')
    store.changeRows(
      tableField.id,
      rows.toSpliced(change.row, 0, { _uid: `n${rows.length + 100}`, _isNew: true }),
    );
  else {
    const path = cellPath(tableField.id, change.row, change.column);
    if (change.row < rows.length && isTypeable(store, path, change.value)) store.change(path, change.value);
  }
}

/** A control enters only values of its kind, or a text that it cannot read. */
function isTypeable(store: FormStore, path: string, value: unknown): boolean {
  const kind = store.fieldAt(path)?.kind;
  if (!kind || !store.view(path).editable) return false;
  return kind.normalise(value) !== undefined || (typeof value === 'string' && !!kind.problemOfText?.(value));
}

/** Returns stored values; a secret was valid when it was stored, and is not checked again while only its mask returns. */
function storedContent(compiled: CompiledForm, first: Values): Values {
  const { values } = mergeSubmission(compiled, {}, first, { '*': 2 }, { computing });
  const wrong = validateForm(compiled, values, { '*': 2 }, { now, computing, maxProblems: 1000 })
    .map(({ field: path }) => placeOf(path).fieldId)
    .filter((id) => {
      const found = compiled.byId.get(id);
      return Object.hasOwn(first, id) && [found, ...(found?.columns ?? [])].some((each) => each?.maskRule);
    });
  if (wrong.length === 0) return values;
  const valid = Object.fromEntries(Object.entries(first).filter(([id]) => !wrong.includes(id)));
  return storedContent(compiled, valid);
}

/** Returns what the server sends to the page. */
function answerOf(compiled: CompiledForm, content: Values, authority: AuthorityByField) {
  const shown = maskForm(compiled, content, { authority, mayReveal: false });
  const stored = { ...emptyValues(compiled), ...content };
  return {
    content: shown.values,
    masked: shown.masked,
    authority: resolveAuthority(compiled, authority),
    hiddenConditions: hiddenConditions(compiled, content, authority),
    initContent: maskForm(compiled, stored, { authority, mayReveal: false }).values,
    contentVersion: 0,
    changes: [],
    typedBefore: {},
  };
}

function serverProblems(
  compiled: CompiledForm,
  content: Values,
  submitted: Values,
  authority: AuthorityByField,
): { values: Values; problems: Problem[] } {
  const merged = mergeSubmission(compiled, content, submitted, authority, { computing });
  const problems = problemsOfMerged(compiled, merged, authority, { now, computing, maxProblems: 1000 });
  return { values: merged.values, problems };
}

function isUnknown(store: FormStore, { id, columns }: CompiledField): boolean {
  const cells = columns.flatMap((column) => store.rows(id).map((_, row) => cellPath(id, row, column.id)));
  return [id, ...cells].some((path) => store.view(path).isUnknown);
}

const sorted = (problems: readonly Problem[]) =>
  problems.map(({ field, message }) => `${field}：${message}`).sort();

it('a form has the same verdict in the browser and on the server, for random forms and values', () => {
  let [accepted, refused, hidden, computed] = [0, 0, 0, 0];
  const runs = randomCases(10_000);
  fc.assert(
    fc.property(scenario, ({ model, first, authority, edits }) => {
      const compiled = compileForm(model) as CompiledForm;
      const content = storedContent(compiled, first);
      const answer = answerOf(compiled, content, authority);
      const store = new FormStore(compiled, {
        values: answer.content,
        masked: answer.masked,
        authority: answer.authority,
        hiddenConditions: answer.hiddenConditions,
        orderContent: answer,
        mode: 'edit',
        now: () => now,
      });
      store.compute({ ...computing, text: () => '' });
      for (const change of edits) apply(store, change);
      // A value that follows fields of authority 0 is only known on the server.
      if (compiled.fields.some((each) => isUnknown(store, each))) return;
      const inBrowser = store.validate();
      const onServer = serverProblems(compiled, content, store.submission().content, authority);
      expect(sorted(inBrowser)).toEqual(sorted(onServer.problems));
      if (Object.keys(answer.hiddenConditions).length > 0) hidden += 1;
      if (inBrowser.length > 0) {
        refused += 1;
        return;
      }
      accepted += 1;
      const { fields, rows } = evaluateLinkage(compiled, onServer.values, { authority });
      for (const { id, columns } of compiled.fields) {
        const view = store.view(id);
        const state = fields[id];
        expect([id, view.visible, view.required]).toEqual([id, state?.visible, state?.required]);
        if (view.visible) expect([id, view.options]).toEqual([id, state?.options]);
        if (view.visible && state?.isSet && compiled.byId.get(id)?.computed) {
          computed += 1;
          expect([id, view.value]).toEqual([id, onServer.values[id] ?? compiled.byId.get(id)?.kind.empty]);
        }
        if (!view.editable || columns.length === 0) continue;
        const cellsOf = (
          stateOf: (row: number, column: string) => { visible: boolean; required: boolean } | undefined,
        ) =>
          store.rows(id).map((_, row) =>
            columns.map((column) => {
              const { visible, required } = stateOf(row, column.id) ?? {};
              return [row, column.id, visible, required];
            }),
          );
        expect(cellsOf((row, column) => store.view(cellPath(id, row, column)))).toEqual(
          cellsOf((row, column) => rows[id]?.[row]?.[column]),
        );
      }
    }),
    { numRuns: runs },
  );
  // Neither verdict is rare, and the server's results are used.
  expect(Math.min(accepted, refused, hidden, computed)).toBeGreaterThan(runs / 50);
});
