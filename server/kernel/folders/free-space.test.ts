import { expect, test } from 'vitest';
import { createDiskSpaceReader, readDiskSpaceOfFiles } from './free-space.ts';

test('a disk lacks space when incoming bytes would leave less than the reserve', async () => {
  const space = createDiskSpaceReader(1_000, async () => ({ free: 1_500 }));
  expect(await space.lacksSpace()).toBe(false);
  expect(await space.lacksSpace(500)).toBe(false);
  expect(await space.lacksSpace(501)).toBe(true);
});

test('the free space is read once for concurrent files', async () => {
  let calls = 0;
  const space = createDiskSpaceReader(1_000, async () => {
    calls += 1;
    return { free: 999 };
  });
  expect(await Promise.all([1, 2, 3].map(() => space.lacksSpace()))).toEqual([true, true, true]);
  expect(calls).toBe(1);
});

test('an unreadable disk and a reserve of zero refuse no file', async () => {
  expect(await createDiskSpaceReader(1_000, () => readDiskSpaceOfFiles('/nowhere/at/all')).lacksSpace()).toBe(
    false,
  );
  expect(await createDiskSpaceReader(0, async () => ({ free: 0 })).lacksSpace()).toBe(false);
});
