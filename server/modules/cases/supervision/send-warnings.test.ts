import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { substitutes } from '#contract/substitutes.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import type { SupervisionSettings, WarningLevel } from '#domain/supervision/settings.ts';
import { deliverNotices } from '#server/modules/cases/handling/service.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { sendWarnings } from './send-warnings.ts';

/**
 * Tests the warnings of time limits (S1 notify targets; docs/decisions/0237). Due dates are set in the rows alone, so
 * that each test chooses its own.
 */

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const desk = openDesk(office);
let lastNumber = 0;
let order: StartedOrder;
const at = (text: string) => new Date(`${text}:00+08:00`);

const level = (change: Partial<WarningLevel>): WarningLevel => ({
  of: 'step',
  when: 'before',
  amount: 1,
  unit: 'day',
  whom: ['handler'],
  channels: [],
  ...change,
});
const rules: SupervisionSettings = {
  lights: null,
  warnings: [
    level({ amount: 1 }),
    level({ when: 'after', amount: 1, whom: ['handler', 'leader'] }),
    level({ when: 'after', amount: 3, whom: ['leader', 'supervisor'], channels: [MessageChannel.sms] }),
  ],
};

const cards = { yellowAfterDays: 10, redAfterDays: 20, yellowsForRed: 2 };
const supervise = (settings: SupervisionSettings | null) =>
  db
    .updateTable('business_items')
    .set({
      supervision: settings && JSON.stringify(settings),
      record_settings: JSON.stringify({ supervision: { answerDays: 5, cards } }),
    })
    .execute();

function nextOrder(): StartedOrder {
  const next = orders.pop();
  if (!next) throw new Error('All orders of the test are used');
  return next;
}

async function openOrder(): Promise<StartedOrder> {
  const started = await desk.start('zhangwei', petition(++lastNumber));
  await deliverNotices(context);
  return started;
}

const setDue = (day: string, number?: number) =>
  db
    .updateTable('traces')
    .set({ due_at: new Date(`${day}T23:59:59.999+08:00`) })
    .where('workorder_id', '=', order.id)
    .where('handler_status', '=', 0)
    .$if(number !== undefined, (query) => query.where('number', '=', number ?? 0))
    .execute();

/** Runs the job at this time; returns the people who got a warning by it. */
async function runAt(time: string): Promise<string[]> {
  clock.now = at(time);
  const before = await warned();
  await sendWarnings(context);
  return (await warned()).slice(before.length);
}

async function warned(): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('staff_id')
    .where('workorder_id', '=', order.id)
    .where('kind', '=', 'warned')
    .orderBy('sent_at')
    .orderBy('staff_id')
    .execute();
  return rows.map(({ staff_id }) => staff_id.replace('staff-', ''));
}

const watch = () =>
  db.selectFrom('deadline_watches').select('next_at').where('workorder_id', '=', order.id).executeTakeFirst();

// Sessions do not survive a clock that goes back, so all orders are opened at the beginning.
clock.now = at('2026-03-02T10:00');
const unsupervised = await openOrder();
await supervise(rules);
const orders: StartedOrder[] = [];
for (let count = 0; count < 16; count += 1) orders.push(await openOrder());

const allIds = orders.map(({ id }) => id);
const watchedAtFirst = await db.selectFrom('deadline_watches').select('workorder_id').execute();

/** Lets the job look at this order alone. */
async function watchOnly(): Promise<void> {
  await db.deleteFrom('deadline_watches').execute();
  await addWatch();
}
const addWatch = () =>
  db
    .insertInto('deadline_watches')
    .values({ workorder_id: order.id, next_at: at('2026-03-02T10:00') })
    .execute();

beforeEach(async () => {
  clock.now = at('2026-03-02T10:00');
  order = nextOrder();
  await setDue('2026-03-13');
  await watchOnly();
});

