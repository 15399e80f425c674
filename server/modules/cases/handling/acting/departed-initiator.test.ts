import { afterEach, expect, test, vi } from 'vitest';
import { handling } from '#contract/handling.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

const office = await testOffice();
const { context, clock } = office;
const { db } = context;
const { desk, start, openNodes, pageOf } = openPetitionDesk(office);
const { inboxKeys } = openCommands(office);

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

test('an order returned to an initiator who has left is resubmitted by the matter administrator', async () => {
  const order = await start();
  await db.updateTable('staff').set({ disabled_at: clock.now }).where('id', '=', 'staff-zhangwei').execute();
  // Data of the office is cached for some seconds.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  clock.forward(60_000);
  const body = await desk.pressBody(order, 'receive', 'return', { backNodeIds: 'start', backWay: 'replay' });
  await office.as('liuyang').done(handling.handle, { body });
  expect(await inboxKeys(order)).toEqual(['role:matter-admin']);
  const page = await pageOf('shenjie', order);
  expect(page.task?.buttons.map(({ code }) => code)).toEqual(['14']);
  await desk.resubmit('shenjie', order, { demand: '请尽快修复。' });
  expect(await openNodes(order)).toEqual(['receive']);
});
