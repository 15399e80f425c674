import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { handOvers } from '#contract/hand-overs.ts';
import { handling } from '#contract/handling.ts';
import { grants, people } from '#contract/people.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { clearDirectoryCache } from '#server/modules/organisation/organisations/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/**
 * Tests tasks without a handler (docs/decisions/0191): only 赵敏 has the post that examines petitions.
 */

const office = await testOffice({ max: 10 });
const { clock, context } = office;
const { db } = context;
const { desk, start } = openPetitionDesk(office);
const { taskOf, perform } = openCommands(office);
const system = office.as('tianye');
const security = office.as('dongmei');
const admin = office.as('shenjie');

const post = 'petition-examiner';
const soleHolder = 'staff-zhaomin';
await db
  .deleteFrom('staff_positions')
  .where('position_id', '=', post)
  .where('staff_id', '<>', soleHolder)
  .execute();
await db
  .insertInto('staff_positions')
  .values({ staff_id: soleHolder, position_id: post })
  .onConflict((conflict) => conflict.doNothing())
  .execute();

beforeEach(() => {
  clock.forward(60_000);
  // The person disabled by the previous test is enabled again.
  clearDirectoryCache(db);
});
afterEach(async () => {
  await db.updateTable('staff').set({ disabled_at: null }).where('id', '=', soleHolder).execute();
  await db
    .insertInto('staff_positions')
    .values({ staff_id: soleHolder, position_id: post })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.deleteFrom('hand_over_tasks').execute();
  await db.deleteFrom('hand_overs').execute();
  await db.deleteFrom('messages').execute();
  clock.forward(60_000);
  for (const order of examinedOrders.splice(0)) {
    const taskId = await taskOf(order, `position:${post}`).catch(() => undefined);
    if (taskId)
      await perform('shenjie', order, {
        action: 'reassign',
        taskId,
        key: 'staff:staff-hudong',
        reason: '分工',
      });
  }
  expect(await checkInvariants(db)).toEqual([]);
});

const examinedOrders: StartedOrder[] = [];
async function orderInExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  clock.forward(60_000);
  examinedOrders.push(order);
  return order;
}

async function entryOf(id: string, more: Record<string, unknown> = {}) {
  const { org, department, positions, groups, windows, account, name, title, landing, digest } =
    await system.done(people.detail, { params: { id } });
  const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);
  return {
    account,
    name,
    title,
    landing,
    digest,
    orgId: org.id,
    departmentId: department?.id ?? '',
    positions: ids(positions),
    groups: ids(groups),
    windows: ids(windows),
    ...more,
  };
}
const withoutPost = async (more = {}) => entryOf(soleHolder, { positions: ['petition-auditor'], ...more });
const edit = async (body: unknown) => system.call(people.edit, { params: { id: soleHolder }, body });
const unattended = async () => admin.done(handOvers.unattended, { query: {} });
const messagesOf = async (staffId: string) =>
  db.selectFrom('messages').select(['title', 'content']).where('staff_id', '=', staffId).execute();

describe('removing a post', () => {
  test('requires a confirmation of the number of unattended tasks, and notifies the matter administrator', async () => {
    await orderInExamination();
    await orderInExamination();
    const refused = await edit(await withoutPost());
    expect(refused.body.problems).toEqual([
      {
        field: 'leavesTasks',
        message:
          '保存后有 2 件待办将无人可办。系统不会自动转给他人，办件管理员会收到消息，在“工作移交”中移交或改派。',
      },
    ]);
    expect((await entryOf(soleHolder)).positions).toContain(post);
    expect((await unattended()).total).toBe(0);
    expect((await edit(await withoutPost({ leavesTasks: true }))).status).toBe(200);
    expect(await unattended()).toMatchObject({
      total: 2,
      more: false,
      addressees: [{ key: `position:${post}`, orgName: null, count: 2 }],
    });
    expect(await messagesOf('staff-shenjie')).toEqual([
      {
        title: '2 件待办无人可办',
        content: '赵敏的岗位或机构已调整，有 2 件待办无人可办。请在“工作移交”中移交或改派。',
      },
    ]);
  });

  test('requires no confirmation when another person can handle the tasks, or for other changes', async () => {
    await orderInExamination();
    expect((await edit(await entryOf(soleHolder, { title: '二级主任科员' }))).status).toBe(200);
    await db.insertInto('staff_positions').values({ staff_id: 'staff-hudong', position_id: post }).execute();
    expect((await edit(await withoutPost())).status).toBe(200);
    expect(await messagesOf('staff-shenjie')).toEqual([]);
    await db.deleteFrom('staff_positions').where('staff_id', '=', 'staff-hudong').execute();
  });

  test('requires the same confirmation for a role that handles tasks', async () => {
    await orderInExamination();
    const before = (
      await db.selectFrom('staff_roles').select('role_code').where('staff_id', '=', soleHolder).execute()
    ).map(({ role_code }) => role_code);
    const set = async (body: object) => {
      const { digest } = await security.done(grants.detail, { params: { id: soleHolder } });
      return security.call(grants.set, { params: { id: soleHolder }, body: { digest, ...body } });
    };
    expect((await set({ roles: [] })).body.problems).toMatchObject([{ field: 'leavesTasks' }]);
    expect((await set({ roles: [], leavesTasks: true })).status).toBe(200);
    expect((await unattended()).total).toBe(1);
    expect((await set({ roles: before })).status).toBe(200);
    expect((await unattended()).total).toBe(0);
  });
});

