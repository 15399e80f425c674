import { afterAll, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { processes } from '#contract/processes.ts';
import { newPlan, newStep, type StepPlan } from '#domain/workflow/steps/step-plan.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
const xml = readSeedText('processes/petition-letter.bpmn');
const withNodeName = (name: string) => xml.replace('name="领导批示"', `name="${name}"`);
let counter = 0;

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Only the configuration administrator publishes. */
const others = { zhangwei: 403, liuyang: 403, wujianguo: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };

describeCalls(office, processes, {
  xml: {
    caller: 'zhangwei',
    request: { params: { id: 'petition-letter:1' } },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ params: { id: 'x'.repeat(101) } }),
        expectedProblems: [['id', '不能超过100个字符']],
      },
    ],
    checkAnswer: (answer) => {
      expect(answer).toEqual({ id: 'petition-letter:1', key: 'petition-letter', version: 1, xml });
    },
  },
  list: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) => {
      expect(rows.find(({ id }) => id === 'petition-letter:1')).toMatchObject({
        name: '群众来信办理',
        publishedBy: '肖涵',
      });
    },
  },
  lint: {
    caller: 'xiaohan',
    request: { body: { xml: xml.replace('targetRef="archive"', 'targetRef="sign"') } },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ body: {} }), expectedProblems: [['xml', '不能为空']] }],
    checkAnswer: async ({ problems }) => {
      expect(problems.length).toBeGreaterThan(0);
      for (const { message } of problems) expect(message).toMatch(/[“”]/);
      const valid = await office.as('xiaohan').done(processes.lint, { body: { xml } });
      expect(valid.problems).toEqual([]);
      const nonsense = await office.as('xiaohan').done(processes.lint, { body: { xml: '<not bpmn' } });
      expect(nonsense.problems).toHaveLength(1);
    },
  },
  overview: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) => {
      expect(rows.map(({ key }) => key)).toEqual([
        'congress-proposal',
        'permit-application',
        'petition-letter',
      ]);
      expect(rows.at(-1)).toMatchObject({
        name: '群众来信办理',
        items: [{ taskCode: 'petition-letter', name: '群众来信办理' }],
      });
    },
  },
  versions: {
    caller: 'xiaohan',
    request: { query: { key: 'petition-letter' } },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ query: {} }), expectedProblems: [['key', '不能为空']] }],
    checkAnswer: async ({ rows }) => {
      expect(rows.at(-1)).toMatchObject({
        id: 'petition-letter:1',
        items: [{ taskCode: 'petition-letter' }],
      });
      const none = await office.as('xiaohan').call(processes.versions, { query: { key: 'no-such' } });
      expect(none.status).toBe(404);
    },
  },
  version: {
    caller: 'xiaohan',
    request: { query: { id: 'petition-letter:1' } },
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ query: {} }), expectedProblems: [['id', '不能为空']] }],
    checkAnswer: async ({ nodes, plan }) => {
      expect(nodes.slice(0, 2)).toMatchObject([
        { id: 'start', name: '来信登记', handlers: [] },
        { id: 'receive', name: '收件', handlers: ['信访收件组'], limit: '2 个工作日' },
      ]);
      expect(plan).toBeNull();
      const none = await office
        .as('xiaohan')
        .call(processes.version, { query: { id: 'petition-letter:99' } });
      expect(none.status).toBe(404);
    },
  },
  handlers: {
    caller: 'xiaohan',
    request: { query: { kind: 'staff', name: '刘' } },
    refusedFor: others,
    invalidInputs: [
      { makeInvalid: () => ({ query: { kind: 'variable' } }), expectedProblems: [['kind', '不是可选的值']] },
    ],
    checkAnswer: async ({ rows }) => {
      expect(rows).toContainEqual({
        id: 'staff-liuyang',
        name: '刘洋',
        orgName: '淳安县信访局',
        staffed: true,
      });
      const found = async (kind: 'role' | 'org' | 'staff', name: string) =>
        (await office.as('xiaohan').done(processes.handlers, { query: { kind, name } })).rows;
      // Administrators of the portal handle no matters, and departed people are not offered.
      expect(await found('role', '配置')).toMatchObject([{ id: 'config-admin', staffed: false }]);
      expect(await found('staff', '江涛')).toEqual([]);
      expect(await found('org', '信访局')).toMatchObject([{ id: '330127-xfj', staffed: true }]);
      // By characters in their order, by pinyin and initials, and by the account in the key.
      for (const text of ['淳信访', 'caxxfj', 'chunanxinfang'])
        expect(await found('org', text)).toContainEqual(expect.objectContaining({ id: '330127-xfj' }));
      expect(await found('staff', 'ly')).toContainEqual(expect.objectContaining({ id: 'staff-liuyang' }));
      expect(await found('staff', 'staff-liuyang')).toMatchObject([{ name: '刘洋' }]);
    },
  },
  forms: {
    caller: 'xiaohan',
    request: {},
    refusedFor: others,
    checkAnswer: ({ rows }) => {
      const letter = rows.find(({ code }) => code === 'petition-letter');
      expect(letter?.fields).toContainEqual(
        expect.objectContaining({ id: 'urgency', options: expect.arrayContaining([expect.anything()]) }),
      );
    },
  },
  publish: {
    caller: 'xiaohan',
    request: async () => ({ body: { xml: withNodeName(`领导批示${++counter}`) } }),
    refusedFor: others,
    invalidInputs: [{ makeInvalid: () => ({ body: { xml: 1 } }), expectedProblems: [['xml', '格式不正确']] }],
    checkAnswer: async (row) => {
      expect(row).toMatchObject({ key: 'petition-letter', publishedBy: '肖涵' });
      expect(row.id).toBe(`petition-letter:${row.version}`);
      const auditRecords = await db
        .selectFrom('audit_links')
        .select(['staff_name', 'object_id', 'detail'])
        .where('action', '=', 'process.publish')
        .execute();
      expect(auditRecords).toMatchObject([
        {
          staff_name: '肖涵',
          object_id: row.id,
          detail: {
            changes: expect.arrayContaining([
              { title: expect.stringMatching(/名称$/), was: '领导批示', now: `领导批示${counter}` },
            ]),
          },
        },
      ]);
    },
  },
});

