import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { items } from '#contract/items.ts';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { officeGroups, officePosts } from '#contract/office-parts.ts';
import { people, peopleSheet } from '#contract/people.ts';
import { processes } from '#contract/processes.ts';
import { roleEditing } from '#contract/role-editing.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { testOffice } from '#test/world/office.ts';
import type { TestResponse } from '#test/world/portal.ts';

const office = await testOffice({ max: 8 });
const { db } = office.context;
const system = office.as('tianye');

let counter = 0;
const codeOf = (prefix: string) => {
  counter += 1;
  return `${prefix}-${counter}`;
};
async function newBureau(): Promise<string> {
  const code = codeOf('bureau');
  const fields = { name: code, kind: 'organisation', areaCode: '330127', address: '', phone: '' };
  await system.done(officeOrganisations.create, { body: { ...fields, code, parentId: '10002' } });
  return code;
}
async function newPost(): Promise<string> {
  const code = codeOf('post');
  const { id } = await system.done(officePosts.create, {
    body: { code, name: `新岗位 ${code}`, orgId: null, sortBy: 0 },
  });
  return id;
}
const entry = (more: object) => ({
  account: codeOf('person'),
  name: '周岚',
  title: '',
  orgId: '330127-xfj',
  departmentId: '',
  landing: '/',
  positions: [],
  groups: [],
  windows: [],
  roles: [],
  ...more,
});

/**
 * Runs two calls. The second begins when the first has written its data, and waits for its audit chain, which the test
 * has locked.
 */
async function runInOrder(
  chain: string,
  first: () => Promise<TestResponse>,
  second: () => Promise<TestResponse>,
): Promise<[TestResponse, TestResponse]> {
  const { promise: mayFinish, resolve: allowFinish } = Promise.withResolvers<void>();
  const { promise: lockTaken, resolve: reportLock } = Promise.withResolvers<void>();
  const blocking = inTransaction(db, async (tx) => {
    const { rows } = await sql`select from audit_heads where chain = ${chain} for update`.execute(tx);
    expect(rows).toHaveLength(1);
    reportLock();
    await mayFinish;
  });
  await lockTaken;
  const one = first();
  await waitForBlockedQuery(db);
  const other = second();
  await waitForBlockedQuery(db, 2, other);
  allowFinish();
  await blocking;
  return [await one, await other];
}

// Ensures that both audit chains exist.
await newBureau();
await system.done(people.create, { body: entry({}) });

const create = (more: object) => () => system.call(people.create, { body: entry(more) });
const disable = (id: string) => () => system.call(officeOrganisations.disable, { params: { id } });

/** Previews a spreadsheet with one person, and returns the call that imports it. */
async function prepareImport(account: string, orgId: string) {
  const rows = [
    ['*账号', '*姓名', '*机构编码'],
    [account, '钱多', orgId],
  ];
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: '人员', rows }] })).toString('base64');
  const { digest } = await system.done(peopleSheet.preview, { body: { file } });
  return () => system.call(peopleSheet.apply, { body: { file, digest } });
}

describe('concurrent assignment of a person and removal of the organisation, post or group', () => {
  test('keeps an organisation with the new person enabled', async () => {
    const orgId = await newBureau();
    const [creation, disabling] = await runInOrder('account', create({ orgId }), disable(orgId));
    expect(creation.body.errcode).toBe(0);
    expect(disabling.body.errmsg).toContain('不能停用：仍有 1 名在职人员');
  });

  test('refuses the new person when the organisation was disabled first', async () => {
    const orgId = await newBureau();
    const [disabling, creation] = await runInOrder('office', disable(orgId), create({ orgId }));
    expect(disabling.body.errcode).toBe(0);
    expect(creation.body.problems).toEqual([{ field: 'orgId', message: `${orgId}已停用` }]);
  });

  test.each(['first', 'last'])(
    'refuses the second of an import and a disabling: organisation disabled %s',
    async (which) => {
      // Ensures that the audit chain of spreadsheets exists, too.
      await (await prepareImport(codeOf('by-sheet'), '330127-xfj'))();
      const orgId = await newBureau();
      const sheet = await prepareImport(codeOf('by-sheet'), orgId);
      if (which === 'first') {
        const [disabling, creation] = await runInOrder('office', disable(orgId), sheet);
        expect(disabling.body.errcode).toBe(0);
        expect(creation.body.problems).toEqual([{ field: '第2行 机构编码', message: `${orgId}已停用` }]);
      } else {
        const [creation, disabling] = await runInOrder('sheet-import', sheet, disable(orgId));
        expect(creation.body.errcode).toBe(0);
        expect(disabling.body.errmsg).toContain('不能停用：仍有 1 名在职人员');
      }
    },
  );

  test.each(['deleted first', 'deleted last'])(
    'refuses the second call when the post is %s',
    async (which) => {
      const post = await newPost();
      const remove = () => system.call(officePosts.remove, { params: { id: post } });
      const createWithPost = create({ positions: [post] });
      if (which === 'deleted first') {
        const [removal, refused] = await runInOrder('office', remove, createWithPost);
        expect(removal.body.errcode).toBe(0);
        expect(refused.body.problems).toEqual([
          { field: 'positions', message: '所选岗位已不存在，请重新选择' },
        ]);
      } else {
        const [accepted, refused] = await runInOrder('account', createWithPost, remove);
        expect(accepted.body.errcode).toBe(0);
        expect(refused.body).toMatchObject({ errcode: 40957 });
        expect(refused.body.errmsg).toContain('仍有 1 名人员');
      }
    },
  );

  test('refuses the second call for a deleted user group and for a deleted organisation', async () => {
    const { id: group } = await system.done(officeGroups.create, {
      body: { code: codeOf('group'), name: '新组', applications: [], sortBy: 0 },
    });
    const { id } = await system.done(people.create, { body: entry({}) });
    const { roles: _none, account: _other, ...values } = entry({ groups: [group] });
    const { account, digest } = await system.done(people.detail, { params: { id } });
    const edit = () => system.call(people.edit, { params: { id }, body: { ...values, account, digest } });
    const remove = () => system.call(officeGroups.remove, { params: { id: group } });
    const [removal, edited] = await runInOrder('office', remove, edit);
    expect([removal.body.errcode, edited.body.errcode]).toEqual([0, 400]);

    const orgId = await newBureau();
    const removeOrg = () => system.call(officeOrganisations.remove, { params: { id: orgId } });
    const [creation, refusedRemoval] = await runInOrder('account', create({ orgId }), removeOrg);
    expect([creation.body.errcode, refusedRemoval.body.errcode]).toEqual([0, 40957]);
  });
});

