import { z } from 'zod';
import { dropEmptyFilters } from '#domain/lists/filters.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import { isCleanText, maximumDepth, maximumValues, uncleanText } from './json-shape.ts';

/** Problems of shape that hold for every call whatever its schema: bad characters, too deep, too many values. */
export function checkShape(value: unknown): Problem[] {
  const problems: Problem[] = [];
  let values = 0;
  const visit = (current: unknown, field: string, depth: number): boolean => {
    values += 1;
    if (values > maximumValues) {
      problems.push({ field: '', message: '提交的内容过多' });
      return false;
    }
    if (depth > maximumDepth) {
      problems.push({ field, message: '提交的内容层级过深' });
      return false;
    }
    if (typeof current === 'string') {
      if (!isCleanText(current)) problems.push({ field, message: uncleanText });
      return true;
    }
    if (Array.isArray(current)) {
      return current.every((item, index) => visit(item, joinField(field, index), depth + 1));
    }
    if (typeof current === 'object' && current !== null) {
      return Object.entries(current).every(([key, item]) => {
        if (!isCleanText(key)) problems.push({ field, message: uncleanText });
        return visit(item, joinField(field, key), depth + 1);
      });
    }
    return true;
  };
  visit(value, '', 0);
  return problems;
}

function joinField(parent: string, key: PropertyKey): string {
  return parent === '' ? String(key) : `${parent}.${String(key)}`;
}

function problemsOf(error: z.ZodError): Problem[] {
  return error.issues.flatMap((issue) => {
    const field = issue.path.reduce<string>(joinField, '');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: joinField(field, key), message: '不支持的参数' }));
    }
    return [{ field, message: issue.message }];
  });
}

const chinese = z.locales.zhCN().localeError;

type Issue = Parameters<typeof chinese>[0];

/** The text of the schema's author comes first; this is what is said where it gave none. */
function describe(issue: Issue): string | undefined {
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
  if (origin === 'string') return `最多${maximum}个字`;
  if (origin === 'array') return `最多${maximum}项`;
  return `不能大于${maximum}`;
}

export type Parsed = { values: { params: unknown; query: unknown; body: unknown } } | { problems: Problem[] };

/**
 * Checks all three parts of a call and gives every problem of all of them at once (S0 §8). What is empty in a query was
 * not asked for: `status=` is no status, here for every call (S0 §5).
 */
export function parseInput(
  schemas: { params: z.ZodType; query: z.ZodType; body: z.ZodType },
  sent: { params: unknown; query: object; body: unknown },
): Parsed {
  const shape = [...checkShape(sent.params), ...checkShape(sent.query), ...checkShape(sent.body)];
  if (shape.length > 0) return { problems: shape };
  const options = { error: describe };
  const params = schemas.params.safeParse(sent.params, options);
  const query = schemas.query.safeParse(dropEmptyFilters({ ...sent.query }), options);
  const body = schemas.body.safeParse(sent.body, options);
  if (params.success && query.success && body.success) {
    return { values: { params: params.data, query: query.data, body: body.data } };
  }
  const problems = [params, query, body].flatMap((part) => (part.success ? [] : problemsOf(part.error)));
  return { problems };
}

/** The fields of a form with files, which come one by one; the same words for the same faults as of any other input. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  sent: Readonly<Record<string, unknown>>,
): { values: z.output<Schema> } | { problems: Problem[] } {
  const shape = checkShape(sent);
  if (shape.length > 0) return { problems: shape };
  const read = schema.safeParse({ ...sent }, { error: describe });
  return read.success ? { values: read.data } : { problems: problemsOf(read.error) };
}
