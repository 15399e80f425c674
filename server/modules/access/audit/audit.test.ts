import { appendFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { anchorLogPath, readAnchorLog } from './anchor-log.ts';
import { checkAuditRecord, emptyHead, nextRecord } from './chain.ts';
import { appendAudit, writeAnchor } from './service.ts';
import { verifyAudit } from './verify.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'auditor', name: '袁媛', permissions: [Permission.readAudit] },
  { account: 'clerk', name: '张伟' },
]);
const { context, database } = portal;
const { crypto } = context;
const verify = () => verifyAudit(context.db, crypto);

const entry = {
  at: new Date('2026-03-02T02:00:00Z'),
  staffId: 'clerk',
  staffName: '张伟',
  action: 'file.upload',
  objectKind: 'file',
  objectId: '1',
  detail: { name: '来信.pdf', size: 7 },
  requestId: 'r',
};

async function append(chain: string, objectId: string): Promise<void> {
  await inTransaction(context.db, (tx) =>
    appendAudit(tx, context, {
      chain,
      actor: { staffId: 'clerk', name: '张伟' },
      action: 'test.do',
      objectKind: 'test',
      objectId,
      detail: { 名: '值', nested: { b: 1, a: [1.5, null, true] } },
      requestId: 'request',
    }),
  );
}

/** Makes a change with the owner's rights on the database, verifies, and undoes it. */
async function tamper(change: string, undo: string): Promise<string[]> {
  const asOwner = async (statement: string) => {
    await database.pool.query(
      `begin; alter table audit_links disable trigger all; alter table audit_anchors disable trigger all;
       ${statement};
       alter table audit_links enable trigger all; alter table audit_anchors enable trigger all; commit`,
    );
  };
  await asOwner(change);
  const { findings } = await verify();
  await asOwner(undo);
  return findings.map(({ english }) => english);
}

describe('an audit chain', () => {
  test('has records that match one another', () => {
    const first = nextRecord(emptyHead('a'), entry, crypto);
    const second = nextRecord(first, entry, crypto);
    expect(checkAuditRecord(emptyHead('a'), first, crypto)).toBeUndefined();
    expect(checkAuditRecord(first, second, crypto)).toBeUndefined();
    expect(second.seq).toBe(2);
  });

  test('shows a changed, moved or missing record', () => {
    const first = nextRecord(emptyHead('a'), entry, crypto);
    const second = nextRecord(first, entry, crypto);
    expect(checkAuditRecord(emptyHead('a'), { ...first, staffName: '李娜' }, crypto)).toBe('changed');
    expect(checkAuditRecord(emptyHead('b'), first, crypto)).toBe('moved');
    expect(checkAuditRecord(emptyHead('a'), second, crypto)).toBe('missing');
  });

  test('ignores the order of keys in the detail of a record', () => {
    const link = nextRecord(emptyHead('a'), { ...entry, detail: { b: 1, a: 2 } }, crypto);
    expect(checkAuditRecord(emptyHead('a'), { ...link, detail: { a: 2, b: 1 } }, crypto)).toBeUndefined();
  });
});

