import { expect, test } from 'vitest';
import { findAddress } from '#domain/addresses/old-addresses.ts';
import { findPlannedAddress, plannedAddresses } from '#domain/addresses/planned-addresses.ts';
import { readReturnTarget } from '#web/features/session/return-target.ts';
import { screens } from './screen-list.ts';

const paths = screens.filter(({ path }) => path !== '*').map(({ path }) => path.replace(/:\w+/g, 'a-1'));

test.each([...paths, ...plannedAddresses.map(({ path }) => `${path}/x`)])(
  '%s has its own address, and the login returns to it with its query (S0 §2)',
  (path) => {
    const address = `${path}?traceId=1&backUrl=${encodeURIComponent('/todo?tab=all')}`;
    expect(findAddress(path)).toBeUndefined();
    expect(readReturnTarget(`?r=${encodeURIComponent(address)}`, 'https://office.example')).toBe(address);
  },
);

test('no existing screen is listed as not open yet', () => {
  expect(paths.filter((path) => findPlannedAddress(path) !== undefined)).toEqual([]);
  expect(paths.length).toBeGreaterThan(30);
});
