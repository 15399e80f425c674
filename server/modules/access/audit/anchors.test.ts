import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { bindAuditFolder } from '#server/kernel/folders/own-folders.ts';
import type { Log } from '#server/kernel/log/log.ts';
import { testPortal } from '#test/world/portal.ts';
import { anchorLogPath, appendAnchors, checkAnchorLog, followAnchors, readAnchorLog } from './anchor-log.ts';
import { appendAudit, writeAnchor } from './service.ts';
import { verifyAudit } from './verify.ts';
import type { VerifyOptions } from './verify-report.ts';

const { context, database } = await testPortal();
const { db, crypto } = context;
await mkdir(context.config.dataDir, { recursive: true });
const folder = await mkdtemp(join(context.config.dataDir, 'anchors-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const append = (chain: string) =>
  inTransaction(db, (tx) =>
    appendAudit(tx, context, {
      chain,
      actor: undefined,
      action: 'test.do',
      objectKind: 'test',
      objectId: '1',
      requestId: 'r',
    }),
  );

/** Appends to the log and anchors it; `auditDir` is the folder in which another process would file it. */
async function anchorMore(target: Context = context): Promise<string[]> {
  await append('a');
  return ((await writeAnchor(target))?.heads ?? []).map(([chain]) => chain);
}

const runAsOwner = (statement: string) =>
  database.pool.query(
    `begin; alter table audit_links disable trigger all; alter table audit_anchors disable trigger all;
     ${statement};
     alter table audit_links enable trigger all; alter table audit_anchors enable trigger all; commit`,
  );

const linesOf = async (more: VerifyOptions) =>
  (await verifyAudit(db, crypto, more)).findings.map(({ english }) => english);

test('no anchor is filed in a folder without its installation mark; filing resumes when the disk is back', async () => {
  const folders = { dataDir: join(folder, 'lost'), auditDir: join(folder, 'lost-anchors') };
  await mkdir(folders.dataDir);
  await bindAuditFolder(folders, 'banjian demo 2026-01-01T00:00:00.000Z');
  const errors: string[] = [];
  const log = {
    ...context.log,
    error: (fields: { error?: Error }) => errors.push(String(fields.error)),
  } as Log;
  const testContext = { ...context, log, config: { ...context.config, ...folders } };
  await anchorMore(testContext);
  const before = await readAnchorLog(anchorLogPath(folders));
  await rename(folders.auditDir, `${folders.auditDir}.away`);
  await anchorMore(testContext);
  expect(errors.join()).toContain('has lost its installation mark');
  expect(existsSync(folders.auditDir)).toBe(false);
  await rename(`${folders.auditDir}.away`, folders.auditDir);
  await anchorMore(testContext);
  expect(await readAnchorLog(anchorLogPath(folders))).toHaveLength((before?.length ?? 0) + 2);
});

describe('the anchor of each minute', () => {
  test('does not wait for an open transaction, and contains each chain head once', async () => {
    const idle = await database.pool.connect();
    await idle.query('begin; select pg_current_xact_id()');
    try {
      expect(await anchorMore()).toEqual(['a']);
      expect(await writeAnchor(context)).toBeUndefined();
      await append('b');
      expect(await anchorMore()).toEqual(['a', 'b']);
    } finally {
      await idle.query('rollback');
      idle.release();
    }
    expect(await writeAnchor(context)).toBeUndefined();
  });

  test('contains a record whose transaction began before the anchor and ended after it', async () => {
    const [slow, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = inTransaction(db, async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx);
      slow.resolve();
      await release.promise;
      await appendAudit(tx, context, {
        chain: 'late',
        actor: undefined,
        action: 'test.do',
        objectKind: 'test',
        objectId: '1',
        requestId: 'r',
      });
    });
    await slow.promise;
    expect(await anchorMore()).toEqual(['a']);
    release.resolve();
    await late;
    expect(await anchorMore()).toEqual(['a', 'late']);
  });

  test('accepts a chain whose name is that of no order', async () => {
    await database.pool.query(
      `insert into audit_links (chain, seq, at, staff_name, action, object_kind, object_id, detail, request_id, prev_hash, hash)
       values ('order:x', 1, now(), '', '', '', '', '{}', '', '', 'x')`,
    );
    expect(await anchorMore()).toEqual(['a', 'order:x']);
    await runAsOwner("delete from audit_links where chain = 'order:x'");
  });

  test('continues after a forged anchor, which is logged and not filed', async () => {
    const errors: object[] = [];
    const log: Log = { ...context.log, error: (fields) => void errors.push(fields) };
    await database.pool.query(
      `insert into audit_anchors values (1000000000, now(), 9000000000000, '[["a", 1, "x"]]', '', 'x')`,
    );
    expect(await anchorMore({ ...context, log })).toContain('a');
    expect(errors).toContainEqual({ anchor: 1000000000 });
    const filed = (await readAnchorLog(anchorLogPath(context.config)))?.map(({ seq }) => seq);
    expect(filed).toContain(1000000001);
    expect(filed).not.toContain(1000000000);
    await runAsOwner('delete from audit_anchors where seq >= 1000000000');
    // The numbers continue from the database, and each is filed.
    await anchorMore();
    const { lastAnchorHash } = await verifyAudit(db, crypto);
    expect((await readAnchorLog(anchorLogPath(context.config)))?.at(-1)?.hash).toBe(lastAnchorHash);
  });
});

describe('the anchor file', () => {
  const otherContext: Context = { ...context, config: { ...context.config, auditDir: folder } };
  const path = anchorLogPath(otherContext.config);
  const filed = async () => (await readAnchorLog(path)) ?? [];

  test('must be complete if it is the portal’s own; a copy may lack anchors', async () => {
    await anchorMore(otherContext);
    const all = await filed();
    const whole = { fileIsOwn: true, filedAnchors: all };
    const lines = await linesOf(whole);
    expect(lines.filter((line) => line.includes('the file of anchors lacks'))).toEqual([]);
    expect(await linesOf({ ...whole, filedAnchors: all.slice(1) })).toContain(
      'the file of anchors lacks 1 of the anchors 1 to 1, and cannot bear witness to them',
    );
    expect((await linesOf({ ...whole, filedAnchors: [] })).join()).toContain('the file of anchors lacks');
    expect((await linesOf({ filedAnchors: all.slice(1) })).join()).not.toContain('lacks');
  });

  test('is complete on a server while other servers write the anchors', async () => {
    const own = { ...otherContext, config: { ...otherContext.config, auditDir: join(folder, 'idle') } };
    const lines = async () => (await readAnchorLog(anchorLogPath(own.config))) ?? [];
    const stop = followAnchors(own, 20);
    for (let more = 0; more < 4; more += 1) await anchorMore(otherContext);
    const newest = (await filed()).at(-1)?.seq;
    await expect.poll(async () => (await lines()).at(-1)?.seq).toBe(newest);
    await stop();
    expect(await lines()).toEqual(await filed());
    await anchorMore(otherContext);
    expect((await lines()).at(-1)?.seq).toBe(newest);
  });

  test('stores each anchor once when servers file concurrently', async () => {
    const own = { ...otherContext, config: { ...otherContext.config, auditDir: join(folder, 'crowded') } };
    await Promise.all(Array.from({ length: 8 }, () => appendAnchors(own)));
    expect(await readAnchorLog(anchorLogPath(own.config))).toEqual(await filed());
  });

  test('begins again with the first anchor after the file was moved away', async () => {
    const all = await filed();
    await rename(path, `${path}.old`);
    await anchorMore(otherContext);
    expect((await filed()).slice(0, all.length)).toEqual(all);
  });

  test('keeps its older lines as evidence when an anchor number is filed again', async () => {
    const all = await filed();
    const first = { seq: 1, at: '', chains: 1, hash: 'another' };
    expect(await linesOf({ filedAnchors: [first, ...all] })).toContain(
      'anchor 1: is not what the file outside the database says',
    );
  });

  test('loses no anchor after a crash cut off a line', async () => {
    const other = { ...otherContext, config: { ...otherContext.config, auditDir: join(folder, 'other') } };
    await mkdir(other.config.auditDir);
    await appendFile(anchorLogPath(other.config), '{"seq":1,"at":"20');
    await anchorMore(other);
    const lines = (await readAnchorLog(anchorLogPath(other.config))) ?? [];
    expect(lines.map(({ hash }) => hash)).toEqual(
      (await db.selectFrom('audit_anchors').select('hash').orderBy('seq').execute()).map(({ hash }) => hash),
    );
  });
});

test('the start fails when the anchor file is not writable', async () => {
  const auditDir = join(folder, 'spoilt');
  await checkAnchorLog({ auditDir });
  await mkdir(anchorLogPath({ auditDir }), { recursive: true });
  await expect(checkAnchorLog({ auditDir })).rejects.toThrow(/^审计锚点文件 .* 不能写入（EISDIR）/);
  await rm(auditDir, { recursive: true });
  await mkdir(auditDir);
  await appendFile(anchorLogPath({ auditDir }), '');
  await checkAnchorLog({ auditDir });
});
