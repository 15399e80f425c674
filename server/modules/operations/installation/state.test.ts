import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { InstallationFigures } from '#contract/installation.ts';
import { Permission } from '#domain/access/actor.ts';
import { keyFolder, readKeyFile } from '#server/kernel/crypto/key-files.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { openInstallationKeys } from './service.ts';
import { tableTexts } from './table-labels.ts';

const portal = await testPortal({ settings: { SMS_PROVIDER: 'none' } });
const { config, db } = portal.context;
await openInstallationKeys(db, config, new Date('2026-03-01T00:00:00Z'));
await addPeople(portal, [
  { account: 'operator', name: '田野', permissions: [Permission.operateSystem] },
  { account: 'handler', name: '刘洋', permissions: [Permission.handle] },
]);

const path = '/api/administration/operation';

test('requires a session', async () => {
  expect((await portal.call(path)).body.errcode).toBe(401);
});

test('refuses a person without the permission', async () => {
  const token = await portal.signIn('handler');
  expect((await portal.call(path, { token })).body.errcode).toBe(403);
});

test('shows the system administrator mode, versions, key fingerprints and the connected systems', async () => {
  const token = await portal.signIn('operator');
  const { body, text } = await portal.call(path, { token });
  const data = body.data as unknown as Record<string, unknown> & { systems: { name: string }[] };
  expect(data).toMatchObject({
    mode: 'demo',
    markedAt: '2026-03-01T00:00:00.000Z',
    versions: {
      portal: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.versions.node,
      postgres: expect.stringMatching(/^\d+/),
      schema: expect.stringMatching(/^\d{4}-/),
    },
    process: { id: 'test' },
    keys: [{ name: 'audit.key' }, { name: 'encryption.key' }],
    files: 'disk',
  });
  const systemOf = (name: string) => data.systems.find((system) => system.name === name);
  expect(systemOf('sms')).toMatchObject({ connection: 'none', setting: 'SMS_PROVIDER' });
  expect(systemOf('chat')).toMatchObject({ label: '政务即时通讯', connection: 'twin' });
  expect(systemOf('sign-on')).toMatchObject({ connection: 'none' });
  for (const name of ['audit.key', 'encryption.key'] as const)
    expect(text).not.toContain(readKeyFile(keyFolder(config), name).toString('base64'));
});

describe('the figures (decision 0175)', () => {
  const show = async (): Promise<InstallationFigures> => {
    const token = await portal.signIn('operator');
    return (await portal.call(`${path}/figures`, { token })).body.data as unknown as InstallationFigures;
  };
  const retry = async (id: string, { account = 'operator', key = crypto.randomUUID() as string } = {}) =>
    await portal.call(`${path}/jobs/${id}/retry`, {
      token: await portal.signIn(account),
      json: {},
      headers: { 'idempotency-key': key },
    });
  /** Adds a job that was tried twice and waits for an hour. */
  const addFailedJob = async (change = sql`locked_at = null`, tries = sql`attempts = 2`): Promise<string> => {
    const { rows } = await sql<{
      id: string;
    }>`select id::text from graphile_worker.add_job('message.deliver')`.execute(db);
    const id = rows[0]?.id ?? '';
    await sql`update graphile_worker._private_jobs set ${tries}, last_error = 'secret of a person',
      run_at = clock_timestamp() + interval '1 hour', ${change} where id = ${id}::bigint`.execute(db);
    return id;
  };
  const isDue = async (id: string): Promise<boolean> => {
    const { rows } = await sql<{ due: boolean }>`
      select run_at <= clock_timestamp() as due from graphile_worker._private_jobs where id = ${id}::bigint`.execute(
      db,
    );
    return rows[0]?.due === true;
  };

  test('are visible only to the system administrator', async () => {
    expect((await portal.call(`${path}/figures`)).body.errcode).toBe(401);
    const token = await portal.signIn('handler');
    expect((await portal.call(`${path}/figures`, { token })).body.errcode).toBe(403);
    const id = await addFailedJob();
    expect((await retry(id, { account: 'handler' })).body.errcode).toBe(403);
    expect(await isDue(id)).toBe(false);
  });

  test('show failed jobs without their contents, sizes, disk space and the last backup', async () => {
    const id = await addFailedJob();
    const at = new Date('2026-03-02T01:00:00Z');
    await inTransaction(db, (tx) =>
      appendAudit(
        tx,
        { crypto: portal.context.crypto, now: () => at },
        {
          chain: 'installation',
          actor: undefined,
          action: 'installation.backed-up',
          objectKind: 'installation',
          objectId: '',
          detail: {},
          requestId: 'r',
        },
      ),
    );
    const figures = await show();
    expect(figures).toMatchObject({
      isUp: true,
      pool: { most: config.databaseConnections, isSilent: false },
    });
    expect(figures.database?.failed).toContainEqual({
      id,
      task: 'message.deliver',
      tries: 2,
      triesAtMost: 25,
      nextAt: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(figures)).not.toContain('secret of a person');
    expect(figures.database?.lastBackupAt).toBe(at.toISOString());
    expect(figures.database?.bytes).toBeGreaterThan(1_000_000);
    expect(figures.database?.tables).toHaveLength(6);
    // Tables are labelled by their contents, not by their names in the database.
    for (const { label } of figures.database?.tables ?? []) expect(label).toMatch(/^\p{Script=Han}+$/u);
    expect(figures.database?.sessions).toBeGreaterThan(0);
    expect(figures.disks[0]?.free).toBeGreaterThan(0);
  });

  test('every table of the schema has one label, and no label is left over', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(db);
    expect(Object.keys(tableTexts)).toEqual(rows.map(({ name }) => name).toSorted());
    const texts = Object.values(tableTexts);
    expect(texts.filter((text, index) => /[a-z_]/i.test(text) || texts.indexOf(text) !== index)).toEqual([]);
  });

  test('a job without attempts left gets another attempt on request', async () => {
    const id = await addFailedJob(sql`locked_at = null`, sql`attempts = max_attempts`);
    expect((await retry(id)).body.errcode).toBe(0);
    const { rows } = await sql<{ available: boolean }>`
      select is_available as available from graphile_worker._private_jobs where id = ${id}::bigint`.execute(
      db,
    );
    expect(rows).toEqual([{ available: true }]);
  });

  test('a failed job is retried once for repeated calls, and the audit log names the person', async () => {
    const id = await addFailedJob();
    const key = crypto.randomUUID();
    expect((await retry(id, { key })).body.errcode).toBe(0);
    expect(await isDue(id)).toBe(true);
    expect((await retry(id, { key })).body.errcode).toBe(0);
    const auditRecords = await db
      .selectFrom('audit_links')
      .select(['action', 'staff_name', 'detail'])
      .where('object_kind', '=', 'job')
      .where('object_id', '=', id)
      .execute();
    expect(auditRecords).toEqual([
      { action: 'installation.job-retried', staff_name: '田野', detail: { task: 'message.deliver' } },
    ]);
  });

  test('a job is not retried if it is running, has not failed or is unknown', async () => {
    const running = await addFailedJob(sql`locked_at = clock_timestamp(), locked_by = 'w'`);
    const { rows } = await sql<{
      id: string;
    }>`select id::text from graphile_worker.add_job('export.write')`.execute(db);
    for (const id of [running, rows[0]?.id ?? '', '0', '99999999999999999999', '1%20or%201'])
      expect((await retry(id)).body.errcode).toBe(404);
  });
});
