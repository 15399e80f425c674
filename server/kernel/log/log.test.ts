import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { testDatabase } from '#test/world/database.ts';
import { createLog } from './log.ts';

const { db } = await testDatabase();
const idCard = '330127199003129970';

beforeAll(async () => {
  await sql`create table people (id_card text primary key, age integer, check (age < 200))`.execute(db);
  await sql`insert into people values (${idCard}, 36)`.execute(db);
});

/** Returns the log line about the error of this statement. */
async function lineOf(
  statement: Promise<unknown>,
  wrap = (error: unknown): object => ({ error }),
): Promise<string> {
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  await statement.catch((error: unknown) => log.error(wrap(error), 'A call failed'));
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

describe('the log of a refused statement', () => {
  test('contains the constraint but not the certificate number that violated it', async () => {
    const line = await lineOf(sql`insert into people values (${idCard}, 1)`.execute(db));
    expect(line).not.toContain(idCard);
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      message: 'A call failed',
      error: {
        code: '23505',
        table: 'people',
        constraint: 'people_pkey',
        stack: expect.stringMatching(/duplicate key value violates unique constraint "people_pkey"\n\s+at /),
      },
    });
  });

  test('contains no row that violates a check', async () => {
    const line = await lineOf(sql`insert into people values (${`${idCard}X`}, 300)`.execute(db));
    expect(line).not.toContain(idCard);
    expect(line).toContain('people_age_check');
  });

  test('contains no value of a wrong type', async () => {
    const line = await lineOf(sql`select ${`张伟"${idCard}`}::integer`.execute(db));
    expect(line).not.toContain(idCard);
    expect(line).not.toContain('张伟');
    expect(line).toContain('invalid input syntax for type integer: \\"…\\"');
  });

  test('contains the first of many errors and their count', async () => {
    const lines: string[] = [];
    const errors = Array.from({ length: 300 }, (_, number) => new Error(`The row ${number} failed`));
    createLog('warn', (line) => lines.push(line)).error(
      { error: new AggregateError(errors, 'Some') },
      'A pass',
    );
    const { error } = JSON.parse(lines[0] ?? '');
    expect(error.count).toBe(300);
    expect(error.errors).toHaveLength(3);
    expect(error.errors[0].stack).toContain('The row 0 failed');
  });

  test('contains no value when the error is nested in another error', async () => {
    const failingStatement = () => sql`select ${idCard}::boolean`.execute(db);
    const asCause = await lineOf(failingStatement(), (error) => ({
      error: new Error('The page failed', { cause: error }),
    }));
    const asOne = await lineOf(failingStatement(), (error) => ({
      error: new AggregateError([error], 'All failed'),
    }));
    for (const line of [asCause, asOne]) {
      expect(line).toContain('22P02');
      expect(line).not.toContain(idCard);
    }
  });
});

describe('the log of the embedded PostgreSQL', () => {
  test('contains no values, rows or refused statements', async () => {
    const client = new pg.Client({ connectionString: inject('adminUrl') });
    await client.connect();
    const { rows } = await client.query(
      `select name, setting from pg_settings where name in ('log_parameter_max_length',
        'log_parameter_max_length_on_error', 'log_min_error_statement', 'log_error_verbosity', 'log_min_messages',
        'log_statement') order by name`,
    );
    await client.end();
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      log_error_verbosity: 'terse',
      log_min_error_statement: 'panic',
      log_min_messages: 'log',
      log_parameter_max_length: '0',
      log_parameter_max_length_on_error: '0',
      log_statement: 'none',
    });
  });
});
