import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { forms } from '#contract/forms.ts';
import { items } from '#contract/items.ts';
import { loginPolicy } from '#contract/login-policy.ts';
import { messageTemplates } from '#contract/message-templates.ts';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { officeGroups, officeHalls, officePosts, officeWindows, postSheet } from '#contract/office-parts.ts';
import { processes } from '#contract/processes.ts';
import { newForm } from '#domain/forms/editing.ts';
import { newPlan, newStep } from '#domain/workflow/steps/step-plan.ts';
import { writePlan } from '#domain/workflow/steps/write-plan.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const config = office.as('xiaohan');
const system = office.as('tianye');
const security = office.as('dongmei');

/**
 * Two people with the same record open: the request with which each saves over the state that they saw, and
 * the reading of the record.
 */
interface ConcurrentEdit {
  by: ReturnType<typeof office.as>;
  endpoint: Endpoint;
  /** The state that both of them see, in the form in which it is sent back. */
  readState: () => Promise<unknown>;
  createRequest: (input: string, state: unknown) => object;
  /** Reads the stored record, in which the test searches for the input of the first person. */
  readStored: () => Promise<unknown>;
  expectedMessage: RegExp;
}

const model = newForm('shared-form', '占道经营申请表');
const formWith = (title: string) => ({
  ...model,
  schema: { fields: [{ id: 'place', title, 'x-component': 'single-line', required: true }] },
});
const planNamed = (name: string) => ({
  ...newPlan('shared-process', name),
  forms: [],
  steps: [
    {
      ...newStep({ steps: [], forms: [] }),
      name: '决定',
      handlers: [{ kind: 'role' as const, id: 'handler', name: '经办人' }],
      forms: [],
    },
  ],
});
await config.done(forms.publish, { body: { json: JSON.stringify(formWith('经营地点')) } });
await config.done(processes.publish, { body: { xml: writePlan(planNamed('占道经营')) } });
const { settings } = await config.done(items.read, { query: { taskCode: 'petition-letter' } });
const { id: presetId } = await config.done(messageTemplates.savePreset, {
  body: { name: '告知', content: '请补正', sort: 1 },
});

const readItemState = async () => {
  const { version, current } = await config.done(items.read, { query: { taskCode: 'petition-letter' } });
  return { version, current };
};
const rowOf = async <Row extends { id: string }>(
  list: Promise<{ rows: Row[] }>,
  id: string,
): Promise<Row> => {
  const found = (await list).rows.find((row) => row.id === id);
  if (!found) throw new Error(`${id} is missing`);
  return found;
};
const organisation = async () => rowOf(system.done(officeOrganisations.list, {}), '330127-scj');
const todoInPortal = async () =>
  (await config.done(messageTemplates.list, {})).events.find(
    ({ event, channel }) => event === 'todo' && channel === '10',
  );
const readPreset = async () =>
  (await config.done(messageTemplates.list, {})).picked.find(({ id }) => id === presetId);
const processQuery = { key: 'shared-process' };

