import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { initiation } from '#contract/initiation.ts';
import { cleanUpDrafts } from '#server/modules/cases/initiation/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls, invalidInput } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition, proposal } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
let lastNumber = 0;
const nextInput = () => petition(++lastNumber).start;

const running = await desk.start('zhangwei', petition(++lastNumber));
const { certCode } = running.startData.start.applyer;

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Leaders and supervisors may not start orders. */
const refusedFor = { wujianguo: 403, pengbo: 403 };

function draftOf(start: ReturnType<typeof nextInput>) {
  const { taskCode, itemDeployId, applyer, workorderForms } = start;
  return { taskCode, itemDeployId, applyer, workorderForms };
}

describeCalls(office, initiation, {
  check: {
    caller: 'zhangwei',
    request: { query: { taskCode: 'petition-letter', certCode: '330127195501019991' } },
    refusedFor,
    invalidInputs: [invalidInput({ query: { certCode } }, ['taskCode', '不能为空'])],
    checkAnswer: async (answer) => {
      expect(answer).toEqual({ flag: true, msg: '', order: null });
      const ask = (taskCode: string, code: string) =>
        office.as('wangfang').call(initiation.check, { query: { taskCode, certCode: code } });
      expect((await ask('petition-letter', certCode)).body.data).toEqual({
        flag: false,
        msg: '申请权限校验不通过：该信访人已有未办结的同类办件',
        order: null,
      });
      // A person who may read it gets its number (S1 §5).
      const reply = await office.as('zhangwei').done(initiation.check, {
        query: { taskCode: 'petition-letter', certCode },
      });
      expect(reply.msg).toMatch(/^申请权限校验不通过：该信访人已有未办结的同类办件（流水号：2026\d+）$/);
      expect(reply.order).toMatchObject({
        code: /流水号：(\d+)/.exec(reply.msg)?.[1],
        statusLabel: '待收件',
      });
      // Deputies may submit any number of proposals.
      expect((await ask('congress-proposal', certCode)).body.data).toEqual({
        flag: true,
        msg: '',
        order: null,
      });
      expect((await ask('no-such-item', certCode)).body).toMatchObject({
        errcode: 404,
        errmsg: '未找到该事项',
      });
    },
  },
  initiate: {
    caller: 'zhangwei',
    request: async () => ({ body: nextInput() }),
    refusedFor,
    invalidInputs: [
      invalidInput(
        { body: { taskCode: 'petition-letter' } },
        ['itemDeployId', '不能为空'],
        ['applyer', '不能为空'],
        ['workorderForms', '不能为空'],
      ),
      {
        makeInvalid: ({ body }) => {
          const right = body as ReturnType<typeof nextInput>;
          const content = { ...right.workorderForms[0]?.content, summary: '', petitionerCount: 0 };
          return {
            body: {
              ...right,
              applyer: { ...right.applyer, name: '', mobile: '123', certCode: '330127199003129971' },
              workorderForms: [{ formId: 'petition-letter:1', content }],
            },
          };
        },
        expectedProblems: [
          ['applyer.name', '信访人姓名不能为空'],
          ['applyer.certCode', '请输入正确的证件'],
          ['applyer.mobile', '请输入正确的手机号'],
          ['petition-letter.petitionerCount', expect.any(String) as unknown as string],
          ['petition-letter.summary', expect.any(String) as unknown as string],
        ],
      },
    ],
    checkAnswer: async (result, { body }) => {
      expect(result.workorderCode).toMatch(/^2026\d{6}$/);
      expect(result).toMatchObject({
        title: expect.stringMatching(/./),
        message: `办件已提交，办件流水号：${result.workorderCode}`,
        nextNodeNames: ['收件'],
        dueAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      });
      const order = await db
        .selectFrom('work_orders')
        .selectAll()
        .where('id', '=', result.workorderId)
        .executeTakeFirstOrThrow();
      expect(order).toMatchObject({
        title: (body as ReturnType<typeof nextInput>).workorderForms[0]?.content.letterTitle,
        status: 2,
        initiator_id: 'staff-zhangwei',
        org_id: '330127-xfj',
        area_name: '淳安县',
      });
      const applicant = await db
        .selectFrom('work_order_applicants')
        .selectAll()
        .where('workorder_id', '=', result.workorderId)
        .executeTakeFirstOrThrow();
      const storedText = JSON.stringify(applicant);
      const applicantData = (body as ReturnType<typeof nextInput>).applyer;
      for (const secret of [applicantData.certCode, applicantData.mobile])
        expect(storedText).not.toContain(secret);
    },
  },
  saveDraft: {
    caller: 'zhangwei',
    request: async () => ({ body: draftOf(nextInput()) }),
    refusedFor,
    invalidInputs: [
      {
        makeInvalid: ({ body }) => ({ body: { ...(body as object), id: 'x', applyer: 1 } }),
        expectedProblems: [
          ['applyer', '格式不正确'],
          ['id', '格式不正确'],
        ],
      },
    ],
    checkAnswer: async ({ id }, { body }) => {
      const row = await db.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ staff_id: 'staff-zhangwei', item_name: '群众来信办理' });
      const { name, mobile } = (body as ReturnType<typeof nextInput>).applyer;
      expect(row.content_sealed).not.toContain(name);
      expect(row.content_sealed).not.toContain(mobile);
      const again = await office
        .as('zhangwei')
        .done(initiation.saveDraft, { body: { ...(body as object), id } });
      expect(again.id).toBe(id);
      const refusal = await office
        .as('lina')
        .call(initiation.saveDraft, { body: { ...(body as object), id } });
      expect(refusal.body).toMatchObject({ errcode: 404, errmsg: '草稿已不存在' });
    },
  },
  draftList: {
    caller: 'lina',
    request: async () => {
      await office.as('lina').done(initiation.saveDraft, { body: draftOf(nextInput()) });
      return { query: { keyword: '电梯', size: '5', hallId: '1' } };
    },
    refusedFor,
    invalidInputs: [invalidInput({ query: { page: 'x' } }, ['page', '格式不正确'])],
    checkAnswer: ({ rows, total }) => {
      expect(rows).toHaveLength(Math.min(total, 5));
      expect(rows[0]).toMatchObject({ taskCode: 'petition-letter', itemName: '群众来信办理' });
      expect(rows[0]?.title).toContain('反映小区电梯长期停用');
    },
  },
  draft: {
    caller: 'zhangwei',
    request: async () => {
      const { id } = await office.as('zhangwei').done(initiation.saveDraft, { body: draftOf(nextInput()) });
      return { params: { workorderId: id } };
    },
    refusedFor: { ...refusedFor, lina: 404 },
    invalidInputs: [invalidInput({ params: { workorderId: 'x' } }, ['workorderId', '格式不正确'])],
    checkAnswer: (draft) => {
      const { applyer, workorderForms } = petition(lastNumber).start;
      expect(draft).toMatchObject({ itemDeployId: 'petition-letter-1', applyer, workorderForms });
    },
  },
  deleteDrafts: {
    caller: 'zhangwei',
    request: async () => {
      const { id } = await office.as('zhangwei').done(initiation.saveDraft, { body: draftOf(nextInput()) });
      return { body: { ids: id } };
    },
    refusedFor: { ...refusedFor, lina: 404 },
    invalidInputs: [invalidInput({ body: { ids: 'x,y' } }, ['ids', '草稿标识不正确'])],
    checkAnswer: async (answer, { body }) => {
      expect(answer).toEqual({ deleted: 1 });
      const again = await office.as('zhangwei').call(initiation.deleteDrafts, { body });
      expect(again.body.errcode).toBe(404);
    },
  },
  restoreDrafts: {
    caller: 'zhangwei',
    request: async () => {
      const { id } = await office.as('zhangwei').done(initiation.saveDraft, { body: draftOf(nextInput()) });
      await office.as('zhangwei').done(initiation.deleteDrafts, { body: { ids: id } });
      return { body: { ids: id } };
    },
    refusedFor: { ...refusedFor, lina: 404 },
    invalidInputs: [invalidInput({ body: { ids: 'x,y' } }, ['ids', '草稿标识不正确'])],
    checkAnswer: async (answer, { body }) => {
      expect(answer).toEqual({ restored: 1 });
      const again = await office.as('zhangwei').call(initiation.restoreDrafts, { body });
      expect(again.body.errcode).toBe(404);
    },
  },
});