test('a person who left cannot be enabled again in a disabled organisation', async () => {
  const orgId = await newBureau();
  const { id } = await system.done(people.create, { body: entry({ orgId }) });
  await system.done(accounts.disable, { params: { id }, body: { reason: '调离' } });
  await system.done(officeOrganisations.disable, { params: { id: orgId } });
  const refused = await system.call(accounts.enable, { params: { id } });
  expect(refused.body.errmsg).toBe(`所属的“${orgId}”已停用，请先在“修改”中改到在用的机构`);
  await system.done(officeOrganisations.enable, { params: { id: orgId } });
  await system.done(accounts.enable, { params: { id } });
});

describe('concurrent publication of a process and deletion of a post or role that it names', () => {
  const config = office.as('xiaohan');
  const xmlWith = (candidate: string) =>
    readSeedText('processes/petition-letter.bpmn')
      .replace(/(bpmn:process id|bpmnElement)="petition-letter"/g, `$1="${codeOf('letter')}"`)
      .replace(/<portal:candidate [^>]*\/>/, candidate);
  const publish = (candidate: string) => () =>
    config.call(processes.publish, { body: { xml: xmlWith(candidate) } });

  test.each(['first', 'last'])('refuses the second call: process published %s', async (which) => {
    await config.done(processes.publish, { body: { xml: xmlWith('$&') } });
    const post = await newPost();
    const remove = () => system.call(officePosts.remove, { params: { id: post } });
    const publishNaming = publish(`<portal:candidate kind="position" ref="${post}" />`);
    if (which === 'first') {
      const [accepted, refused] = await runInOrder('process', publishNaming, remove);
      expect(accepted.body.errcode).toBe(0);
      expect(refused.body.errmsg).toContain('仍有 1 个流程版本');
    } else {
      const [removal, refused] = await runInOrder('office', remove, publishNaming);
      expect(removal.body.errcode).toBe(0);
      expect(refused.body.problems).toEqual([
        expect.objectContaining({ message: expect.stringContaining(`没有编码为“${post}”的岗位`) }),
      ]);
    }
  });

  test('refuses the second call for a role', async () => {
    await config.done(processes.publish, { body: { xml: xmlWith('$&') } });
    const security = office.as('dongmei');
    const newRole = async () => {
      const code = codeOf('role');
      const body = { code, name: code, permissions: [], menus: [] };
      return (await security.done(roleEditing.create, { body })).code;
    };
    const removeRole = (code: string) => () => security.call(roleEditing.remove, { params: { code } });
    const publishNaming = (code: string) => publish(`<portal:candidate kind="role" ref="${code}" />`);
    const usedRole = await newRole();
    const [accepted, refused] = await runInOrder('process', publishNaming(usedRole), removeRole(usedRole));
    expect(accepted.body.errcode).toBe(0);
    expect(refused.body.errmsg).toContain('指定了该角色，不能删除');
    const removedRole = await newRole();
    const [removal, refusal] = await runInOrder(
      'account',
      removeRole(removedRole),
      publishNaming(removedRole),
    );
    expect(removal.body.errcode).toBe(0);
    expect(JSON.stringify(refusal.body.problems)).toContain(`没有编码为“${removedRole}”的角色`);
  });
});

test('an item cannot be published for an organisation that is being disabled', async () => {
  const orgId = await newBureau();
  const config = office.as('xiaohan');
  const { rows } = await config.done(items.list);
  const { settings } = await config.done(items.read, { query: { taskCode: rows[0]?.taskCode ?? '' } });
  const publishItem = () => config.call(items.publish, { body: { ...settings, orgId } });
  const [disabling, publication] = await runInOrder('office', disable(orgId), publishItem);
  expect(disabling.body.errcode).toBe(0);
  expect(publication.body.problems).toEqual([{ field: 'orgId', message: '请选择受理机构' }]);
});