describe('warnings of a step', () => {
  test('end with the task, and start anew for the next one', async () => {
    await runAt('2026-03-02T10:05');
    clock.now = at('2026-03-03T10:00');
    await desk.press('liuyang', order, 'receive', 'receive');
    await deliverNotices(context);
    await setDue('2026-03-20');
    expect(await runAt('2026-03-12T08:30')).toEqual([]);
    expect(await runAt('2026-03-19T08:30')).toEqual(['liuyang', 'zhaomin']);
  });

  test('go to the people who have it when the office opens on that day, each once', async () => {
    expect(await runAt('2026-03-02T10:05')).toEqual([]);
    expect(minuteText((await watch())?.next_at ?? new Date(0))).toBe('2026-03-12 08:30');
    expect(await runAt('2026-03-12T08:29')).toEqual([]);
    expect(await runAt('2026-03-12T08:30')).toEqual(['lina', 'liuyang', 'zhangwei']);
    expect(await runAt('2026-03-12T08:35')).toEqual([]);
    const [message] = await db
      .selectFrom('messages')
      .select(['title', 'content', 'task_number'])
      .where('workorder_id', '=', order.id)
      .where('kind', '=', 'warned')
      .execute();
    expect(message?.content).toBe(
      `办件 ${order.code} 的“收件”环节 2026-03-13 到期，余 1 个工作日，请及时处理。`,
    );
    expect(message?.title).toContain('时限提醒：');
    expect(message?.task_number).not.toBeNull();
  });

  test('rise to the leader and the supervisor of the office, who are found when they are sent', async () => {
    await runAt('2026-03-12T08:30');
    // A receiver leaves before the next level.
    await db
      .updateTable('staff')
      .set({ disabled_at: clock.now })
      .where('id', '=', 'staff-zhangwei')
      .execute();
    expect(await runAt('2026-03-16T08:30')).toEqual(['huangxiaomei', 'lina', 'liuyang', 'wujianguo']);
    await db.updateTable('staff').set({ disabled_at: null }).where('id', '=', 'staff-zhangwei').execute();
    expect(await runAt('2026-03-18T08:30')).toEqual(['fangning', 'huangxiaomei', 'sunlei', 'wujianguo']);
  });

  const zhangwei = 'staff-zhangwei';
  const giveReceipt = (from: string, to: string) =>
    db
      .updateTable('staff_groups')
      .set({ staff_id: to })
      .where('staff_id', '=', from)
      .where('group_id', '=', 'petition-receivers')
      .execute();
  const changes: Record<
    string,
    { before: () => Promise<unknown>; undo: () => Promise<unknown>; warned: string[] }
  > = {
    'is on leave: the substitute too': {
      before: () =>
        office.as('zhangwei').done(substitutes.set, {
          body: {
            substituteId: 'staff-hudong',
            startsOn: '2026-03-10',
            endsOn: '2026-03-16',
            taskCodes: [],
            takesOpen: true,
            reason: '',
          },
        }),
      undo: () => db.deleteFrom('substitute_rules').execute(),
      warned: ['hudong', 'lina', 'liuyang', 'zhangwei'],
    },
    'was locked: the others': {
      before: () =>
        db.updateTable('staff').set({ disabled_at: clock.now }).where('id', '=', zhangwei).execute(),
      undo: () => db.updateTable('staff').set({ disabled_at: null }).where('id', '=', zhangwei).execute(),
      warned: ['lina', 'liuyang'],
    },
    'was replaced by another person: that one': {
      before: () => giveReceipt(zhangwei, 'staff-hudong'),
      undo: () => giveReceipt('staff-hudong', zhangwei),
      warned: ['hudong', 'lina', 'liuyang'],
    },
  };

  test.each(Object.entries(changes))(
    'are for the people at the moment of sending, if a handler %s (0237)',
    async (_name, { before, undo, warned: expected }) => {
      await runAt('2026-03-02T10:05');
      await before();
      try {
        // Neither in the night nor early in the morning, and once.
        expect(await runAt('2026-03-11T23:00')).toEqual([]);
        expect(await runAt('2026-03-12T08:29')).toEqual([]);
        expect(await runAt('2026-03-12T08:30')).toEqual(expected);
        expect(await runAt('2026-03-12T09:30')).toEqual([]);
      } finally {
        await undo();
      }
    },
  );

  test('wait for office hours, and are one at the highest level after days without the job (D20)', async () => {
    await runAt('2026-03-02T10:05');
    // On a Saturday nothing is sent, on Monday the level of that day.
    expect(await runAt('2026-03-14T10:00')).toEqual([]);
    expect(await runAt('2026-03-18T12:30')).toEqual([]);
    expect(await runAt('2026-03-18T13:30')).toEqual(['fangning', 'huangxiaomei', 'sunlei', 'wujianguo']);
    const sent = await db
      .selectFrom('deadline_warnings')
      .select(['level', 'level_text'])
      .where('workorder_id', '=', order.id)
      .execute();
    expect(sent).toEqual([{ level: 2, level_text: '环节时限超期后 3 个工作日' }]);
  });

  test('are not sent while the clock is paused (no due date), and begin anew with another due date', async () => {
    await runAt('2026-03-12T08:30');
    await db.updateTable('traces').set({ due_at: null }).where('workorder_id', '=', order.id).execute();
    await db.updateTable('work_orders').set({ due_at: null }).where('id', '=', order.id).execute();
    expect(await runAt('2026-03-16T08:30')).toEqual([]);
    expect(await watch()).toBe(undefined);
    await setDue('2026-03-25');
    await addWatch();
    expect(await runAt('2026-03-17T09:00')).toEqual([]);
    expect(await runAt('2026-03-24T08:30')).toEqual(['lina', 'liuyang', 'zhangwei']);
  });

  test('are each sent once by two workers at the same time', async () => {
    clock.now = at('2026-03-12T08:30');
    await Promise.all([sendWarnings(context), sendWarnings(context)]);
    expect(await warned()).toEqual(['lina', 'liuyang', 'zhangwei']);
  });

  test('demand a card when the rule of the item says so, and a red one after a yellow', async () => {
    const cards = () =>
      db
        .selectFrom('demanded_cards')
        .select(['card', 'settled_at'])
        .where('workorder_id', '=', order.id)
        .execute();
    await runAt('2026-03-20T09:00');
    expect(await cards()).toEqual([]);
    await runAt('2026-03-23T08:30');
    expect(await cards()).toEqual([{ card: 'yellow', settled_at: null }]);
    await runAt('2026-04-02T08:30');
    expect(await cards()).toEqual([{ card: 'red', settled_at: null }]);
  });
});

