import { expect, test } from 'vitest';
import { Permission } from '#domain/access/actor.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { testOffice } from '#test/world/office.ts';
import { hasPermissionNow, lockAccounts } from './service.ts';

const office = await testOffice();
const { db } = office.context;

test('two actions by matter rights run concurrently, and a change of accounts waits for both (0085)', async () => {
  const order: string[] = [];
  let change: Promise<unknown> | undefined;
  await inTransaction(db, async (tx) => {
    expect(await hasPermissionNow(tx, 'staff-fangning', Permission.manageArchive)).toBe(true);
    await inTransaction(db, async (other) => {
      expect(await hasPermissionNow(other, 'staff-shenjie', Permission.administer)).toBe(true);
    });
    order.push('other');
    change = inTransaction(db, async (other) => {
      await lockAccounts(other);
      order.push('change');
    });
    await waitForBlockedQuery(db);
    order.push('first');
  });
  await change;
  expect(order).toEqual(['other', 'first', 'change']);
});
