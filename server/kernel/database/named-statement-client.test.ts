import { expect, test } from 'vitest';
import { testDatabase } from '#test/world/database.ts';

const { pool } = await testDatabase({ max: 1 });

test('rare statement texts do not use up the names for frequent ones', async () => {
  const client = await pool.connect();
  const named = async (part: string) => {
    const { rows } = await client.query(
      `select count(*)::int as times from pg_prepared_statements where statement like '%${part}%'`,
    );
    return rows[0].times as number;
  };
  // Like a list with many combinations of filters, each used twice.
  for (let shape = 0; shape < 2400; shape += 1) {
    for (const value of [1, 2]) await client.query(`select $1::int as tried_${shape}`, [value]);
  }
  for (let time = 0; time < 100; time += 1) await client.query('select $1::int as come_late', [time]);
  expect(await named('tried_')).toBeLessThan(60);
  expect(await named('come_late')).toBe(1);
  client.release();
});