describe('a deleted draft (S1 §4: -1)', () => {
  const listDeleted = (query = {}) =>
    office.as('zhangwei').done(initiation.draftList, { query: { status: '-1', ...query } });
  const writeDeletedDraft = async () => {
    const { id } = await office.as('zhangwei').done(initiation.saveDraft, { body: draftOf(nextInput()) });
    await office.as('zhangwei').done(initiation.deleteDrafts, { body: { ids: id } });
    return id;
  };

  test('is stored for thirty days, shown only to its owner, and restored unchanged', async () => {
    const id = await writeDeletedDraft();
    const [row] = (await listDeleted()).rows.filter((draft) => draft.id === id);
    const keptUntil = new Date(office.clock.now.getTime() + 30 * 86_400_000).toISOString();
    expect(row).toMatchObject({ status: -1, statusLabel: '草稿已删除', keptUntil });
    const { rows: drafts } = await office.as('zhangwei').done(initiation.draftList, { query: {} });
    expect(drafts.map((draft) => draft.id)).not.toContain(id);
    expect(drafts.every(({ status, keptUntil: until }) => status === 0 && until === null)).toBe(true);
    const othersDrafts = await office.as('lina').done(initiation.draftList, { query: { status: '-1' } });
    expect(othersDrafts.rows.map((draft) => draft.id)).not.toContain(id);
    await office.as('zhangwei').done(initiation.restoreDrafts, { body: { ids: id } });
    const draft = await office.as('zhangwei').done(initiation.draft, { params: { workorderId: id } });
    expect(draft).toMatchObject({ status: 0, applyer: petition(lastNumber).start.applyer });
  });

  test('cannot be opened, overwritten or consumed by an initiation until it is restored', async () => {
    const id = await writeDeletedDraft();
    const opened = await office.as('zhangwei').call(initiation.draft, { params: { workorderId: id } });
    expect(opened.body).toMatchObject({ errcode: 404, errmsg: '草稿已删除，请先恢复' });
    const saved = await office
      .as('zhangwei')
      .call(initiation.saveDraft, { body: { ...draftOf(nextInput()), id } });
    expect(saved.body.errcode).toBe(404);
    await office.as('zhangwei').done(initiation.initiate, { body: { ...nextInput(), draftId: id } });
    expect((await listDeleted()).rows.map((draft) => draft.id)).toContain(id);
  });

  test('is deleted and restored in a batch of 200 ids, and the audit log names only existing drafts', async () => {
    const ownIds = [await writeDeletedDraft(), await writeDeletedDraft()];
    const ids = [...ownIds, ...Array.from({ length: 198 }, () => randomUUID())].join(',');
    const restored = await office.as('zhangwei').call(initiation.restoreDrafts, { body: { ids } });
    expect(restored.body, restored.text).toMatchObject({ errcode: 0, data: { restored: 2 } });
    const deleted = await office.as('zhangwei').call(initiation.deleteDrafts, { body: { ids } });
    expect(deleted.body, deleted.text).toMatchObject({ errcode: 0, data: { deleted: 2 } });
    const { detail } = await office.context.db
      .selectFrom('audit_links')
      .select('detail')
      .where('action', '=', 'draft.delete')
      .where('object_kind', '=', 'staff')
      .executeTakeFirstOrThrow();
    expect(detail).toEqual({ drafts: expect.arrayContaining(ownIds) });
    expect((detail as { drafts: string[] }).drafts).toHaveLength(2);
  });

  test('is removed by the nightly job after thirty days, and other drafts stay', async () => {
    const id = await writeDeletedDraft();
    const body = draftOf(nextInput());
    const { id: keptId } = await office.as('zhangwei').done(initiation.saveDraft, { body });
    const before = office.clock.now;
    await cleanUpDrafts(office.context);
    expect((await listDeleted()).rows.map((draft) => draft.id)).toContain(id);
    office.clock.forward(30 * 86_400_000 + 1000);
    expect(await cleanUpDrafts(office.context)).toBeGreaterThan(0);
    office.clock.now = before;
    expect((await listDeleted()).rows).toEqual([]);
    const { rows } = await office.as('zhangwei').done(initiation.draftList, { query: { size: '200' } });
    expect(rows.map((draft) => draft.id)).toContain(keptId);
  });
});