describe('the audit log', () => {
  test('stays one valid chain under concurrent writes', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => append('test', String(index))));
    await append('other', '1');
    const report = await verify();
    expect(report).toMatchObject({ links: 13, chains: 2, broken: undefined });
  });

  test('cannot be changed or deleted by the portal', async () => {
    for (const statement of [
      "update audit_links set staff_name = 'x'",
      'delete from audit_links',
      'truncate audit_links',
      'delete from audit_anchors',
    ]) {
      await expect(database.pool.query(statement)).rejects.toThrow('never changed or deleted');
    }
  });

  test('is anchored once for each growth', async () => {
    await expect
      .poll(async () => (await writeAnchor(context))?.heads.map(([chain, seq]) => [chain, seq]))
      .toEqual([
        ['other', 1],
        ['test', 12],
      ]);
    expect(await writeAnchor(context)).toBeUndefined();
    await append('test', 'later');
    // Waits for running work of other test files on this server.
    await expect
      .poll(async () => (await writeAnchor(context))?.heads)
      .toMatchObject([['test', 13, expect.any(String)]]);
    expect(await verify()).toMatchObject({ anchors: 2, broken: undefined });
  });

  test('has complete anchors in the file although a crash cut off its last line', async () => {
    const path = anchorLogPath(context.config);
    await appendFile(path, '{"seq":');
    await append('crash', '1');
    await expect.poll(() => writeAnchor(context)).toMatchObject({ seq: 3 });
    expect((await readAnchorLog(path))?.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test('shows a changed row', async () => {
    expect(
      await tamper(
        "update audit_links set object_id = 'x' where chain = 'test' and seq = 5",
        `update audit_links l set object_id = '${await objectIdOf(5)}' where chain = 'test' and seq = 5`,
      ),
    ).toContain('chain test: link 5: its content was changed, or it was forged');
  });

  test('shows a removed tail even when the head was moved back with it', async () => {
    const tamperFindings = await tamper(
      `create temp table cut as select * from audit_links where chain = 'test' and seq > 11;
       create temp table cut_head as select * from audit_heads where chain = 'test';
       delete from audit_links where chain = 'test' and seq > 11;
       update audit_heads set seq = 11, hash = (select hash from audit_links where chain = 'test' and seq = 11)
       where chain = 'test'`,
      `insert into audit_links select * from cut;
       update audit_heads h set seq = c.seq, hash = c.hash from cut_head c where c.chain = h.chain;
       drop table cut, cut_head`,
    );
    expect(tamperFindings).toContainEqual(
      expect.stringMatching(/^chain test: link 1[23], witnessed by anchor [12], is gone$/),
    );
  });

  test('shows a lost chain', async () => {
    const tamperFindings = await tamper(
      `create temp table cut as select * from audit_links where chain = 'other';
       create temp table cut_head as select * from audit_heads where chain = 'other';
       delete from audit_links where chain = 'other'; delete from audit_heads where chain = 'other'`,
      `insert into audit_links select * from cut; insert into audit_heads select * from cut_head;
       drop table cut, cut_head`,
    );
    expect(tamperFindings).toContain('chain other: link 1, witnessed by anchor 1, is gone');
    expect((await verify()).broken).toBeUndefined();
  });
});

async function objectIdOf(seq: number): Promise<string> {
  const row = await context.db
    .selectFrom('audit_links')
    .select('object_id')
    .where('chain', '=', 'test')
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow();
  return row.object_id;
}

describe('GET /api/audit', () => {
  test('requires a session and the permission', async () => {
    expect((await portal.call('/api/audit')).status).toBe(401);
    expect((await portal.call('/api/audit', { token: await portal.signIn('clerk') })).status).toBe(403);
  });

  test('lists the newest records first and filters them', async () => {
    const token = await portal.signIn('auditor');
    const { body } = await portal.call('/api/audit', { token, query: { objectKind: 'test', size: '5' } });
    const page = body.data as unknown as { rows: { action: string }[]; total: number };
    expect(page.total).toBe(15);
    expect(page.rows).toHaveLength(5);
    expect(page.rows[0]?.action).toBe('test.do');
  });

  test('finds the records of a person by the account too, and those with an outcome', async () => {
    const token = await portal.signIn('auditor');
    const list = async (query: Record<string, string>) => {
      const { body } = await portal.call('/api/audit', { token, query: { ...query, size: '200' } });
      return (body.data as unknown as { rows: { staffAccount: string; detail: { outcome?: string } }[] })
        .rows;
    };
    expect(new Set((await list({ staffName: 'Clerk' })).map(({ staffAccount }) => staffAccount))).toEqual(
      new Set(['clerk']),
    );
    expect(await list({ staffName: 'cler' })).toEqual([]);
    expect((await portal.call('/api/audit', { token: await portal.signIn('clerk') })).status).toBe(403);
    await expect.poll(async () => (await list({ outcome: 'refused' })).length).toBeGreaterThan(0);
    const refused = await list({ outcome: 'refused' });
    expect(refused.every(({ detail }) => detail.outcome === 'refused')).toBe(true);
    const succeeded = await list({ outcome: 'succeeded' });
    expect(succeeded.length).toBeGreaterThan(0);
    expect(succeeded.some(({ detail }) => detail?.outcome === 'refused')).toBe(false);
  });

  test('shows a file by its id and digest, without the file name', async () => {
    await inTransaction(context.db, (tx) =>
      appendAudit(tx, context, {
        chain: 'file',
        actor: { staffId: 'clerk', name: '张伟' },
        action: 'file.download',
        objectKind: 'file',
        objectId: 'paper',
        detail: { name: '张三的来信.pdf', workorderId: null },
        requestId: 'request',
      }),
    );
    const token = await portal.signIn('auditor');
    const { body } = await portal.call('/api/audit', { token, query: { objectKind: 'file' } });
    expect(body.data).toMatchObject({ rows: [{ objectId: 'paper', detail: { workorderId: null } }] });
    expect(JSON.stringify(body)).not.toContain('张三');
  });
});
