import { Permission } from '#domain/access/actor.ts';
import type { Chunks } from '#domain/chunks.ts';
import { newForm } from '#domain/forms/editing.ts';
import { fieldColumns, fieldOfRow, problemsOfRow, rowOfField } from '#domain/forms/field-rows.ts';
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
/** Splits an id: `goods.price` into the table and its column, `place` into the field alone. */
const pathOf = (id: string): [field: string, column: string | undefined] => {
  const dot = id.indexOf('.');
  return dot < 0 ? [id, undefined] : [id.slice(0, dot), id.slice(dot + 1)];
};

/** Returns a row for each field, and after a table for its columns. */
function rowsOf({ globalConfig, schema }: FormModel): SheetRow[] {
  const head = { form: globalConfig.code, formName: globalConfig.title };
  return schema.fields.flatMap((field, fieldIndex) => [
    { ...head, id: field.id, ...rowOfField(field, fieldIndex + 1) },
    ...(field.columns ?? []).map((column, index) => ({
      ...head,
      id: `${field.id}.${column.id}`,
      ...rowOfField(column, index + 1),
    })),
  ]);
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
  const rows = changes.map(({ values, was }) => {
    const [field, column] = pathOf(text(values.id));
    return { id: field, column, values, was };
  });
  const own = applyRowsToFields(
    current.schema.fields,
    rows.filter(({ column }) => column === undefined),
  );
  const columnRowsByTable = Map.groupBy(
    rows.flatMap(({ id, column, values, was }) =>
      column === undefined ? [] : [{ table: id, id: column, values, was }],
    ),
    ({ table }) => table,
  );
  const fields = own.map((field) => {
    const columns = columnRowsByTable.get(field.id);
    return columns ? { ...field, columns: applyRowsToFields(field.columns ?? [], columns) } : field;
  });
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
    const tables = tablesOf(code, rows, state);
    for (const change of rows) {
      yield;
      cells.push(...problemsOfCells(change, rows, tables));
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

/** Returns the ids of the fields that are tables in the form, or become tables by a row. */
function tablesOf(code: string, rows: readonly SheetChange[], { forms }: State): ReadonlySet<unknown> {
  const current = forms.get(code)?.schema.fields ?? [];
  return new Set<unknown>([
    ...current.filter(({ columns }) => columns).map(({ id }) => id),
    ...rows.filter(({ values }) => values.kind === '表格').map(({ values }) => values.id),
  ]);
}

/** Returns the id of the field or column of a validation problem, as in rows. */
function idOfProblem({ schema }: FormModel, path: string): string | undefined {
  const place = placeOfProblem(schema.fields, path);
  const field = schema.fields[place.field ?? -1];
  const column = field?.columns?.[place.column ?? -1];
  return column ? `${field?.id}.${column.id}` : field?.id;
}

function problemsOfCells(
  change: SheetChange,
  rows: readonly SheetChange[],
  tables: ReadonlySet<unknown>,
): SheetProblem[] {
  const { values, kind } = change;
  const problemIn = (key: string, message: string) => problemAt(fieldColumns, change, key, message);
  const name = text(rows[0]?.values.formName);
  const others =
    values.formName === name ? [] : [problemIn('formName', `与第 ${rows[0]?.row} 行的“${name}”不一致`)];
  if (kind === 'same') return others;
  const [field, column] = pathOf(text(values.id));
  return [
    ...others,
    ...(column !== undefined && !tables.has(field) ? [problemIn('id', `没有标识为“${field}”的表格`)] : []),
    ...problemsOfRow(values).map(({ key, message }) => problemIn(key, message)),
  ];
}

/**
 * 表单字段 as a spreadsheet, a row for each field and for each column of a table; a form with a difference is
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