describe('disabling a person', () => {
  test('notifies the matter administrator, who finds and hands over the unattended tasks', async () => {
    const order = await orderInExamination();
    const taskId = await taskOf(order, `position:${post}`);
    clock.forward(60_000);
    await perform('shenjie', order, {
      action: 'reassign',
      taskId,
      key: `staff:${soleHolder}`,
      reason: '分工',
    });
    await orderInExamination();
    await db.deleteFrom('messages').execute();
    await system.done(accounts.disable, { params: { id: soleHolder }, body: { reason: '退休' } });
    expect(await messagesOf('staff-shenjie')).toMatchObject([{ title: '2 件待办无人可办' }]);
    const { total, rows, addressees } = await unattended();
    expect(total).toBe(2);
    expect(rows.map(({ workorderCode }) => workorderCode)).toContain(order.code);
    expect(addressees).toMatchObject([
      { key: `staff:${soleHolder}`, name: '赵敏', inOffice: false, count: 1 },
      { key: `position:${post}`, count: 1, leavers: [{ id: soleHolder, name: '赵敏' }] },
    ]);
    const id = (
      await admin.done(handOvers.start, {
        body: { unattended: true, receiverId: 'staff-hudong', reason: '赵敏退休' },
      })
    ).id;
    while ((await admin.done(handOvers.move, { params: { id }, body: {} })).waiting > 0);
    expect(await admin.done(handOvers.detail, { params: { id } })).toMatchObject({
      from: null,
      total: 2,
      moved: 2,
    });
    expect((await unattended()).total).toBe(0);
    const page = await admin.done(handOvers.page, { query: {} });
    expect(page.rows).toMatchObject([{ id, from: null }]);
  });
});

describe('a hand-over of unattended tasks', () => {
  const body = (more: object = {}) => ({ unattended: true, receiverId: 'staff-hudong', ...more });

  test('has a preview that reports problems of the receiver at once', async () => {
    await orderInExamination();
    await edit(await withoutPost({ leavesTasks: true }));
    expect(await admin.done(handOvers.preview, { body: body() })).toMatchObject({
      from: null,
      total: 1,
      faults: [],
      drafts: 0,
      rules: [],
    });
    const preview = await admin.done(handOvers.preview, { body: body({ receiverId: 'staff-tianye' }) });
    expect(preview.faults).toEqual([{ field: 'receiverId', message: '“田野”没有办理权限，不能接收' }]);
    const self = { fromId: soleHolder, receiverId: soleHolder };
    expect((await admin.done(handOvers.preview, { body: self })).faults).toEqual([
      { field: 'receiverId', message: '不能移交给本人' },
    ]);
  });

  test('warns that the receiver would handle two nodes of one order', async () => {
    await orderInExamination();
    await edit(await withoutPost({ leavesTasks: true }));
    expect(
      await admin.done(handOvers.preview, { body: body({ receiverId: 'staff-liuyang' }) }),
    ).toMatchObject({
      twice: 1,
    });
    expect(await admin.done(handOvers.preview, { body: body() })).toMatchObject({ twice: 0 });
  });

  test('is refused without unattended tasks, and starts once under concurrent calls', async () => {
    const none = await admin.call(handOvers.start, { body: body({ fromId: soleHolder }) });
    expect(none.body.problems).toEqual([
      { field: 'fromId', message: '移交无人可办的待办时不选移交人' },
      { field: 'reason', message: '请填写移交原因' },
    ]);
    const nothing = await admin.call(handOvers.start, { body: body({ reason: '无人' }) });
    expect(nothing.body.problems).toEqual([{ field: 'fromId', message: '没有无人可办的待办' }]);
    await orderInExamination();
    await edit(await withoutPost({ leavesTasks: true }));
    const answers = await Promise.all(
      [1, 2].map(() => admin.call(handOvers.start, { body: body({ reason: '无人' }) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is allowed only to the matter administrator', async () => {
    for (const account of ['wujianguo', 'liuyang', 'tianye'])
      expect((await office.as(account).call(handOvers.unattended)).status).toBe(403);
    expect((await office.stranger.call(handOvers.unattended)).status).toBe(401);
  });
});

describe('a concurrent reassignment to a person who is being disabled', () => {
  test('is refused', async () => {
    const order = await orderInExamination();
    const traceId = `${order.id}.${await taskOf(order, `position:${post}`)}`;
    await admin.done(handOvers.preview, { body: { fromId: soleHolder } });
    const { promise: mayFinish, resolve: allowFinish } = Promise.withResolvers<void>();
    const { promise: lockTaken, resolve: reportLock } = Promise.withResolvers<void>();
    const disabling = inTransaction(db, async (tx) => {
      await sql`update staff set disabled_at = ${clock.now} where id = 'staff-zhuhong'`.execute(tx);
      reportLock();
      await mayFinish;
    });
    await lockTaken;
    const reassigning = admin.call(handling.reassign, {
      body: { traceId, candidate: 'staff:staff-zhuhong', reason: '分工' },
    });
    await waitForBlockedQuery(db);
    allowFinish();
    await disabling;
    const { body } = await reassigning;
    expect(body.problems?.[0]?.message).toBe('“朱红”无人在岗或没有办理权限，不能改派');
    await db.updateTable('staff').set({ disabled_at: null }).where('id', '=', 'staff-zhuhong').execute();
  });
});