test('the limits of a step and of its order are warned of one by one, whichever ends first (D9)', async () => {
  await supervise({ lights: null, warnings: [level({}), level({ of: 'order' })] });
  const setOrderDue = (day: string) =>
    db
      .updateTable('work_orders')
      .set({ due_at: new Date(`${day}T23:59:59.999+08:00`) })
      .where('id', '=', order.id)
      .execute();
  const contents = async () =>
    new Set(
      (
        await db
          .selectFrom('messages')
          .select('content')
          .where('workorder_id', '=', order.id)
          .where('kind', '=', 'warned')
          .execute()
      ).map(({ content }) => content),
    );
  await setOrderDue('2026-03-16');
  const ofStep = `办件 ${order.code} 的“收件”环节 2026-03-13 到期，余 1 个工作日，请及时处理。`;
  const ofOrder = `办件 ${order.code} 的全程时限 2026-03-16 到期，余 1 个工作日，请及时处理。`;
  await runAt('2026-03-12T08:30');
  expect(await contents()).toEqual(new Set([ofStep]));
  await runAt('2026-03-13T08:30');
  expect(await contents()).toEqual(new Set([ofStep, ofOrder]));
  await supervise(rules);
});

test('an ended order is sent no warning, and papers after its end are refused without a trace (D10)', async () => {
  await desk.press('liuyang', order, 'receive', 'receive');
  await desk.press('zhaomin', order, 'examine', 'decline');
  const row = () => db.selectFrom('work_orders').selectAll().where('id', '=', order.id).executeTakeFirst();
  const ended = await row();
  expect(ended?.ended_at).not.toBeNull();
  expect(await watch()).toBeDefined();
  expect(await runAt('2026-06-12T08:30')).toEqual([]);
  expect(await watch()).toBe(undefined);
  clock.now = at('2026-03-02T11:00');
  const answer = await office.as('zhangwei').call(handling.addPapers, {
    params: { workorderCode: order.code },
    body: { note: '谢谢', fileList: [await desk.paper('zhangwei')] },
  });
  expect(answer.body.errcode).not.toBe(0);
  expect(await row()).toEqual(ended);
});

test('only orders of items with rules are watched, from their first action on', async () => {
  expect(watchedAtFirst.map(({ workorder_id }) => workorder_id).sort()).toEqual([...allIds].sort());
  expect(allIds).not.toContain(unsupervised.id);
});

test('a failing order does not hold back the others', async () => {
  const failing = order;
  await setDue('2026-03-13');
  order = nextOrder();
  await setDue('2026-03-13');
  await addWatch();
  await sql`create function refuse_warning() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    db,
  );
  await sql`create trigger refuse_warning before insert on deadline_warnings for each row
    when (new.workorder_id = ${sql.lit(failing.id)}) execute function refuse_warning()`.execute(db);
  clock.now = at('2026-03-12T08:30');
  await expect(sendWarnings(context)).rejects.toThrow('Some warnings could not be sent');
  expect(await warned()).toEqual(['lina', 'liuyang', 'zhangwei']);
  await sql`drop trigger refuse_warning on deadline_warnings`.execute(db);
  // The next run sends it.
  order = failing;
  await sendWarnings(context);
  expect(await warned()).toEqual(['lina', 'liuyang', 'zhangwei']);
});
