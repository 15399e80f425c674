import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { installErrorHandling } from '#server/kernel/http/errors.ts';
import { createLog } from '#server/kernel/log/log.ts';
import { testDatabase } from '#test/world/database.ts';
import { openFreezableProxy } from '#test/world/freezable-proxy.ts';
import { connect } from './connect.ts';
import { removeTimeoutInTransaction } from './named-statement-client.ts';

/** A database that accepts connections and does not answer: a frozen machine, or a silently cut network. */

const proxy = await openFreezableProxy((await testDatabase()).url);
const database = await connect(proxy.url, { max: 3, heartbeat: { intervalMs: 20, answerTimeoutMs: 200 } });
const { pool } = database;
const log = createLog('error');

afterEach(() => proxy.resume());
afterAll(async () => {
  await database.close();
  proxy.close();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(10);
}

describe('a database that does not answer', () => {
  test('makes running and new queries fail at once, and is used again when it answers', async () => {
    const catchError = (query: Promise<unknown>) => query.catch((error: Error) => error);
    const runningQuery = catchError(pool.query('select pg_sleep(30)'));
    const transaction = await pool.connect();
    await transaction.query('begin');
    proxy.freeze();
    const transactionQuery = catchError(transaction.query('select 1'));
    const failures = await Promise.all([runningQuery, transactionQuery]);
    for (const failure of failures) expect(failure).toMatchObject({ code: 'DATABASE_SILENT' });
    transaction.release();
    expect(pool.isSilent()).toBe(true);
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'DATABASE_SILENT' });
    await expect(pool.connect()).rejects.toMatchObject({ code: 'DATABASE_SILENT' });
    proxy.resume();
    await until(() => !pool.isSilent());
    const answer = await pool.query<{ one: number }>('select 1 as one');
    expect(answer.rows).toEqual([{ one: 1 }]);
  });

  test('makes a call return 503 with its request id and Retry-After', async () => {
    const fastify = Fastify({ genReqId: () => 'number' });
    installErrorHandling(fastify, log);
    fastify.get('/call', async () => await pool.query('select 1'));
    proxy.freeze();
    const answer = await fastify.inject('/call');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.json()).toMatchObject({ requestId: 'number' });
    proxy.resume();
    await until(() => !pool.isSilent());
    expect((await fastify.inject('/call')).statusCode).toBe(200);
  });

  test('is not assumed for a statement that takes long', async () => {
    const slow = await pool.query<{ done: string }>("select 'done' as done from pg_sleep(0.6)");
    expect(slow.rows).toEqual([{ done: 'done' }]);
    expect(pool.isSilent()).toBe(false);
  });

  test('is not assumed when the process itself was blocked', async () => {
    const end = Date.now() + 500;
    while (Date.now() < end);
    await wait(50);
    expect(pool.isSilent()).toBe(false);
    expect((await pool.query('select 1')).rowCount).toBe(1);
  });
});

describe('a single dead connection', () => {
  // A second, because other work may delay the database for less.
  const silenceLimit = { intervalMs: 50, checks: 20 };

  test('fails after its time limit, although the database answers', async () => {
    const connectionProxy = await openFreezableProxy(proxy.url);
    const isolated = await connect(connectionProxy.url, { max: 2, silenceLimit });
    const client = await isolated.pool.connect();
    connectionProxy.freeze();
    await expect(client.query('select 1')).rejects.toMatchObject({ code: 'DATABASE_SILENT' });
    client.release();
    expect(isolated.pool.isSilent()).toBe(false);
    connectionProxy.resume();
    expect((await isolated.pool.query('select 1')).rowCount).toBe(1);
    await isolated.close();
    connectionProxy.close();
  });

  test('is not assumed without a pending answer or while an answer is arriving', async () => {
    const other = await connect(proxy.url, { max: 2, silenceLimit });
    const client = await other.pool.connect();
    await client.query('begin');
    await wait(1_500);
    expect((await client.query('select 1')).rowCount).toBe(1);
    // Rows that arrive slowly, one network packet at a time.
    const slow = await client.query("select repeat('x', 20000), pg_sleep(0.05) from generate_series(1, 30)");
    expect(slow.rowCount).toBe(30);
    client.release();
    await other.close();
  });

  test('is not assumed while its time limit is lifted, until the connection is returned', async () => {
    const other = await connect(proxy.url, { max: 1, silenceLimit });
    const client = await other.pool.connect();
    await client.query('begin');
    await client.query(removeTimeoutInTransaction);
    expect((await client.query('select pg_sleep(1.5)')).rowCount).toBe(1);
    await client.query('commit');
    client.release();
    await expect(other.pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: 'DATABASE_SILENT' });
    await other.close();
  });
});

test('an unreachable database causes a connection error and does not count as silent', async () => {
  const closedProxy = await openFreezableProxy(proxy.url);
  const other = await connect(closedProxy.url, {
    max: 1,
    heartbeat: { intervalMs: 20, answerTimeoutMs: 200 },
  });
  closedProxy.close();
  await wait(100);
  await expect(other.pool.query('select 1')).rejects.toThrow(/ECONNREFUSED|terminated/);
  expect(other.pool.isSilent()).toBe(false);
  await other.close();
});