const concurrentEdits: Record<string, ConcurrentEdit> = {
  'publishing an item': {
    by: config,
    endpoint: items.publish,
    readState: readItemState,
    createRequest: (summary, over) => ({ body: { ...settings, summary, over } }),
    readStored: () => config.done(items.read, { query: { taskCode: 'petition-letter' } }),
    expectedMessage: /^该事项已由肖涵于 \S+ \S+ 发布第 2 版$/,
  },
  'a category of items': {
    by: config,
    endpoint: items.saveCategory,
    readState: async () => {
      const { categories } = await config.done(items.list, {});
      const { name, sortBy } = categories.find(({ id }) => id === 'petition') ?? {};
      return { name, sortBy };
    },
    createRequest: (name, over) => ({ body: { id: 'petition', name, sortBy: 1, over } }),
    readStored: () => config.done(items.list, {}),
    expectedMessage: /^该分类已由肖涵于 \S+ \S+ 修改$/,
  },
  'publishing a form': {
    by: config,
    endpoint: forms.publish,
    readState: async () =>
      (await config.done(forms.versions, { query: { code: 'shared-form' } })).rows[0]?.version,
    createRequest: (title, over) => ({ body: { json: JSON.stringify(formWith(title)), over } }),
    readStored: () => config.done(forms.version, { query: { id: 'shared-form:2' } }),
    expectedMessage: /^该表单已由肖涵于 \S+ \S+ 发布第 2 版$/,
  },
  'publishing a process': {
    by: config,
    endpoint: processes.publish,
    readState: async () => (await config.done(processes.versions, { query: processQuery })).rows[0]?.version,
    createRequest: (name, over) => ({ body: { xml: writePlan(planNamed(name)), over } }),
    readStored: () => config.done(processes.versions, { query: processQuery }),
    expectedMessage: /^该流程已由肖涵于 \S+ \S+ 发布第 2 版$/,
  },
  'the text of an event': {
    by: config,
    endpoint: messageTemplates.saveEvent,
    readState: async () => (await todoInPortal())?.digest,
    createRequest: (content, digest) => ({ body: { event: 'todo', channel: '10', content, digest } }),
    readStored: todoInPortal,
    expectedMessage: /^该消息模板已由肖涵于 \S+ \S+ 修改$/,
  },
  'a text that a sender chooses': {
    by: config,
    endpoint: messageTemplates.savePreset,
    readState: async () => (await readPreset())?.digest,
    createRequest: (content, digest) => ({ body: { id: presetId, name: '告知', content, sort: 1, digest } }),
    readStored: readPreset,
    expectedMessage: /^该消息内容已由肖涵于 \S+ \S+ 修改$/,
  },
  'a post': {
    by: system,
    endpoint: officePosts.change,
    readState: async () => (await system.done(officePosts.list, {})).rows[0]?.digest,
    createRequest: (name, digest) => ({
      params: { id: firstPost.id },
      body: { name, orgId: null, sortBy: 1, digest },
    }),
    readStored: () => system.done(officePosts.list, {}),
    expectedMessage: /^该岗位已由田野于 \S+ \S+ 修改$/,
  },
  'a hall': {
    by: system,
    endpoint: officeHalls.change,
    readState: async () => (await rowOf(system.done(officeHalls.list, {}), 'hall-zw')).digest,
    createRequest: (name, digest) => ({
      params: { id: 'hall-zw' },
      body: { name, orgId: '330127-xfj', sortBy: 2, digest },
    }),
    readStored: () => system.done(officeHalls.list, {}),
    expectedMessage: /^该大厅已由田野于 \S+ \S+ 修改$/,
  },
  'a window': {
    by: system,
    endpoint: officeWindows.change,
    readState: async () => (await rowOf(system.done(officeWindows.list, {}), firstWindow.id)).digest,
    createRequest: (name, digest) => ({
      params: { id: firstWindow.id },
      body: { name, number: firstWindow.number, hallId: firstWindow.hallId, sortBy: 1, digest },
    }),
    readStored: () => system.done(officeWindows.list, {}),
    expectedMessage: /^该窗口已由田野于 \S+ \S+ 修改$/,
  },
  'a user group': {
    by: system,
    endpoint: officeGroups.change,
    readState: async () => (await rowOf(system.done(officeGroups.list, {}), firstGroup.id)).digest,
    createRequest: (name, digest) => ({
      params: { id: firstGroup.id },
      body: { name, applications: [], sortBy: 1, digest },
    }),
    readStored: () => system.done(officeGroups.list, {}),
    expectedMessage: /^该用户组已由田野于 \S+ \S+ 修改$/,
  },
  'the policy of sign-ins': {
    by: security,
    endpoint: loginPolicy.save,
    readState: async () => (await security.done(loginPolicy.show, {})).digest,
    createRequest: (input, digest) => ({
      body: {
        passwordMaxAgeDays: null,
        passwordWarnDays: input === '先保存的内容' ? 17 : input.length,
        secondFactorAfterSignOn: false,
        obligedRoles: [],
        digest,
      },
    }),
    readStored: async () => {
      const { passwordWarnDays } = await security.done(loginPolicy.show, {});
      return passwordWarnDays === 17 ? '先保存的内容' : passwordWarnDays;
    },
    expectedMessage: /^该登录策略已由董梅于 \S+ \S+ 修改$/,
  },
  'an organisation': {
    by: system,
    endpoint: officeOrganisations.change,
    readState: async () => (await organisation()).digest,
    createRequest: (address, digest) => {
      const { name, kind, areaCode, phone } = scj;
      return { params: { id: scj.id }, body: { name, kind, areaCode, phone, address, digest } };
    },
    readStored: organisation,
    expectedMessage: /^该机构已由田野于 \S+ \S+ 修改$/,
  },
};
const scj = await organisation();
const [firstPost, firstWindow, firstGroup] = [
  (await system.done(officePosts.list, {})).rows[0] ?? { id: '' },
  (await system.done(officeWindows.list, {})).rows[0] ?? { id: '', number: '', hallId: '' },
  (await system.done(officeGroups.list, {})).rows[0] ?? { id: '' },
];

