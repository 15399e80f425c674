import { Permission } from '#domain/access/actor.ts';
import type { Chunks } from '#domain/chunks.ts';
import { formComponentLabel } from '#domain/enumerations/form-component.ts';
import { newForm } from '#domain/forms/editing.ts';
import { fieldColumns, fieldOfRow, problemsOfRow, rowOfField } from '#domain/forms/field-rows.ts';
import { innerFields, withInnerFields } from '#domain/forms/inner-fields.ts';
import type { FieldKind } from '#domain/forms/kinds/kind.ts';
import { fieldKinds } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { placeOfProblem } from '#domain/forms/problem-places.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type {
  SheetChange,
  SheetProblem,
  SheetRow,
  SheetValue,
  UploadedRow,
} from '#domain/sheets/import-sheet.ts';
import { sortByPosition } from '#domain/sheets/sort-by-position.ts';
import { hasRequiredCells, importableSheet, problemAt } from '#server/framework/lists/importable-sheet.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { problemsOfModel } from './form-overview.ts';
import { listLatestForms, lockForms } from './queries.ts';
import { clearFormCache, publishForm } from './service.ts';

interface State {
  existingRows: SheetRow[];
  forms: ReadonlyMap<string, FormModel>;
}

const text = (value: SheetValue | undefined) => (typeof value === 'string' ? value : '');
/** Splits an id: `goods.price` into the field around and its own, `place` into no field and itself. */
const pathOf = (id: string): [around: string, id: string] => {
  const dot = id.lastIndexOf('.');
  return dot < 0 ? ['', id] : [id.slice(0, dot), id.slice(dot + 1)];
};

/** Returns a row for each field, and after it for the fields inside it. */
function rowsOf({ globalConfig, schema }: FormModel): SheetRow[] {
  const head = { form: globalConfig.code, formName: globalConfig.title };
  const rowsIn = (fields: readonly FieldModel[], prefix: string): SheetRow[] =>
    fields.flatMap((field, index) => [
      { ...head, id: prefix + field.id, ...rowOfField(field, index + 1) },
      ...rowsIn(innerFields(field), `${prefix}${field.id}.`),
    ]);
  return rowsIn(schema.fields, '');
}

/** Returns the fields with the changes of the rows, in the order given by the rows. */
function applyRowsToFields(
  current: readonly FieldModel[],
  rows: readonly { id: string; values: SheetRow; was: SheetRow | undefined }[],
): FieldModel[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const positionOf = (values: SheetRow | undefined) =>
    typeof values?.order === 'number' ? values.order : undefined;
  const known = new Set(current.map(({ id }) => id));
  return sortByPosition(
    current.map((field) => {
      const values = byId.get(field.id)?.values;
      return { item: values ? fieldOfRow(field, field.id, values) : field, position: positionOf(values) };
    }),
    rows
      .filter(({ id }) => !known.has(id))
      .map(({ id, values }) => ({ item: fieldOfRow(undefined, id, values), position: positionOf(values) })),
  );
}

/** Returns a form with the changes of its rows. */
function applyRowsToForm(code: string, changes: readonly SheetChange[], { forms }: State): FormModel {
  const emptyForm = newForm(code, '');
  const current = forms.get(code) ?? { ...emptyForm, schema: { fields: [] } };
  const rowsAround = Map.groupBy(
    changes.map(({ values, was }) => {
      const [around, id] = pathOf(text(values.id));
      return { around, id, values, was };
    }),
    ({ around }) => around,
  );
  const applyIn = (fields: readonly FieldModel[], around: string): FieldModel[] => {
    const applied = applyRowsToFields(fields, rowsAround.get(around) ?? []);
    const prefix = around === '' ? '' : `${around}.`;
    return applied.map((field) => withInnerFields(field, applyIn(innerFields(field), prefix + field.id)));
  };
  const fields = applyIn(current.schema.fields, '');
  const title = text(changes[0]?.values.formName);
  return {
    ...current,
    globalConfig: { ...current.globalConfig, title },
    schema: { ...current.schema, fields },
  };
}

/** Returns the forms that rows would change, each with all its rows. */
function changedForms(changes: readonly SheetChange[]): [code: string, rows: SheetChange[]][] {
  const forms = Map.groupBy(changes, ({ values }) => text(values.form));
  return [...forms].filter(([, rows]) => rows.some(({ kind }) => kind !== 'same'));
}

