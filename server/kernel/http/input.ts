import { z } from 'zod';
import { removeEmptyFilters } from '#domain/lists/filters.ts';
import { maxProblems, type Problem } from '#domain/refusals/refusals.ts';
import { tooLongText } from '#domain/texts/characters.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import { invalidCharactersText, isCleanText, shapeLimits } from '#domain/texts/json-shape.ts';

/**
 * Returns the shape problems of any call, independent of its schema: invalid characters, too deep, too many
 * values or keys. Stops at an exceeded limit, so that the cost of an input is limited.
 */
export function checkShape(value: unknown): Problem[] {
  const problems: Problem[] = [];
  let values = 0;
  let keys = 0;
  const stop = (field: string, message: string): false => {
    problems.push({ field, message });
    return false;
  };
  /** Adds a problem; returns true until there are more than are reported. */
  const report = (field: string): boolean =>
    problems.push({ field, message: invalidCharactersText }) <= maxProblems;
  const visitKeys = (object: object, field: string, depth: number): boolean => {
    const entries = Object.entries(object);
    keys += entries.length;
    if (keys > shapeLimits.keys || entries.length > shapeLimits.keysOfObject) return stop(field, tooManyKeys);
    return entries.every(([key, item]) => {
      if (key.length > shapeLimits.keyLength) return stop(field, '参数名过长');
      if (!isCleanText(key) && !report(field)) return false;
      return visit(item, joinField(field, key), depth + 1);
    });
  };
  const visit = (current: unknown, field: string, depth: number): boolean => {
    values += 1;
    if (values > shapeLimits.values) return stop('', '提交的内容过多');
    if (depth > shapeLimits.depth) return stop(field, '提交的内容层级过深');
    if (typeof current === 'string') return isCleanText(current) || report(field);
    if (Array.isArray(current)) {
      return current.every((item, index) => visit(item, joinField(field, index), depth + 1));
    }
    return typeof current !== 'object' || current === null || visitKeys(current, field, depth);
  };
  visit(value, '', 0);
  return problems;
}

const tooManyKeys = '提交的参数过多';

function joinField(parent: string, key: PropertyKey): string {
  return parent === '' ? String(key) : `${parent}.${String(key)}`;
}

/**
 * Checks a value by its schema. Zod formats all issues when one is requested, so the first ones are taken
 * from its payload: as many as are reported, and one more, which shows that there are more.
 */
function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { data: z.output<S> } | { problems: Problem[] } {
  const context = { async: false, error: describe } as const;
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new Error('An input schema must not be asynchronous');
  if (result.issues.length === 0) return { data: result.value as z.output<S> };
  const first = result.issues.slice(0, maxProblems + 1);
  return {
    problems: problemsOf(first.map((issue) => z.core.util.finalizeIssue(issue, context, z.config()))),
  };
}

function problemsOf(issues: readonly z.core.$ZodIssue[], parent = ''): Problem[] {
  return issues.flatMap((issue) => {
    const field = issue.path.reduce<string>(joinField, parent);
    if (issue.code === 'invalid_union') {
      const intended = intendedUnionMember(issue);
      if (intended) return problemsOf(intended.slice(0, maxProblems + 1), field);
    }
    if (issue.code === 'unrecognized_keys') {
      return issue.keys
        .slice(0, maxProblems + 1)
        .map((key) => ({ field: joinField(field, key), message: '不支持的参数' }));
    }
    return [{ field, message: issue.message }];
  });
}

/**
 * Returns the issues of the union member that is meant: the closest one of the same kind (a list, an object).
 */
function intendedUnionMember({
  errors,
}: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | undefined {
  const isOfKind = (form: readonly z.core.$ZodIssue[]) =>
    !form.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
  return errors.filter(isOfKind).sort((one, other) => one.length - other.length)[0];
}

const chinese = z.locales.zhCN().localeError;

type SchemaIssue = Parameters<typeof chinese>[0];

/** Returns the default text of an issue, for a schema without a text of its own. */
function describe(issue: SchemaIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? inputText.missing : inputText.badFormat;
  if (issue.code === 'invalid_format') return inputText.badFormat;
  if (issue.code === 'invalid_value') return inputText.notAnOption;
  if (issue.code === 'too_small') return describeTooSmall(issue.origin, Number(issue.minimum));
  if (issue.code === 'too_big') return describeTooBig(issue.origin, Number(issue.maximum));
  const translated = chinese(issue);
  return typeof translated === 'string' ? translated : translated?.message;
}

function describeTooSmall(origin: string, minimum: number): string {
  if (origin === 'string') return minimum === 1 ? inputText.missing : `至少${minimum}个字`;
  if (origin === 'array') return `至少${minimum}项`;
  return `不能小于${minimum}`;
}

function describeTooBig(origin: string, maximum: number): string {
  if (origin === 'string') return tooLongText(maximum);
  if (origin === 'array') return `最多${maximum}项`;
  return `不能大于${maximum}`;
}

export type ParsedInput =
  | { values: { params: unknown; query: unknown; body: unknown } }
  | { problems: Problem[] };

/**
 * Checks all three parts of a call and returns all their problems at once (S0 §8). Empty query fields count
 * as not sent: `status=` is no status, here for every call (S0 §5), and in the body of a call that is a
 * query.
 */
export function parseInput(
  schemas: { params: z.ZodType; query: z.ZodType; body: z.ZodType; filtersInBody?: boolean },
  input: { params: unknown; query: object; body: unknown },
): ParsedInput {
  const shape = [...checkShape(input.params), ...checkShape(input.query), ...checkShape(input.body)];
  if (shape.length > 0) return { problems: shape };
  const params = check(schemas.params, input.params);
  const query = check(schemas.query, removeEmptyFilters({ ...input.query }));
  const body = check(schemas.body, schemas.filtersInBody ? removeEmptyOfBody(input.body) : input.body);
  if ('data' in params && 'data' in query && 'data' in body) {
    return { values: { params: params.data, query: query.data, body: body.data } };
  }
  return { problems: [params, query, body].flatMap((part) => ('data' in part ? [] : part.problems)) };
}

function removeEmptyOfBody(body: unknown): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? removeEmptyFilters({ ...body }) : body;
}

/**
 * Parses the fields of a form with files, which arrive one by one; with the same messages as any other input.
 */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  input: Readonly<Record<string, unknown>>,
): { values: z.output<Schema> } | { problems: Problem[] } {
  const shape = checkShape(input);
  if (shape.length > 0) return { problems: shape };
  const read = check(schema, { ...input });
  return 'data' in read ? { values: read.data } : read;
}