describe('publishing a process', () => {
  test('refuses a file in which an order cannot end, and lists the problems', async () => {
    const broken = xml.replace('targetRef="archive"', 'targetRef="sign"');
    const { status, body } = await office.as('xiaohan').call(processes.publish, { body: { xml: broken } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errcode: 40020, errmsg: '流程定义未通过检查' });
    expect(body.problems?.length).toBeGreaterThan(0);
  });

  test('leaves running orders on their version', async () => {
    const order = await desk.start('zhangwei', petition(1));
    await office.as('xiaohan').done(processes.publish, { body: { xml: withNodeName('新版批示') } });
    await desk.press('liuyang', order, 'receive', 'receive');
    const done = await desk.press('zhaomin', order, 'examine', 'accept');
    expect(done.nextNodeNames).toEqual(['领导批示']);
  });

  test('creates no new version for the same file', async () => {
    const first = await office
      .as('xiaohan')
      .done(processes.publish, { body: { xml: withNodeName('再版批示') } });
    const second = await office
      .as('xiaohan')
      .done(processes.publish, { body: { xml: withNodeName('再版批示') } });
    expect(second.version).toBe(first.version);
  });

  test('creates three versions without a gap for three concurrent calls', async () => {
    const answers = await Promise.all(
      ['甲', '乙', '丙'].map((name) =>
        office.as('xiaohan').call(processes.publish, { body: { xml: withNodeName(`${name}版批示`) } }),
      ),
    );
    for (const { status, text } of answers) expect(status, text).toBe(200);
    const versions = await db
      .selectFrom('process_definitions')
      .select('version')
      .where('key', '=', 'petition-letter')
      .execute();
    const numbers = versions.map(({ version }) => version).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});

describe('the changes in a file', () => {
  test('are listed part by part against the current version', async () => {
    const before = await office.as('xiaohan').done(processes.publish, { body: { xml } });
    const changed = xml.replace('name="领导批示"', 'name="领导阅示"').replace('amount="60"', 'amount="45"');
    const { process, changes } = await office.as('xiaohan').done(processes.lint, { body: { xml: changed } });
    expect(process).toEqual({ key: 'petition-letter', name: '群众来信办理', current: before.version });
    expect(changes).toContainEqual({ part: '流程时限', before: '60 天', after: '45 天' });
    expect(changes).toContainEqual({ part: '领导阅示 · 名称', before: '领导批示', after: '领导阅示' });
    expect(changes).toHaveLength(2);
    const same = await office.as('xiaohan').done(processes.lint, { body: { xml } });
    expect(same.changes).toEqual([]);
  });
});

describe('a process written in steps', () => {
  test('is published like any other file, and an order runs on it to the end', async () => {
    const startData = petition(7);
    const fields = Object.keys(startData.start.workorderForms?.[0]?.content ?? {}).sort();
    const plan: StepPlan = {
      ...newPlan('petition-letter', '来信简易办理'),
      forms: [{ form: 'petition-letter', authority: 1, fields }],
      steps: [
        {
          ...newStep({ steps: [], forms: [] }),
          name: '紧急会商',
          when: { form: 'petition-letter', field: 'urgency', is: '=', value: 'no-such-urgency' },
          handlers: [{ kind: 'role', id: 'leader', name: '领导' }],
        },
        {
          ...newStep({ steps: [], forms: [] }),
          id: 'step-2',
          name: '经办',
          handlers: [{ kind: 'role', id: 'handler', name: '经办人' }],
          limit: { amount: 3, unit: 'workingDay' },
        },
      ],
    };
    const sent = { body: { xml: writePlan(plan) } };
    expect((await office.as('xiaohan').done(processes.lint, sent)).problems).toEqual([]);
    const published = await office.as('xiaohan').done(processes.publish, sent);
    const read = await office.as('xiaohan').done(processes.version, { query: { id: published.id } });
    expect(read.plan).toEqual(plan);
    await db
      .updateTable('business_items')
      .set({ process_definition_id: published.id })
      .where('task_code', '=', 'petition-letter')
      .execute();
    const order = await desk.start('zhangwei', startData);
    const rows = async () =>
      db
        .selectFrom('work_orders')
        .select(['status', 'process_definition_id'])
        .where('id', '=', order.id)
        .execute();
    expect(await rows()).toEqual([{ status: 4, process_definition_id: published.id }]);
    const { rows: versions } = await office
      .as('xiaohan')
      .done(processes.versions, { query: { key: 'petition-letter' } });
    expect(versions[0]).toMatchObject({ id: published.id, running: 1 });
    await office.as('liuyang').done(handling.handle, {
      body: {
        workorderId: order.id,
        workorderTraceId: await desk.traceAt(order, 'step-2'),
        handlerOperation: '1',
        buttonId: 'handle',
        handlerOpinion: '已办',
      },
    });
    expect(await rows()).toEqual([{ status: 9, process_definition_id: published.id }]);
  });
});

describe('a process file of another modeller', () => {
  const file = (key: string, handlers: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="urn:test">
  <process id="${key}" name="请假"><startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="a"/>
  ${handlers}<sequenceFlow id="f2" sourceRef="a" targetRef="e"/><endEvent id="e"/></process></definitions>`;
  const lint = (xml: string) => office.as('xiaohan').done(processes.lint, { body: { xml } });
  const task = (inside: string, attributes = '') =>
    `<userTask id="a" name="审批" ${attributes}><extensionElements>${inside}</extensionElements></userTask>`;
  const handlerHints = (hints: readonly { message: string }[]) =>
    hints.map(({ message }) => message).filter((message) => message.startsWith('环节“审批”的处理人'));

  test('may name handlers by account, name or code, and they are found', async () => {
    const written =
      'flowable:assignee="liuyang" flowable:candidateUsers="赵敏" flowable:candidateGroups="handler"';
    const xml = file('leave-by-account', task('', written));
    const { problems, hints } = await lint(xml);
    expect(problems).toEqual([]);
    expect(handlerHints(hints)).toEqual([
      '环节“审批”的处理人：“liuyang”认作人员“刘洋”（staff-liuyang）',
      '环节“审批”的处理人：“赵敏”认作人员“赵敏”（staff-zhaomin）',
      expect.stringMatching(/^环节“审批”的处理人：“handler”认作角色“.+”（handler）$/),
    ]);
    const published = await office.as('xiaohan').done(processes.publish, { body: { xml } });
    const { nodes } = await office.as('xiaohan').done(processes.version, { query: { id: published.id } });
    expect(nodes.find(({ id }) => id === 'a')?.handlers.slice(0, 2)).toEqual(['刘洋', '赵敏']);
    const again = await office.as('xiaohan').done(processes.publish, { body: { xml } });
    expect(again.version).toBe(published.version);
  });

  test('may name an unknown handler: a hint is shown, and the task goes to the fallback handler', async () => {
    const xml = file('leave-by-role', task('<flowable:assignee type="role" value="77" text="人事"/>'));
    const { problems, hints } = await lint(xml);
    expect(problems).toEqual([]);
    expect(handlerHints(hints)).toEqual([
      '环节“审批”的处理人：本单位没有“人事”（77），已略过；没有其他处理人时交给兜底处理人。请改为本单位的编码、账号或名称，或用 portal:candidate 填写',
    ]);
    const { id } = await office.as('xiaohan').done(processes.publish, { body: { xml } });
    const { nodes } = await office.as('xiaohan').done(processes.version, { query: { id } });
    expect(nodes.find((node) => node.id === 'a')?.handlers).toEqual(['兜底处理人']);
  });

  test('may name a departed person or an ambiguous group: neither is matched', async () => {
    await db
      .insertInto('user_groups')
      .values(
        ['one', 'two'].map((id) => ({ id: `group-${id}`, code: `group-${id}`, name: '联络组', sort_by: 0 })),
      )
      .execute();
    const written = 'flowable:assignee="jiangtao" flowable:candidateGroups="联络组"';
    const { hints } = await lint(file('leave-by-left', task('', written)));
    expect(handlerHints(hints)).toEqual([
      expect.stringContaining('本单位没有“jiangtao”'),
      expect.stringContaining('本单位没有“联络组”'),
    ]);
  });

  test('may lack a diagram: the stored file has one of the whole flow', async () => {
    const { id } = await office
      .as('xiaohan')
      .done(processes.publish, { body: { xml: file('leave-undrawn', task('')) } });
    const { xml } = await office.as('zhangwei').done(processes.xml, { params: { id } });
    for (const part of ['s', 'f1', 'a', 'f2', 'e']) expect(xml).toContain(`bpmnElement="${part}"`);
    const { hints } = await lint(xml);
    expect(hints.map(({ message }) => message).join()).not.toContain('排图');
  });
});

describe('a process file that is hard to read', () => {
  const unknownElements = (count: number) =>
    `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"><bpmn:process id="p">${'<bpmn:strange/>'.repeat(count)}</bpmn:process></bpmn:definitions>`;

  test('does not delay other calls, and returns a limited number of problems', async () => {
    const ended: string[] = [];
    const lint = office
      .as('xiaohan')
      .done(processes.lint, { body: { xml: unknownElements(10_000) } })
      .finally(() => ended.push('lint'));
    const list = office
      .as('xiaohan')
      .done(processes.list, {})
      .finally(() => ended.push('list'));
    const [{ problems }] = await Promise.all([lint, list]);
    expect(ended).toEqual(['list', 'lint']);
    expect(problems).toHaveLength(201);
    expect(problems.at(-1)?.message).toMatch(/^另有 \d+ 处问题未列出$/);
  });

  test('gets short messages for a name of a hundred thousand characters', async () => {
    const longName = xml
      .replace('name="领导批示"', `name="${'批'.repeat(100_000)}"`)
      .replace('code="1"', 'code="x"');
    const { problems } = await office.as('xiaohan').done(processes.lint, { body: { xml: longName } });
    expect(problems.length).toBeGreaterThan(0);
    for (const { message } of problems) expect(message.length).toBeLessThanOrEqual(301);
  });
});
