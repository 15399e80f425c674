import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { archive } from '#contract/archive.ts';
import { expressRecords } from '#contract/express-records.ts';
import { materialCheck } from '#contract/material-check.ts';
import { outputRecords } from '#contract/output-records.ts';
import { petitions } from '#contract/petitions.ts';
import { sideRecords } from '#contract/side-records.ts';
import { packageParts } from '#domain/archive/package-paths.ts';
import { defaultCorrectionSettings } from '#domain/records/correction-settings.ts';
import { defaultRareSettings } from '#domain/records/rare-settings.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { replaceJointPetitioners } from '#server/modules/cases/petitions/joint.queries.ts';
import { openArchiveDesk } from '#test/world/archive-desk.ts';
import { petition } from '#test/world/start-data.ts';
import { unzip } from '#test/world/unzip.ts';
import { makePackages } from './service.ts';

/** Tests that a package contains the side records, the checks of materials and the earlier form values of its order. */

const { office, context, db, desk, archivist, runJobs, detailOf, packageOf } = await openArchiveDesk();

const settings = {
  correction: { ...defaultCorrectionSettings, enabled: true },
  rare: { ...defaultRareSettings, enabled: true },
  special: { clocks: { appraisal: 'stops' } },
  express: { toApplicant: true, fromApplicant: true },
  output: { ways: ['window'], names: ['告知书'] },
  payment: {
    items: [
      {
        ...{
          code: '103044601',
          name: '复印费',
          kind: '02',
          amountType: 'fixed',
          standard: 8000,
          min: 0,
          max: 0,
        },
        ...{ unit: '件', basis: '' },
      },
    ],
    payee: { unitCode: '330127001', unitName: '淳安县信访局', account: '', bank: '' },
  },
};
await sql`update business_items set record_settings = ${JSON.stringify(settings)}::jsonb,
  papers = (select jsonb_agg(p || '{"rare": true}') from jsonb_array_elements(papers) p)
  where task_code = 'petition-letter'`.execute(db);

const order = await desk.start('zhangwei', petition(1));
const params = { workorderCode: order.code };
type Kind = Exclude<keyof typeof sideRecords, 'list' | 'specials'>;
/** Gives a command; the record is the newest one of the order if none is given. */
async function give(account: string, kind: Kind | 'express' | 'output', body: object) {
  const all = { ...sideRecords, express: expressRecords.command, output: outputRecords.command };
  const answer = await office.as(account).call(all[kind], { params, body: body as never, key: randomUUID() });
  expect(answer.body.errcode, `${kind} ${answer.text}`).toBe(0);
}
const receive = { traceId: `${order.id}.2` };
const due = { amount: 5, unit: 1 };
const paper = await desk.paper('liuyang', '送达回证.pdf');

await office.as('liuyang').done(materialCheck.save, {
  params,
  body: {
    ...receive,
    conditionMaterialList: [
      { id: 'original:来信原件', checkState: '1', actualOriginalNumber: 1 },
      { id: 'copy:反映事项的证据材料', checkState: '5', actualCopyNumber: 2, reason: '照片看不清' },
    ] as never,
  },
});
const problem = { id: 'copy:反映事项的证据材料', name: '', problem: 5, reason: '请重新拍照' };
await give('liuyang', 'correction', {
  command: 'ask',
  ...receive,
  category: 2,
  limit: due,
  papers: [problem],
});
await give('liuyang', 'correction', { command: 'cancel', recordId: 1, reason: '已当场补齐' });
await give('liuyang', 'suspension', { command: 'suspend', ...receive, ground: 'other', reason: '等待鉴定' });
await give('liuyang', 'suspension', { command: 'resume', recordId: 2, reason: '鉴定完成' });
await give('wujianguo', 'extension', { command: 'grant', days: 5, reason: '情况复杂', granted: 0 });
await give('liuyang', 'express', {
  ...{ command: 'send', ...receive, carrier: '顺丰速运', mailNum: 'SF1234567890', contents: '告知书 1 份' },
  party: { name: '余小利', phone: '13800016620', address: '淳安县汾口镇商业街 8 号' },
});
await give('liuyang', 'output', {
  ...{
    command: 'issue',
    ...receive,
    way: 'window',
    outputs: [{ name: '告知书', number: '〔2026〕8号', copies: 1 }],
  },
});
await give('liuyang', 'output', {
  ...{ command: 'collect', recordId: 5, collector: 'self', name: '余小利', fileList: [{ id: paper.id }] },
});
await give('liuyang', 'payment', {
  command: 'order',
  ...receive,
  payer: '余小利',
  fees: [{ code: '103044601' }],
});
await give('liuyang', 'payment', { command: 'revoke', recordId: 6, reason: '免收' });
await give('sunlei', 'supervision', {
  ...{ command: 'open', grounds: ['leader'], demand: '请尽快办理', answerDays: 2, card: 'yellow' },
});
await give('wujianguo', 'supervision', { command: 'waive', recordId: 7, reason: '已当面汇报' });
await give('liuyang', 'special', {
  ...{
    command: 'request',
    ...receive,
    type: 'appraisal',
    reason: '笔迹鉴定',
    agency: '',
    amount: 5,
    unit: 1,
  },
});
await give('liuyang', 'special', { command: 'withdraw', recordId: 8, reason: '不再需要' });
await give('liuyang', 'rare', {
  ...{ command: 'ask', ...receive, term: 'H03', paperIds: ['copy:反映事项的证据材料'], limit: due },
  ...{ reminders: [1], promised: true },
});
const earlier = await desk.start('zhangwei', petition(2));
await office
  .as('liuyang')
  .done(petitions.link, { params, body: { kind: 'related', earlierCode: earlier.code, note: '同一小区' } });
