import type { Problem } from '../refusals/refusals.ts';
import type { FieldModel } from './model.ts';

/**
 * Place of a problem: the index of the field and column; both undefined if the problem concerns the whole
 * form.
 */
export interface ProblemPlace {
  field: number | undefined;
  column: number | undefined;
}

interface UncheckedFieldModel extends Partial<Pick<FieldModel, 'id' | 'title'>> {
  columns?: readonly UncheckedFieldModel[];
}

/**
 * Returns the place for a problem's path: `goods` and `goods[].price` name fields by id,
 * `schema.fields[3].columns[1]` fields without an id. If two fields have the same id, it is the later one,
 * which must be renamed.
 */
export function placeOfProblem(fields: readonly UncheckedFieldModel[], path: string): ProblemPlace {
  const [, fieldIndex, fieldId = '', rest = ''] =
    /^(?:schema\.fields\[(\d+)\]|([^.[]+))(.*)$/.exec(path) ?? [];
  const field = fieldIndex === undefined ? placeOf(fields, fieldId) : Number(fieldIndex);
  if (field === undefined || fields[field] === undefined) return { field: undefined, column: undefined };
  const [, columnIndex, column] = /^(?:\.columns\[(\d+)\]|\[\]\.([^.[]+))/.exec(rest) ?? [];
  if (columnIndex !== undefined) return { field, column: Number(columnIndex) };
  return { field, column: column === undefined ? undefined : placeOf(fields[field].columns ?? [], column) };
}

function placeOf(fields: readonly UncheckedFieldModel[], id: string): number | undefined {
  const index = fields.findLastIndex((field) => field?.id === id);
  return index < 0 ? undefined : index;
}

/**
 * Returns a problem with its place as text, such as `第 3 项“物品”第 2 列“单价”：缺少选项`; the message alone if no field
 * is found.
 */
export function problemWithPlace(
  fields: readonly UncheckedFieldModel[],
  { field: path, message }: Problem,
): string {
  const { field, column } = placeOfProblem(fields, path);
  if (field === undefined) return message;
  const columns = fields[field]?.columns ?? [];
  const where = `第 ${field + 1} 项${nameOf(fields[field])}`;
  return column === undefined
    ? `${where}：${message}`
    : `${where}第 ${column + 1} 列${nameOf(columns[column])}：${message}`;
}

function nameOf(field: UncheckedFieldModel | undefined): string {
  const title = typeof field?.title === 'string' ? field.title.trim() : '';
  return title === '' ? '（未命名）' : `“${title}”`;
}

/**
 * Returns a function that adds the place to problems of a form given as JSON; if the text contains no form,
 * messages are unchanged.
 */
export function createProblemFormatter(json: string): (problem: Problem) => string {
  const fields = fieldsOf(json);
  return (problem) => problemWithPlace(fields, problem);
}

/** Reads any list as fields. */
function readFields(list: unknown): UncheckedFieldModel[] {
  if (!Array.isArray(list)) return [];
  return list.map((entry) =>
    typeof entry === 'object' && entry !== null ? (entry as UncheckedFieldModel) : {},
  );
}

function fieldsOf(json: string): readonly UncheckedFieldModel[] {
  try {
    const model = JSON.parse(json) as { schema?: { fields?: unknown } } | null;
    const fields = model?.schema?.fields;
    return readFields(fields).map(({ columns, ...field }) => ({ ...field, columns: readFields(columns) }));
  } catch {
    return [];
  }
}