describe('an item', () => {
  test('with a newer published version is refused with a clear message', async () => {
    const { body } = await office
      .as('zhangwei')
      .call(initiation.initiate, { body: { ...nextInput(), itemDeployId: 'petition-letter-0' } });
    expect(body).toMatchObject({ errcode: 40921, errmsg: '该事项已发布新版本，请刷新页面后重新填写' });
  });

  test('that is not available is refused', async () => {
    const { body } = await office
      .as('zhangwei')
      .call(initiation.initiate, { body: { ...nextInput(), taskCode: 'no-such-item' } });
    expect(body).toMatchObject({ errcode: 40921, errmsg: '该事项当前不可办理' });
  });

  test('without the duplicate check may be started repeatedly for one applicant', async () => {
    const first = await desk.start('fenglei', proposal(500));
    const second = await desk.start('fenglei', proposal(500));
    expect(second.code).not.toBe(first.code);
  });
});

describe('the duplicate check', () => {
  test('ignores letter case and spaces of a certificate number', async () => {
    const number = Array.from({ length: 60 }, (_, index) => 1000 + index).find((candidate) =>
      petition(candidate).start.applyer.certCode.endsWith('X'),
    );
    const startData = petition(number ?? 0);
    await desk.start('zhangwei', startData);
    const certCode = ` ${startData.start.applyer.certCode.toLowerCase()} `;
    const { body } = await office.as('lina').call(initiation.initiate, {
      body: { ...nextInput(), applyer: { ...startData.start.applyer, certCode } },
    });
    expect(body.errcode, JSON.stringify(body)).toBe(40920);
    expect(body.errmsg).toMatch(/^申请权限校验不通过/);
    const answer = await office
      .as('lina')
      .done(initiation.check, { query: { taskCode: 'petition-letter', certCode } });
    expect(answer.flag).toBe(false);
  });
});