function* problemsOf(
  changes: readonly SheetChange[],
  state: State,
  uploadedRows: readonly UploadedRow[],
): Chunks<SheetProblem[]> {
  const readable = changes.filter(hasRequiredCells(fieldColumns));
  const readableSet = new Set(readable);
  const invalid = new Set(
    changes.filter((change) => !readableSet.has(change)).map(({ values }) => values.form),
  );
  const problems: SheetProblem[] = [];
  for (const [code, rows] of changedForms(readable)) {
    const cells: SheetProblem[] = [];
    const nesting = nestingFieldsOf(code, rows, state);
    for (const change of rows) {
      yield;
      cells.push(...problemsOfCells(change, rows, nesting));
    }
    problems.push(...cells);
    // A form with an unreadable cell cannot be checked further.
    if (cells.length > 0 || invalid.has(code) || uploadedRows.length > changes.length) continue;
    const model = applyRowsToForm(code, rows, state);
    const rowOf = new Map(rows.map((row) => [row.values.id, row]));
    const changed = rows.find(({ kind }) => kind !== 'same');
    problems.push(
      ...problemsOfModel(model, state.forms.get(code)).map(({ field, message }) => {
        if (field.startsWith('globalConfig.code'))
          return problemAt(fieldColumns, rows[0] as SheetChange, 'form', message);
        const row = rowOf.get(idOfProblem(model, field)) ?? changed;
        return problemAt(fieldColumns, row ?? { row: 0 }, '', message);
      }),
    );
  }
  return problems;
}

/** Returns the ids of the fields with fields inside, in the form or by a row. */
function nestingFieldsOf(code: string, rows: readonly SheetChange[], { forms }: State): ReadonlySet<unknown> {
  const current = forms.get(code);
  return new Set<unknown>([
    ...(current ? rowsOf(current) : []).map(({ id }) => pathOf(text(id))[0]),
    ...rows.filter(({ values }) => nestingKinds.has(text(values.kind))).map(({ values }) => values.id),
  ]);
}

const nestingKinds: ReadonlySet<string> = new Set(
  Object.values<FieldKind>(fieldKinds).flatMap(({ nests, component }) =>
    nests === undefined ? [] : formComponentLabel[component],
  ),
);

/** Returns the id of the field of a validation problem, as in rows. */
function idOfProblem({ schema }: FormModel, path: string): string | undefined {
  let inner = schema.fields;
  const ids = placeOfProblem(schema.fields, path).flatMap((index) => {
    const field = inner[index];
    inner = field ? innerFields(field) : [];
    return field?.id ?? [];
  });
  return ids.length === 0 ? undefined : ids.join('.');
}

function problemsOfCells(
  change: SheetChange,
  rows: readonly SheetChange[],
  nesting: ReadonlySet<unknown>,
): SheetProblem[] {
  const { values, kind } = change;
  const problemIn = (key: string, message: string) => problemAt(fieldColumns, change, key, message);
  const name = text(rows[0]?.values.formName);
  const others =
    values.formName === name ? [] : [problemIn('formName', `与第 ${rows[0]?.row} 行的“${name}”不一致`)];
  if (kind === 'same') return others;
  const [around] = pathOf(text(values.id));
  return [
    ...others,
    ...(around !== '' && !nesting.has(around)
      ? [problemIn('id', `没有标识为“${around}”的表格、列表或对象`)]
      : []),
    ...problemsOfRow(values).map(({ key, message }) => problemIn(key, message)),
  ];
}

/**
 * 表单字段 as a spreadsheet, a row for each field, also inside others; a form with a difference is
 * published.
 */
export const sheetOfFields = importableSheet<State>({
  name: 'form-fields',
  title: '表单字段',
  columns: () => fieldColumns,
  keys: ['form', 'id'],
  permission: Permission.publishForm,
  lockOffice: lockOfficeParts,
  lock: lockForms,
  async read(db) {
    const models = (await listLatestForms(db)).map(({ model }) => model as FormModel);
    return {
      existingRows: models.flatMap(rowsOf),
      forms: new Map(models.map((model) => [model.globalConfig.code, model])),
    };
  },
  check: problemsOf,
  async apply(tx, changes, state, context, { actor }) {
    for (const [code, rows] of changedForms(changes)) {
      const result = await publishForm(tx, context, actor, applyRowsToForm(code, rows, state));
      if (isRefusal(result)) throw new Error(`Rows without validation problems were refused: ${code}`);
    }
  },
  clearCache: clearFormCache,
});
