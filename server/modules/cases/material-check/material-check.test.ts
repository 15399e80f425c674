import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { materialCheck } from '#contract/material-check.ts';
import { PaperState } from '#domain/enumerations/paper-state.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { permit, petition } from '#test/world/start-data.ts';
import { afterTampering } from '#test/world/tampering.ts';

/** Tests the check of materials (S1 §3, §7): 刘洋 receives the letters that 张伟 registered. */

const office = await testOffice();
const { db, crypto } = office.context;
const desk = openDesk(office);
const order = await desk.start('zhangwei', petition(1));
const params = { workorderCode: order.code };
const trace = await desk.traceAt(order, 'receive');
type Sent = NonNullable<InputOf<typeof materialCheck.save>['body']>['conditionMaterialList'];

const letter = { id: 'original:来信原件', checkState: PaperState.complete, actualOriginalNumber: 1 };
const evidence = {
  id: 'copy:反映事项的证据材料',
  checkState: '5',
  actualCopyNumber: '2',
  reason: '照片看不清',
};
const body = { traceId: trace, conditionMaterialList: [letter, evidence] };

describeCalls(office, materialCheck, {
  read: {
    caller: 'liuyang',
    request: { params },
    refusedFor: { chenjing: 404, dengtao: 404 },
    checkAnswer: ({ rows, version, traceId, summary, history }) => {
      expect(
        rows.map(({ name, copies, required, checkState }) => [name, copies, required, checkState]),
      ).toEqual([
        ['来信原件', 1, true, null],
        ['信访人身份证件', 1, false, null],
        ['反映事项的证据材料', 1, false, null],
      ]);
      expect({ version, traceId, summary, history }).toEqual({
        version: 0,
        traceId: trace,
        summary: '',
        history: [],
      });
    },
  },
  save: {
    caller: 'liuyang',
    request: { params, body },
    refusedFor: { wujianguo: 40310, chenjing: 404, dengtao: 404 },
    invalidInputs: [
      {
        makeInvalid: () => ({ params, body: { ...body, conditionMaterialList: [] } }),
        expectedProblems: [['conditionMaterialList', '请核对材料']],
      },
      {
        makeInvalid: () => ({
          params,
          body: {
            ...body,
            conditionMaterialList: [
              { ...letter, actualOriginalNumber: 0 },
              { ...evidence, reason: '', fileIds: ['another-order'] },
            ],
          },
        }),
        expectedProblems: [
          [
            'conditionMaterialList[0].actualOriginalNumber',
            '材料“来信原件”：应收原件 1 份，请核对份数，或改为“份数不足”',
          ],
          ['conditionMaterialList[1].reason', '材料“反映事项的证据材料”：请说明具体问题'],
          ['conditionMaterialList[1].fileIds', '所选文件不属于该办件，请重新选择'],
        ],
      },
    ],
    checkAnswer: async (answer) => {
      expect(answer.summary).toBe('1 份有问题');
      const { rows, history } = await office.as('liuyang').done(materialCheck.read, { params });
      expect(
        rows.map((row) => [row.checkState, row.actualOriginalNumber, row.actualCopyNumber, row.reason]),
      ).toEqual([
        [PaperState.complete, 1, 0, ''],
        [null, 0, 0, ''],
        [PaperState.unclear, 0, 2, '照片看不清'],
      ]);
      expect(history[0]).toMatchObject({
        number: answer.version,
        staffName: '刘洋',
        nodeName: '收件',
        problems: [{ name: '反映事项的证据材料', stateLabel: '不清楚', reason: '照片看不清' }],
      });
    },
  },
});

const save = (account: string, conditionMaterialList: Sent, more: object = {}) =>
  office.as(account).call(materialCheck.save, { params, body: { conditionMaterialList, ...more } });

