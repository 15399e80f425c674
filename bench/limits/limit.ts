import type { SentStatement } from './capture.ts';
import { runByDriver } from './driver.ts';
import type { LimitReport, LimitRun, LimitStatement } from './limit-run.ts';
import { findPgbench, runByPgbench } from './pgbench.ts';

const pgbench = findPgbench();
export const limitTool = pgbench ? 'pgbench' : 'the plain driver (pgbench is not installed)';

/** Runs the statements repeatedly, with as little overhead around PostgreSQL as this machine allows. */
export function runLimit(statements: readonly LimitStatement[], run: LimitRun): Promise<LimitReport> {
  return pgbench ? runByPgbench(pgbench, statements, run) : runByDriver(statements, run);
}

/** Returns the same statement as a service sends, with the same values each time. */
export function toLimitStatement({ text, values }: SentStatement): LimitStatement {
  return { text, values: values.map(wireText) };
}

/**
 * Changes the statement of a service to write a new order each time: replaces the id of the captured order in
 * every value by `freshId` (SQL that returns a uuid).
 */
export function toNewOrderStatement(
  statement: SentStatement,
  capturedId: string,
  freshId: string,
  otherFreshValues: Record<string, string> = {},
): LimitStatement {
  const values = statement.values.map(wireText);
  const text = statement.text.replace(/\$(\d+)/g, (parameter, parameterNumber: string) => {
    const value = values[Number(parameterNumber) - 1] ?? '';
    if (value === capturedId) return '(select id from fresh)';
    let replaced = parameter;
    for (const [old, expression] of Object.entries({
      [capturedId]: '(select id::text from fresh)',
      ...otherFreshValues,
    })) {
      if (value.includes(old)) replaced = `replace(${replaced}::text, '${old}', ${expression})`;
    }
    return replaced;
  });
  if (!/^\s*with /i.test(text))
    throw new Error('Only a statement that begins with WITH can be given new orders');
  return {
    text: text.replace(/^\s*with /i, `with fresh as materialized (select ${freshId} as id), `),
    values,
  };
}

/** Returns a value as the text that the driver would send. */
function wireText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(String(item))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
