import { expect, test } from 'vitest';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { planPackage } from '#server/modules/cases/archive/package-bytes.ts';
import { collectPackageContent, findWholeOrder } from '#server/modules/cases/archive/record.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { createServiceOffice } from '#server/seeds/demo/service-office.ts';
import { createStaffDirectory } from '#server/seeds/demo/staff-directory.ts';
import { composeStories, performStories } from '#server/seeds/demo/stories.ts';
import { readOffice } from '#server/seeds/office.ts';
import { checkInvariants } from './invariants/check-invariants.ts';
import { testOffice } from './world/office.ts';

const office = await testOffice();
const { context } = office;
const { staff, organisations } = readOffice();

async function seedOrders(): Promise<void> {
  const stories = composeStories({
    seed: 20_260_101,
    endsAt: context.now(),
    orders: 60,
    holidays: await currentHolidays(context.db),
    directory: createStaffDirectory(staff, organisations),
  });
  await performStories(stories, createServiceOffice(context));
}

const countRows = async () => {
  const { orders, links } = await context.db
    .selectFrom('work_orders')
    .select((row) => [
      row.fn.countAll<number>().as('orders'),
      row
        .selectFrom('audit_links')
        .select((link) => link.fn.countAll<number>().as('n'))
        .as('links'),
    ])
    .executeTakeFirstOrThrow();
  return { orders, links };
};

test('six months of demo orders satisfy every invariant, and the audit chain verifies', async () => {
  await seedOrders();
  expect((await countRows()).orders).toBe(60);
  expect(await checkInvariants(context.db)).toEqual([]);
  expect((await verifyAudit(context.db, context.crypto, { files: context.files })).broken).toBeUndefined();
});

test('a repeated demo seeding creates no duplicate orders', async () => {
  const before = await countRows();
  await seedOrders();
  const after = await countRows();
  expect(after.orders).toBe(before.orders);
  expect(await checkInvariants(context.db)).toEqual([]);
});

test('the archive package of every demo order contains its side records, checks and earlier values', async () => {
  const place = { fonds: 'J068', year: 2026, period: 'D30', department: 'LX', item: 1 } as const;
  const { db } = context;
  const ids = await db.selectFrom('work_orders').select('id').execute();
  let [recordCount, changeCount] = [0, 0];
  for (const { id } of ids) {
    const order = await findWholeOrder(db, id);
    if (!order) throw new Error(`Order ${id} is missing`);
    const content = await collectPackageContent(context, order, { place, fondsName: '信访局' });
    const { records, materialChecks, changes } = content.record;
    expect(records.every(({ facts, state }) => facts.length > 0 && state !== '')).toBe(true);
    expect(records.length).toBe(order.records.length);
    expect(materialChecks.length).toBe(order.checks.length);
    expect(changes.every(({ digest }) => digest !== '')).toBe(true);
    recordCount += records.length;
    changeCount += changes.length;
    expect(planPackage(context, content, context.now()).digest).toHaveLength(64);
  }
  expect(recordCount).toBeGreaterThan(0);
  expect(changeCount).toBeGreaterThan(0);
});
