import { expect, test } from 'vitest';
import { visitorNetwork } from './visitor-network.ts';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['10.0.0.1:5123', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2::3', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::3]:443', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['999.1.1.1', 'unknown'],
  ["';drop", 'unknown'],
])('rate limits count %s as %s', (address, network) => {
  expect(visitorNetwork(address)).toBe(network);
});
