import { afterAll, describe, expect, test } from 'vitest';
import { processes } from '#contract/processes.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { petition } from '#test/world/matters.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
const xml = readSeedText('processes/petition-letter.bpmn');
const renamed = (name: string) => xml.replace('name="领导批示"', `name="${name}"`);
let edition = 0;

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Only the configuration administrator publishes. */
const others = { zhangwei: 403, liuyang: 403, wujianguo: 403, tianye: 403, dongmei: 403, yuanyuan: 403 };

describeCalls(office, processes, {
  xml: {
    by: 'zhangwei',
    sent: { params: { id: 'petition-letter:1' } },
    others: {},
    bad: [{ wrong: () => ({ params: { id: 'x'.repeat(101) } }), says: [['id', '最多100个字']] }],
    does: (answer) => {
      expect(answer).toEqual({ id: 'petition-letter:1', key: 'petition-letter', version: 1, xml });
    },
  },
  list: {
    by: 'xiaohan',
    sent: {},
    others,
    does: ({ rows }) => {
      expect(rows.find(({ id }) => id === 'petition-letter:1')).toMatchObject({
        name: '群众来信办理',
        publishedBy: '肖涵',
      });
    },
  },
  lint: {
    by: 'xiaohan',
    sent: { body: { xml: xml.replace('targetRef="archive"', 'targetRef="sign"') } },
    others,
    bad: [{ wrong: () => ({ body: {} }), says: [['xml', '不能为空']] }],
    does: async ({ problems }) => {
      expect(problems.length).toBeGreaterThan(0);
      for (const { message } of problems) expect(message).toMatch(/[“”]/);
      const sound = await office.as('xiaohan').done(processes.lint, { body: { xml } });
      expect(sound.problems).toEqual([]);
      const nonsense = await office.as('xiaohan').done(processes.lint, { body: { xml: '<not bpmn' } });
      expect(nonsense.problems).toHaveLength(1);
    },
  },
  publish: {
    by: 'xiaohan',
    sent: async () => ({ body: { xml: renamed(`领导批示${++edition}`) } }),
    others,
    bad: [{ wrong: () => ({ body: { xml: 1 } }), says: [['xml', '格式不正确']] }],
    does: async (row) => {
      expect(row).toMatchObject({ key: 'petition-letter', publishedBy: '肖涵' });
      expect(row.id).toBe(`petition-letter:${row.version}`);
      const link = await db
        .selectFrom('audit_links')
        .select(['staff_name', 'object_id'])
        .where('action', '=', 'process.publish')
        .execute();
      expect(link).toEqual([{ staff_name: '肖涵', object_id: row.id }]);
    },
  },
});

describe('publishing', () => {
  test('refuses a file that would strand an order, with everything that is wrong', async () => {
    const broken = xml.replace('targetRef="archive"', 'targetRef="sign"');
    const { status, body } = await office.as('xiaohan').call(processes.publish, { body: { xml: broken } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errcode: 40020, errmsg: '流程定义未通过检查' });
    expect(body.problems?.length).toBeGreaterThan(0);
  });

  test('leaves running orders on their version', async () => {
    const order = await desk.start('zhangwei', petition(1));
    await office.as('xiaohan').done(processes.publish, { body: { xml: renamed('新版批示') } });
    await desk.press('liuyang', order, 'receive', 'receive');
    const done = await desk.press('zhaomin', order, 'examine', 'accept');
    expect(done.nextNodeNames).toEqual(['领导批示']);
  });

  test('of the same file again makes no new version', async () => {
    const once = await office.as('xiaohan').done(processes.publish, { body: { xml: renamed('再版批示') } });
    const twice = await office.as('xiaohan').done(processes.publish, { body: { xml: renamed('再版批示') } });
    expect(twice.version).toBe(once.version);
  });

  test('by three at once gives three versions without a gap', async () => {
    const answers = await Promise.all(
      ['甲', '乙', '丙'].map((name) =>
        office.as('xiaohan').call(processes.publish, { body: { xml: renamed(`${name}版批示`) } }),
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

describe('a file that is made to be hard to read', () => {
  const strange = (count: number) =>
    `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"><bpmn:process id="p">${'<bpmn:strange/>'.repeat(count)}</bpmn:process></bpmn:definitions>`;

  test('keeps nobody else waiting, and is answered with as many problems as help', async () => {
    const ended: string[] = [];
    const lint = office
      .as('xiaohan')
      .done(processes.lint, { body: { xml: strange(10_000) } })
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

  test('a name of a hundred thousand characters is not said back whole', async () => {
    const long = xml
      .replace('name="领导批示"', `name="${'批'.repeat(100_000)}"`)
      .replace('code="1"', 'code="x"');
    const { problems } = await office.as('xiaohan').done(processes.lint, { body: { xml: long } });
    expect(problems.length).toBeGreaterThan(0);
    for (const { message } of problems) expect(message.length).toBeLessThanOrEqual(301);
  });
});