describe('a check of materials', () => {
  test('keeps earlier results that are left out, and every earlier check (S1 §7)', async () => {
    const before = await office.as('liuyang').done(materialCheck.read, { params });
    const answer = await save('liuyang', [{ ...evidence, checkState: '1', reason: '' }] as never);
    expect(answer.body.data, answer.text).toEqual({ version: before.version + 1, summary: '材料齐全' });
    const after = await office.as('liuyang').done(materialCheck.read, { params });
    expect(after.rows.map(({ checkState }) => checkState)).toEqual([
      PaperState.complete,
      null,
      PaperState.complete,
    ]);
    expect(after.history.map(({ problems }) => problems.length)).toEqual([0, ...before.history.map(() => 1)]);
  });

  test('is refused if a colleague has saved another meanwhile, and says so', async () => {
    const { version } = await office.as('liuyang').done(materialCheck.read, { params });
    await save('liuyang', [letter] as never, { version });
    const late = await save('lina', [letter] as never, { version });
    expect(late.body).toMatchObject({ errcode: 40958, errmsg: '材料核对刚刚已由他人保存，请刷新后重新核对' });
  });

  test('is saved once for one key', async () => {
    const request = { params, body, key: 'one-check' };
    const first = await office.as('liuyang').call(materialCheck.save, request);
    const again = await office.as('liuyang').call(materialCheck.save, request);
    expect(again.text).toBe(first.text);
    const { version } = await office.as('liuyang').done(materialCheck.read, { params });
    expect(first.body.data).toMatchObject({ version });
  });

  test('is covered by the audit chain of its order', async () => {
    const findings = async (tampering: Parameters<typeof afterTampering>[1][number]) =>
      (await afterTampering(db, [tampering], async (tx) =>
        (await verifyAudit(tx, crypto, {})).findings.map(({ chinese }) => chinese),
      )) ?? [];
    const isAboutCheck = (line: string) => line.includes('材料核对');
    const { findings: untouched } = await verifyAudit(db, crypto, {});
    expect(untouched.map(({ chinese }) => chinese).filter(isAboutCheck)).toEqual([]);
    const changed = await findings(
      sql`update material_checks set staff_name = '他人' where workorder_id = ${order.id} and number = 1`,
    );
    expect(changed.filter(isAboutCheck)).toEqual([expect.stringContaining('材料核对 1被改动')]);
    const removed = await findings(
      sql`delete from material_checks where workorder_id = ${order.id} and number = 1`,
    );
    expect(removed.filter(isAboutCheck)).toEqual([expect.stringContaining('材料核对 1已被删除')]);
  });

  test('is not possible after the reception', async () => {
    await desk.press('liuyang', order, 'receive', 'receive');
    await desk.press('liuyang', order, 'examine', 'accept');
    const { traceId } = await office.as('liuyang').done(materialCheck.read, { params });
    expect(traceId).toBeNull();
    const answer = await save('liuyang', [letter] as never, { traceId: trace });
    expect(answer.body.errcode, answer.text).toBe(40910);
  });
});

test('lists the materials of the situation that the forms choose, and assigns files of the order', async () => {
  const file = await desk.paper('zhangwei', '平面图.pdf');
  const licence = await desk.start('zhangwei', permit(2, [file]));
  const of = { workorderCode: licence.code };
  const { rows, files, traceId } = await office.as('chenjing').done(materialCheck.read, { params: of });
  const names = rows.map(({ name }) => name);
  expect(names).toContain('从业人员健康证明');
  expect(names).not.toContain('许可证正本和副本');
  expect(files).toMatchObject([{ id: file.id, name: '平面图.pdf' }]);
  const plan = rows.find(({ name }) => name === '经营场所平面图和设备布局图');
  await office.as('chenjing').done(materialCheck.save, {
    params: of,
    body: {
      traceId,
      conditionMaterialList: [{ id: plan?.id, checkState: 1, actualCopyNumber: 1, fileIds: [file.id] }],
    },
  });
  const after = await office.as('chenjing').done(materialCheck.read, { params: of });
  expect(after.rows.find(({ id }) => id === plan?.id)?.files).toMatchObject([{ id: file.id }]);
});