describe('a save with outdated contents', () => {
  test.each(Object.entries(concurrentEdits))(
    'does not overwrite a newer save: %s',
    async (_name, { by, endpoint, readState, createRequest, readStored, expectedMessage }) => {
      const state = await readState();
      const first = await by.call(endpoint, createRequest('先保存的内容', state) as never);
      expect(first.body.errcode).toBe(0);
      const stale = await by.call(endpoint, createRequest('后保存的内容', state) as never);
      expect(stale).toMatchObject({
        status: 409,
        body: { errcode: 40958, errmsg: expect.stringMatching(expectedMessage) },
      });
      expect(JSON.stringify(await readStored())).toContain('先保存的内容');
      // A person who has reloaded may save; a client that sends no state is answered as before.
      expect(
        (await by.call(endpoint, createRequest('看过以后保存', await readState()) as never)).body.errcode,
      ).toBe(0);
      expect((await by.call(endpoint, createRequest('旧客户端保存', undefined) as never)).body.errcode).toBe(
        0,
      );
    },
  );
});

describe('an item that was changed meanwhile', () => {
  const taskCode = 'petition-letter';
  test('is not disabled when a newer version was published', async () => {
    const over = await readItemState();
    await config.done(items.publish, { body: { ...settings, summary: '又一版' } });
    const stale = await config.call(items.disable, { body: { taskCode, over } });
    expect(stale.body).toMatchObject({ errcode: 40958, errmsg: expect.stringMatching(/发布第 \d+ 版$/) });
    expect((await readItemState()).current).toBe(true);
    await config.done(items.disable, { body: { taskCode, over: await readItemState() } });
  });
  test('is not published again by an outdated form when it was disabled', async () => {
    const { version } = await readItemState();
    const body = { ...settings, summary: '停用前打开的内容', over: { version, current: true } };
    const stale = await config.call(items.publish, { body });
    expect(stale.body).toMatchObject({
      errcode: 40958,
      errmsg: expect.stringMatching(/^该事项已由肖涵于 \S+ \S+ 停用$/),
    });
  });
});

test('a reset to the default message text is refused when the text was changed meanwhile', async () => {
  const { digest } = (await todoInPortal()) ?? {};
  const event = { event: 'todo' as const, channel: '10' as const };
  await config.done(messageTemplates.saveEvent, { body: { ...event, content: '请抓紧' } });
  const stale = await config.call(messageTemplates.saveEvent, { body: { ...event, content: null, digest } });
  expect(stale.status).toBe(409);
});

test('a message text that was changed meanwhile is not deleted by an outdated request', async () => {
  const digest = (await readPreset())?.digest;
  await config.done(messageTemplates.savePreset, {
    body: { id: presetId, name: '告知', content: '又改', sort: 1 },
  });
  const stale = await config.call(messageTemplates.removePreset, {
    params: { id: presetId },
    body: { digest },
  });
  expect(stale.status).toBe(409);
  expect(await readPreset()).toMatchObject({ content: '又改' });
});

test('a conflict names the author of an import only for a record that the import changed', async () => {
  const book = async (id: string, name: string) => {
    const rows = [
      ['岗位编码', '岗位名称'],
      [id, name],
    ];
    return Buffer.from(await writeXlsx({ sheets: [{ name: '岗位', rows }] })).toString('base64');
  };
  const importSheet = async (file: string) => {
    const { digest } = await system.done(postSheet.preview, { body: { file } });
    await system.done(postSheet.apply, { body: { file, digest } });
  };
  const { rows } = await system.done(officePosts.list, {});
  const [importedPost, otherPost] = rows.slice(-2);
  if (!importedPost || !otherPost) throw new Error('Too few posts');
  const save = ({ id, orgId, sortBy }: typeof importedPost) =>
    system.call(officePosts.change, {
      params: { id },
      body: { name: '手工改名', orgId, sortBy, digest: 'old' },
    });
  await importSheet(await book(importedPost.id, '表格改名'));
  expect((await save(importedPost)).body.errmsg).toMatch(/^该岗位已由田野于 \S+ \S+ 修改$/);
  expect((await save(otherPost)).body.errmsg).toBe('该岗位已被他人修改');
});
