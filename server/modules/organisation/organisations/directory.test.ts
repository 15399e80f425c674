import { expect, test } from 'vitest';
import { testOffice } from '#test/world/office.ts';
import { listCandidateKeys } from './directory.queries.ts';
import { currentDirectory } from './directory.ts';

const { db } = (await testOffice()).context;

test('candidate keys show who may handle and who may resubmit, without departed people and administrators', async () => {
  await db.insertInto('staff_roles').values({ staff_id: 'staff-tianye', role_code: 'handler' }).execute();
  const rowsByKey = new Map((await listCandidateKeys(db)).map((row) => [row.key, row]));
  const availability = (key: string) => {
    const row = rowsByKey.get(key);
    return row && [row.hasPeople, row.ableCount > 0, row.mayInitiate];
  };
  expect(availability('staff:staff-zhangwei')).toEqual([true, true, true]);
  expect(availability('staff:staff-wujianguo')).toEqual([true, true, false]);
  expect(availability('staff:staff-shenjie')).toEqual([true, true, true]);
  expect(availability('staff:staff-tianye')).toEqual([true, false, false]);
  expect(availability('staff:staff-jiangtao')).toEqual([false, false, false]);
  expect(availability('role:system-admin')).toEqual([true, false, false]);
  expect(availability('role:window-clerk')).toEqual([true, true, true]);
  expect(availability('staff:unknown')).toBeUndefined();
});

test('the directory shows the organisation of each person, in service or not, and of no post', async () => {
  const { addressee } = await currentDirectory(db);
  expect(addressee('staff:staff-liuyang')?.orgId).toBe('330127-xfj');
  expect(addressee('staff:staff-jiangtao')).toMatchObject({ availability: 'absent', orgId: '330127-zfj' });
  expect(addressee('position:petition-examiner')?.orgId).toBeNull();
  expect(addressee('org:330127-xfj')?.orgId).toBeNull();
});
