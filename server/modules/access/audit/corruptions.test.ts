import { appendFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { workOrders } from '#contract/work-orders.ts';
import type { WorkflowEvent } from '#domain/workflow/model/model.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { permit, petition, proposal } from '#test/world/start-data.ts';
import { replaceEvents, replaceState } from '#test/world/stored-orders.ts';
import { afterTampering, type Tampering } from '#test/world/tampering.ts';
import { anchorLogPath, readAnchorLog } from './anchor-log.ts';
import { type AuditRecord, hashWithoutKey, orderChain, sm3 } from './chain.ts';
import { insertAuditRecords } from './queries.ts';
import { writeAnchor } from './service.ts';
import { listRecordsAfter } from './verify.queries.ts';
import { verifyAudit } from './verify.ts';
import type { VerifyOptions } from './verify-report.ts';

const office = await testOffice();
const { context } = office;
const { db, crypto, files } = context;
const desk = openDesk(office);

/** Orders in different states: withdrawn, returned, voided, in process, and one with documents. */
const withdrawn = await desk.start('zhangwei', petition(1));
await desk.press('liuyang', withdrawn, 'receive', 'receive');
await desk.withdraw('liuyang', withdrawn, 'receive');
const voided = await desk.start('zhangwei', petition(2));
await desk.press('liuyang', voided, 'receive', 'void');
const runningOrder = await desk.start('fenglei', proposal(3));
await desk.press('songjia', runningOrder, 'assign', 'assign');
const document = await desk.paper('zhangwei');
const licence = await desk.start('zhangwei', permit(4, [document]));
await office.as('liuyang').done(workOrders.revealApplicant, { params: { workorderCode: withdrawn.code } });

let options: VerifyOptions = {};
beforeAll(async () => {
  await office.app.callObserver.flush();
  await writeAnchor(context);
  await desk.press('liuyang', withdrawn, 'receive', 'receive');
  await writeAnchor(context);
  const filedAnchors = (await readAnchorLog(anchorLogPath(context.config))) ?? [];
  options = { files, filedAnchors, expectedAnchors: filedAnchors.map(({ hash }) => hash) };
});

const linesOf = async (snapshot: Db, more: VerifyOptions = {}) =>
  (await verifyAudit(snapshot, crypto, { ...options, ...more })).findings.map(
    ({ chinese, english }) => `${chinese}  ${english}`,
  );

/** Returns the findings of the verification after a corruption by the owner of the database. */
const findingsAfter = async (corruption: Tampering, more: VerifyOptions = {}): Promise<string[]> =>
  (await afterTampering(db, [corruption], (tx) => linesOf(tx, more))) ?? [];

const chain = orderChain(withdrawn.id);
const recordsOf = async (snapshot: Db, name: string) =>
  (await listRecordsAfter(snapshot, { chain: name, seq: 0 }, 1_000)).filter((link) => link.chain === name);

/** Appends a forged record to a chain, with a hash that needs no key, and updates the head. */
async function forgeTail(tx: Tx, hash: (link: Omit<AuditRecord, 'hash'>) => string): Promise<void> {
  const last = (await recordsOf(tx, chain)).at(-1);
  if (!last) throw new Error('The chain is empty');
  const link = { ...last, seq: last.seq + 1, prevHash: last.hash, digests: null, detail: { forged: true } };
  const forged = { ...link, hash: hash(link) };
  await insertAuditRecords(tx, [forged]);
  await sql`update work_order_states set audit_seq = ${forged.seq}, audit_hash = ${forged.hash}
    where workorder_id = ${withdrawn.id}`.execute(tx);
}

/** Rewrites a whole chain without the key, like an attacker who has only the database. */
async function rewriteUnkeyed(tx: Tx): Promise<void> {
  const links = await recordsOf(tx, chain);
  await sql`delete from audit_links where chain = ${chain}`.execute(tx);
  let prevHash = sm3(`banjian audit ${chain}`);
  for (const link of links) {
    const plain = { ...link, staffName: '伪造', digests: null, prevHash };
    prevHash = hashWithoutKey(plain);
    await insertAuditRecords(tx, [{ ...plain, hash: prevHash }]);
  }
  await sql`update work_order_states set audit_hash = ${prevHash} where workorder_id = ${withdrawn.id}`.execute(
    tx,
  );
}

const id = withdrawn.id;
const code = withdrawn.code;

/** Cases: the change of the database, the order or chain and the object that must be reported. */
const corruptions: [title: string, subject: string, object: string, corruption: Tampering][] = [
  [
    'an opinion',
    code,
    '处理意见',
    sql`update traces set opinion = '不同意' where workorder_id = ${id} and number = 2`,
  ],
  [
    "a handler's name",
    code,
    '办理人姓名',
    sql`update traces set handler_name = '查无此人' where workorder_id = ${id} and number = 2`,
  ],
  [
    'a handler',
    code,
    '办理人',
    sql`update traces set handler_id = 'staff-tianye' where workorder_id = ${id} and number = 2`,
  ],
  [
    "a handler's organisation",
    code,
    '办理人所在单位',
    sql`update traces set handler_org_name = '别处' where workorder_id = ${id} and number = 2`,
  ],
  [
    "a node's name",
    code,
    '轨迹 2 的环节信息',
    sql`update traces set node_name = '别的环节' where workorder_id = ${id} and number = 2`,
  ],
  [
    'candidates',
    code,
    '轨迹 2 的环节信息',
    sql`update traces set candidates = '{role:leader}' where workorder_id = ${id} and number = 2`,
  ],
  ['a deleted trace', code, '已被删除', sql`delete from traces where workorder_id = ${id} and number = 2`],
  [
    'an added trace',
    code,
    '不是经系统写入',
    sql`insert into traces (workorder_id, number, node_id, node_name, candidates, candidate_names, handler_status, started_at, updated_at)
    values (${id}, 99, 'receive', '收件', '{}', '{}', 1, now(), now())`,
  ],
  ['the status', code, '状态', sql`update work_orders set status = 9 where id = ${id}`],
  [
    'the due date',
    code,
    '期限',
    sql`update work_orders set due_at = due_at + interval '9 days' where id = ${id}`,
  ],
  ['the result', code, '结果', sql`update work_orders set result_code = 2004 where id = ${id}`],
  ['the title', code, '登记信息', sql`update work_orders set title = '另一件事' where id = ${id}`],
  [
    'the initiator',
    code,
    '登记信息',
    sql`update work_orders set initiator_id = 'staff-liuyang' where id = ${id}`,
  ],
  ['the public code', code, '流水号', sql`update work_orders set code = '2026999999' where id = ${id}`],
  [
    'the content of a form',
    code,
    '表单',
    sql`update work_order_forms set content = content || '{"extra":"x"}' where workorder_id = ${id}`,
  ],
  ['a deleted form', code, '表单', sql`delete from work_order_forms where workorder_id = ${id}`],
  [
    "the applicant's name",
    code,
    '申请人',
    sql`update work_order_applicants set name = '李鬼' where workorder_id = ${id}`,
  ],
  [
    'applicants swapped between two orders',
    code,
    '申请人',
    async (tx) => {
      const spare = '00000000-0000-7000-8000-000000000000';
      const move = (from: string, to: string) =>
        sql`update work_order_applicants set workorder_id = ${to} where workorder_id = ${from}`.execute(tx);
      await move(id, spare);
      await move(voided.id, id);
      await move(spare, voided.id);
    },
  ],
  [
    'an event',
    code,
    '流转事件',
    (tx) =>
      replaceEvents(tx, id, ([first, ...more], _action, index) =>
        index === 0 && first
          ? [{ ...first, at: '2020-01-01T00:00:00.000Z' } as WorkflowEvent, ...more]
          : undefined,
      ),
  ],
  [
    'unreadable events',
    code,
    '流转事件',
    sql`update work_order_events set events = '"xxxx"' where workorder_id = ${id}`,
  ],
  [
    'the actor of events',
    code,
    '流转事件',
    sql`update work_order_events set actor_id = 'staff-tianye' where workorder_id = ${id}`,
  ],
  [
    'the schema of events',
    code,
    '流转事件',
    sql`update work_order_events set schema = 1 where workorder_id = ${id}`,
  ],
  [
    'a deleted event',
    code,
    '流转事件',
    sql`delete from work_order_events where workorder_id = ${id} and version = (select max(version) from work_order_events where workorder_id = ${id})`,
  ],
  [
    'the folded state',
    code,
    '流程状态',
    (tx) => replaceState(tx, id, (state) => ({ ...state, rollbackCount: state.rollbackCount + 1 })),
  ],
  [
    'the stored time limit',
    code,
    '时限台账',
    sql`update work_order_states set clock = '{}' where workorder_id = ${id}`,
  ],
  [
    'the record of the withdraw',
    code,
    '撤回记录',
    sql`update work_order_records set opinion = '另有原因' where workorder_id = ${id}`,
  ],
  [
    'the deleted record of the withdraw',
    code,
    '撤回记录',
    sql`delete from work_order_records where workorder_id = ${id}`,
  ],
  ['the deleted order', id, '已被删除', sql`delete from work_orders where id = ${id}`],
  [
    'an order without a record of its start',
    '2026888888',
    '没有审计记录',
    sql`insert into work_orders select (jsonb_populate_record(o, '{"id":"00000000-0000-7000-8000-000000000001","code":"2026888888"}')).* from work_orders o where id = ${id}`,
  ],
  [
    'a record',
    code,
    '第 2 条',
    sql`update audit_links set staff_name = '查无此人' where chain = ${chain} and seq = 2`,
  ],
  [
    "a record's digests",
    code,
    '第 2 条',
    sql`update audit_links set digests = '{}' where chain = ${chain} and seq = 2`,
  ],
  [
    'a deleted record in the middle',
    code,
    '之前的记录缺失',
    sql`delete from audit_links where chain = ${chain} and seq = 2`,
  ],
  [
    'a deleted tail',
    code,
    '锚点',
    async (tx) => {
      const [last] = (await recordsOf(tx, chain)).slice(-2);
      await sql`delete from audit_links where chain = ${chain} and seq > ${last?.seq}`.execute(tx);
      await sql`update work_order_states set audit_seq = ${last?.seq}, audit_hash = ${last?.hash} where workorder_id = ${id}`.execute(
        tx,
      );
    },
  ],
  [
    'a moved head',
    code,
    '末端',
    sql`update work_order_states set audit_seq = audit_seq + 1 where workorder_id = ${id}`,
  ],
  [
    'a changed head of a family',
    '链 file',
    '末端',
    sql`update audit_heads set hash = 'x' where chain = 'file'`,
  ],
  ['a tail without the key', code, '没有密钥签名', (tx) => forgeTail(tx, hashWithoutKey)],
  [
    'a tail with another key',
    code,
    '伪造',
    (tx) => {
      const other = createCrypto([Buffer.alloc(32, 1)]);
      return forgeTail(tx, (link) => other.signAuditLog(JSON.stringify(link)));
    },
  ],
  ['a chain rewritten without the key', code, '没有密钥签名', rewriteUnkeyed],
  ['a deleted chain', code, '已不存在', sql`delete from audit_links where chain = ${chain}`],
  [
    'the last anchor',
    '锚点',
    '已被删除',
    sql`delete from audit_anchors where seq = (select max(seq) from audit_anchors)`,
  ],
  ['all anchors', '锚点 1', '已被删除', sql`delete from audit_anchors`],
  ['a deleted anchor in the middle', '锚点 1', '缺失', sql`delete from audit_anchors where seq = 1`],
  ["an anchor's heads", '锚点 1', '被改动', sql`update audit_anchors set heads = '[]' where seq = 1`],
  [
    'an anchor forged without the key',
    '锚点 1',
    '没有密钥签名',
    sql`update audit_anchors set hash = ${sm3('forged')} where seq = 1`,
  ],
  [
    'the row of a file',
    licence.code,
    '登记被改动',
    sql`update files set name = '批准.pdf' where id = ${document.id}`,
  ],
  [
    'the digest in the row of a file',
    licence.code,
    '登记被改动',
    sql`update files set sha256 = 'x' where id = ${document.id}`,
  ],
  [
    'a deleted file of an order',
    licence.code,
    `附件 ${document.id}`,
    sql`delete from files where id = ${document.id}`,
  ],
  [
    'a file without a record of its upload',
    'ffff',
    '没有上传的审计记录',
    sql`insert into files (id, name, size, content_type, sha256, created_at) values ('ffff', '来历不明.pdf', 1, 'application/pdf', 'x', now())`,
  ],
];

test('the verification finds nothing in untampered orders: withdrawn, voided, running and with materials', async () => {
  expect(await linesOf(db)).toEqual([]);
  const report = await verifyAudit(db, crypto, options);
  expect(report).toMatchObject({ orders: 4, files: 1 });
});

test('there are more than thirty kinds of tampering', () => {
  expect(corruptions.length).toBeGreaterThan(30);
});

describe('tampering by the database owner', () => {
  test.each(corruptions)(
    'is found, with the order and the object named: %s',
    async (_title, subject, object, corruption) => {
      const found = await findingsAfter(corruption);
      expect(
        found.some((line) => line.includes(subject) && line.includes(object)),
        found.join('\n'),
      ).toBe(true);
    },
  );
});

describe('files on disk', () => {
  const path = join(
    context.config.dataDir,
    'files',
    document.id.slice(-2),
    document.id.slice(-4, -2),
    document.id,
  );

  test('are reported when a byte was added, and are valid again without it', async () => {
    await appendFile(path, 'x');
    expect(await linesOf(db)).toEqual([expect.stringContaining(`办件 ${licence.code}：附件“`)]);
    expect((await linesOf(db))[0]).toContain('的内容被改动');
    await truncate(path, document.size);
    expect(await linesOf(db)).toEqual([]);
  });

  test('are reported when they were removed', async () => {
    await rm(path);
    expect((await linesOf(db))[0]).toContain('的文件丢失');
  });
});

describe('evidence outside the database', () => {
  test('report an expected anchor that never existed', async () => {
    const found = await linesOf(db, { expectedAnchors: ['hmac-sm3:0:0'] });
    expect(found).toContainEqual(expect.stringContaining('找不到指定的锚点 hmac-sm3:0:0'));
  });

  test('report an anchor that differs from the anchor file', async () => {
    const found = await linesOf(db, { filedAnchors: [{ seq: 1, at: '', hash: 'x', chains: 1 }] });
    expect(found).toContainEqual(expect.stringContaining('锚点 1：与数据库之外的锚点文件不符'));
  });
});
