import { BlockList, isIP } from 'node:net';

/**
 * Networks that are not public: this machine, private networks, cloud metadata, multicast, documentation, and
 * IPv4 addresses written as IPv6.
 */
const nonPublicNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

const nonPublicAddresses = blockListOf(nonPublicNetworks);

/**
 * Returns a check whether the portal may connect to an address: a public one, or one in the networks that the
 * operator lists.
 */
export function createAddressCheck(networks: readonly string[]): (address: string) => boolean {
  const officeNetworks = blockListOf(networks);
  return (address) => {
    const version = isIP(address);
    if (version === 0) return false;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    return officeNetworks.check(address, family) || !nonPublicAddresses.check(address, family);
  };
}
