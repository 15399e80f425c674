import { isIP } from 'node:net';

/**
 * Returns the network that limits count as one visitor: an IPv4 address, or the /64 of an IPv6 address,
 * because every household has that many. A proxy may append a port, which is ignored; all texts that are no
 * address count as one visitor.
 */
export function visitorNetwork(address: string): string {
  const withoutPort = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
  const plain = withoutPort.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  const version = isIP(plain);
  if (version !== 6) return version === 4 ? plain : 'unknown';
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}

/**
 * Returns the eight groups without leading zeros; a dotted ending replaces two and is never among the first
 * four.
 */
function groupsOf(address: string): string[] {
  const [left = '', right] = address.toLowerCase().split('::');
  const split = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [split(left), split(right ?? '')];
  const groupCount = before.length + after.length + (address.includes('.') ? 1 : 0);
  const zeros = right === undefined ? 0 : 8 - groupCount;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  );
}
