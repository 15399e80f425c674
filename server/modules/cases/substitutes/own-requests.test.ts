import { afterEach, describe, expect, test } from 'vitest';
import { currentHandlers } from '#contract/current-handlers.ts';
import { substitutes } from '#contract/substitutes.ts';
import { workOrders } from '#contract/work-orders.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/**
 * Tests that a substitute does not answer their own request in the place of another person
 * (docs/decisions/0108).
 */

const office = await testOffice();
const { clock, context } = office;
const { desk, start } = openPetitionDesk(office);
const { perform, stateOf, taskOf } = openCommands(office);

afterEach(async () => {
  await context.db.deleteFrom('substitute_rules').execute();
  expect(await checkInvariants(context.db)).toEqual([]);
});

const dayAfter = (days: number) =>
  new Date(clock.now.getTime() + (8 + days * 24) * 3_600_000).toISOString().slice(0, 10);
const set = (account: string, more: object = {}) =>
  office.as(account).done(substitutes.set, {
    body: {
      substituteId: 'staff-hudong',
      startsOn: dayAfter(0),
      endsOn: dayAfter(4),
      takesOpen: true,
      ...more,
    },
  });
const todo = async (account: string) => (await office.as(account).done(workOrders.todoPage)).rows;

describe('an opinion that a substitute requested from the absent person', () => {
  const commands = {
    signer: {
      action: 'addSigners',
      place: 'before',
      seats: [{ group: 0, keys: ['staff:staff-xujun'] }],
      sequence: 'any',
      opinion: '请签',
    },
    delegate: { action: 'delegate', key: 'staff:staff-xujun', returns: true, opinion: '请代办' },
    'earlier handler': { action: 'returnToHandler', key: 'staff:staff-xujun', opinion: '请说明' },
  } as const;

  test.each(Object.keys(commands) as (keyof typeof commands)[])(
    'cannot be given by the same substitute for the %s',
    async (kind) => {
      const order = await start();
      await desk.press('liuyang', order, 'receive', 'receive');
      if (kind === 'earlier handler') {
        // 徐军 examines it, and it returns to the node.
        const main = await taskOf(order, 'position:petition-examiner');
        expect(
          await perform('liuyang', order, {
            action: 'delegate',
            taskId: main,
            key: 'staff:staff-xujun',
            returns: false,
            opinion: '请办理',
          }),
        ).toBeNull();
        await desk.press('xujun', order, 'examine', 'accept');
        await desk.press('wujianguo', order, 'instruct', 'return', {
          backNodeIds: ['examine'],
        });
        const secondTaskId =
          (await stateOf(order)).tasks.findLast(({ outcome }) => outcome === null)?.id ?? 0;
        await perform('xujun', order, {
          action: 'delegate',
          taskId: secondTaskId,
          key: 'staff:staff-liuyang',
          returns: false,
          opinion: '请办理',
        });
      }
      const ownTaskId = (await stateOf(order)).tasks.findLast(({ outcome }) => outcome === null)?.id ?? 0;
      clock.forward(60_000);
      expect(await perform('liuyang', order, { ...commands[kind], taskId: ownTaskId })).toBeNull();
      await set('xujun', { substituteId: 'staff-liuyang' });
      const seat = await taskOf(order, 'staff:staff-xujun');
      const traceId = `${order.id}.${seat}`;
      expect((await todo('liuyang')).map((row) => row.traceId)).not.toContain(traceId);
      expect((await todo('xujun')).map((row) => row.traceId)).toContain(traceId);
      const command = kind === 'earlier handler' ? 'submitToHandler' : 'sign';
      expect(await perform('liuyang', order, { action: command, taskId: seat, opinion: '同意' })).toBe(
        'notYourTask',
      );
      const { rows } = await office
        .as('wujianguo')
        .done(currentHandlers.ofOrder, { query: { workorderId: order.id } });
      expect(rows.flatMap(({ substitutes }) => substitutes)).toEqual([]);
      // Another substitute answers it.
      await context.db.deleteFrom('substitute_rules').execute();
      await set('xujun');
      expect(await perform('hudong', order, { action: command, taskId: seat, opinion: '同意' })).toBeNull();
    },
  );
});

test('a substitute rule of a disabled person covers only tasks opened before the account was disabled', async () => {
  const before = await start();
  await desk.press('liuyang', before, 'receive', 'receive');
  await set('zhaomin');
  clock.forward(60_000);
  const disable = (at: Date | null) =>
    context.db.updateTable('staff').set({ disabled_at: at }).where('id', '=', 'staff-zhaomin').execute();
  await disable(clock.now);
  clock.forward(60_000);
  const after = await start();
  await desk.press('liuyang', after, 'receive', 'receive');
  const lentCodes = (await todo('hudong')).map(({ code }) => code);
  expect([lentCodes.includes(before.code), lentCodes.includes(after.code)]).toEqual([true, false]);
  const task = await taskOf(after, 'position:petition-examiner');
  const command = { action: 'terminate', taskId: task, buttonId: 'terminate', opinion: '不受理' } as const;
  expect(await perform('hudong', after, command)).toBe('notYourTask');
  const { rows } = await office
    .as('wujianguo')
    .done(currentHandlers.ofOrder, { query: { workorderId: after.id } });
  expect(rows.flatMap(({ substitutes: who }) => who)).toEqual([]);
  await disable(null);
  clock.forward(60_000);
  expect((await todo('hudong')).map(({ code }) => code)).toContain(after.code);
});