test('an initiation and a draft accept empty values for optional fields (S1 §3)', async () => {
  for (const none of ['', null]) {
    const body = { ...nextInput(), draftId: none, serveType: none };
    const started = await office.as('lina').call(initiation.initiate, { body });
    expect(started.status, started.text).toBe(200);
    const draft = await office
      .as('lina')
      .call(initiation.saveDraft, { body: { ...draftOf(nextInput()), id: none } });
    expect(draft.status, draft.text).toBe(200);
  }
  const { body: refusal } = await office
    .as('lina')
    .call(initiation.initiate, { body: { ...nextInput(), serveType: 5 } });
  expect(refusal.problems).toEqual([{ field: 'serveType', message: '格式不正确' }]);
});

test('drafts are sorted by the given column, by default the last changed first (S0 §7)', async () => {
  const draftIds = async (query: Record<string, string>) => {
    const { rows } = await office.as('lina').done(initiation.draftList, { query });
    return rows.map(({ id }) => id);
  };
  for (const _ of [1, 2]) await office.as('lina').done(initiation.saveDraft, { body: draftOf(nextInput()) });
  const newest = await draftIds({ size: '200' });
  for (const sort of ['updatedAt', 'createdAt', '']) {
    expect(await draftIds({ size: '200', sort, order: 'asc' })).toEqual([...newest].reverse());
  }
});

test('a draft without a title is listed with the first words of its content', async () => {
  const { taskCode, itemDeployId, applyer, workorderForms: forms } = nextInput();
  const summary = `  三号楼电梯\n停运两周，${'老人出行困难。'.repeat(20)}`;
  const workorderForms = forms.map((form) => ({ ...form, content: { summary } }));
  const body = { taskCode, itemDeployId, applyer, workorderForms };
  const { id } = await office.as('lina').done(initiation.saveDraft, { body });
  const { rows } = await office.as('lina').done(initiation.draftList, { query: { size: '200' } });
  const row = rows.find((draft) => draft.id === id);
  expect(row?.excerpt).toMatch(/^三号楼电梯 停运两周，老人出行困难。/);
  expect([...(row?.excerpt ?? '')]).toHaveLength(60);
});

test('a draft title that is too long is cut between whole characters', async () => {
  const { taskCode, itemDeployId, applyer, workorderForms: forms } = nextInput();
  const letterTitle = `${'长'.repeat(199)}😀还有`;
  const body = {
    taskCode,
    itemDeployId,
    applyer,
    workorderForms: forms.map((form) => ({ ...form, content: { letterTitle } })),
  };
  const { id } = await office.as('lina').done(initiation.saveDraft, { body });
  const { rows } = await office.as('lina').done(initiation.draftList);
  expect(rows.find((row) => row.id === id)?.title).toBe(`${'长'.repeat(199)}😀`);
});

test('an invisible title counts as empty', async () => {
  const { taskCode, itemDeployId, applyer, workorderForms: forms } = nextInput();
  const workorderForms = forms.map((form) => ({ ...form, content: { letterTitle: '\u200b\u3164' } }));
  const body = { taskCode, itemDeployId, applyer, workorderForms };
  const { id } = await office.as('lina').done(initiation.saveDraft, { body });
  const { rows } = await office.as('lina').done(initiation.draftList);
  expect(rows.find((row) => row.id === id)).toMatchObject({ title: '群众来信办理' });
});

test('a draft of an unknown item version is refused', async () => {
  const save = (itemDeployId: string) =>
    office.as('lina').call(initiation.saveDraft, { body: { ...draftOf(nextInput()), itemDeployId } });
  for (const unknown of ['nowhere-1', 'congress-proposal-1']) {
    expect((await save(unknown)).body.problems).toEqual([
      { field: 'itemDeployId', message: '事项版本不存在' },
    ]);
  }
});
