import type { Problem } from '../refusals/refusals.ts';
import { formLimits } from './limits.ts';
import type { FieldModel } from './model.ts';

/** Place of a problem: the indexes of the field and of the fields inside it; empty if it concerns the whole form. */
export type ProblemPlace = readonly number[];

interface UncheckedFieldModel extends Partial<Pick<FieldModel, 'id' | 'title'>> {
  columns?: readonly UncheckedFieldModel[];
  fields?: readonly UncheckedFieldModel[];
}

/**
 * Returns the place for a problem's path: `goods`, `goods[].price` and `address.street` name fields by id,
 * `schema.fields[3].columns[1]` fields without an id. If two fields have the same id, it is the later one,
 * which must be renamed.
 */
export function placeOfProblem(fields: readonly UncheckedFieldModel[], path: string): ProblemPlace {
  const place: number[] = [];
  let inner = fields;
  for (const step of path.replace(/^schema\./, '').split(/(?:\[\])?\./)) {
    const [, index] = /^(?:fields|columns)\[(\d+)\]$/.exec(step) ?? [];
    const found = index === undefined ? placeOf(inner, step) : Number(index);
    if (found === undefined || inner[found] === undefined) break;
    place.push(found);
    inner = inner[found].columns ?? inner[found].fields ?? [];
  }
  return place;
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
  let [where, word, inner] = ['', '项', fields];
  for (const index of placeOfProblem(fields, path)) {
    const field = inner[index];
    where += `第 ${index + 1} ${word}${nameOf(field)}`;
    word = field?.columns ? '列' : '项';
    inner = field?.columns ?? field?.fields ?? [];
  }
  return where === '' ? message : `${where}：${message}`;
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

/** Reads any list as fields, with those inside them as deep as a form may have them. */
function readFields(list: unknown, depth = 0): UncheckedFieldModel[] {
  if (!Array.isArray(list) || depth > formLimits.nesting) return [];
  return list.map((entry) => {
    if (typeof entry !== 'object' || entry === null) return {};
    const { columns, fields, ...field } = entry as UncheckedFieldModel;
    return {
      ...field,
      ...(columns !== undefined && { columns: readFields(columns, depth + 1) }),
      ...(fields !== undefined && { fields: readFields(fields, depth + 1) }),
    };
  });
}

function fieldsOf(json: string): readonly UncheckedFieldModel[] {
  try {
    const model = JSON.parse(json) as { schema?: { fields?: unknown } } | null;
    return readFields(model?.schema?.fields);
  } catch {
    return [];
  }
}
