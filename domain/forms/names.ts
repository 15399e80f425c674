import type { Problem } from '../refusals/refusals.ts';
import { problemOfLength, problemOfLine } from '../texts/characters.ts';
import { fieldsWithPaths } from './inner-fields.ts';
import type { FieldModel, FormModel } from './model.ts';

/** Maximum length of a title, for display in lists. */
const maxTitleLength = 100;

/**
 * Returns the problems of the names of a form, its fields and their choices, which appear in lists, documents
 * and messages. NOTE: only for forms that are to be published; forms published before these rules must stay
 * readable.
 */
export function problemsOfNames({ globalConfig: { title }, schema }: FormModel): Problem[] {
  const titleProblems = [
    problemOfLine(title, '表单名称'),
    problemOfLength(title, maxTitleLength, '表单名称'),
  ];
  return [
    ...titleProblems
      .flatMap((message) => message ?? [])
      .map((message) => ({ field: 'globalConfig.title', message })),
    ...fieldsWithPaths(schema.fields).flatMap(({ field, path }) => problemsOfField(field, path)),
  ];
}

function problemsOfField({ title, options = [] }: FieldModel, field: string): Problem[] {
  const problems = [
    problemOfLine(title, '字段名称'),
    ...options.map(({ label }) => problemOfLine(label, `选项“${label}”`)),
  ];
  return problems.flatMap((message) => message ?? []).map((message) => ({ field, message }));
}