const { crypto } = context;
await inTransaction(db, (tx) =>
  replaceJointPetitioners(tx, order.id, [
    {
      name: '童秀英',
      cert_code_sealed: crypto.seal('11010519491231002X'),
      cert_code_digest: '',
      mobile_sealed: crypto.seal('13800000000'),
      is_representative: true,
    },
  ]),
);
await desk.press('liuyang', order, 'receive', 'receive');
await give('zhaomin', 'rare', { command: 'end', recordId: 9, reason: '申请人放弃' });
await desk.press('zhaomin', order, 'examine', 'decline', { handlerOpinion: '不属于本机关职权范围。' });
await runJobs();

test('a package contains every kind of side record with its content, tables and files', async () => {
  const parts = unzip(await packageOf(order));
  const data = JSON.parse(parts.get(packageParts.record) ?? '');
  const records = data.records.map(({ kind, state }: Record<string, string>) => `${kind} ${state}`);
  expect(records).toEqual([
    '补正 已撤销',
    '中止 已恢复',
    '延期 已延期',
    '快递 寄送中',
    '出证 已送达',
    '缴费 已撤销',
    '督办 已免督',
    '特别程序 已撤回',
    '容缺 已终止',
  ]);
  const [correction, suspension, , express, output, payment] = data.records;
  expect(correction).toMatchObject({
    node: '收件',
    opened: expect.stringMatching(/^刘洋，2026-/),
    tables: [{ title: '材料', rows: [['反映事项的证据材料', '不清楚', '请重新拍照', '', '']] }],
  });
  expect(suspension.facts).toContainEqual(['恢复原因', '鉴定完成']);
  expect(express.facts).toContainEqual(['收件人', '余小利，13800016620，淳安县汾口镇商业街 8 号']);
  expect(output.files).toEqual(['材料/送达回证.pdf']);
  expect(payment.facts).toContainEqual(['金额', '80.00']);
  const page = parts.get(packageParts.page) ?? '';
  for (const text of ['补正（记录 1，已撤销）', '情况复杂', '已当面汇报', '13800016620', '笔迹鉴定'])
    expect(page).toContain(text);
});

test('a package contains the people and the links of a petition', async () => {
  const parts = unzip(await packageOf(order));
  expect(JSON.parse(parts.get(packageParts.record) ?? '').petition).toMatchObject({
    tables: [
      { title: '联名信访人', rows: [['童秀英', '11010519491231002X', '13800000000', '代表']] },
      {
        title: '关联办件',
        rows: [['关联办件', earlier.code, expect.any(String), '同一小区', '刘洋', expect.any(String)]],
      },
    ],
  });
  expect(parts.get(packageParts.page)).toContain('11010519491231002X');
});

test('a package contains the checks of the materials', async () => {
  const parts = unzip(await packageOf(order));
  expect(JSON.parse(parts.get(packageParts.record) ?? '').materialChecks).toEqual([
    {
      number: 1,
      node: '收件',
      by: '刘洋',
      at: expect.any(String),
      summary: '1 份有问题',
      rows: [
        ['来信原件', '齐全', '1', '0', ''],
        ['反映事项的证据材料', '不清楚', '0', '2', '照片看不清'],
      ],
    },
  ]);
  expect(parts.get(packageParts.page)).toContain('照片看不清');
});

test('a package contains the earlier form values with the digest of the audit record', async () => {
  const parts = unzip(await packageOf(order));
  const { changes } = JSON.parse(parts.get(packageParts.record) ?? '');
  expect(changes).toContainEqual(
    expect.objectContaining({
      by: '赵敏',
      node: '受理审查',
      before: '',
      digest: expect.stringMatching(/^.{43}$/),
    }),
  );
  const { rows } = await sql<{
    digest: string;
  }>`select d.value as digest from audit_links l, jsonb_each_text(l.digests) d
    where l.chain = ${`order:${order.id}`} and d.key like 'form-change:%'`.execute(db);
  const recorded = rows.map(({ digest }) => digest.split('.')[1]);
  expect(changes.every(({ digest }: { digest: string }) => recorded.includes(digest))).toBe(true);
  expect(parts.get(packageParts.page)).toContain('表单修改记录');
});

test('no package is made while earlier values differ from the audit chain', async () => {
  const change = db.updateTable('work_order_form_changes').where('workorder_id', '=', order.id);
  await change.set({ staff_name: '查无此人' }).execute();
  await archivist.done(archive.requeue, { params: { id: order.id } });
  await makePackages(context);
  expect(await detailOf(order)).toMatchObject({
    state: 'failed',
    reason: '表单修改记录与审计记录不一致，请先联系运维管理员核查',
  });
  await change.set({ staff_name: '赵敏' }).execute();
  expect((await verifyAudit(db, context.crypto, { files: context.files })).findings).toEqual([]);
});
