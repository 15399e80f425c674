import { isIP } from 'node:net';
import type { Environment, SettingProblem } from './environment.ts';

/**
 * Trusted X-Forwarded-For entries: those of this number of proxies in front of the portal, or those of
 * proxies in these networks; false trusts none. Trusting all is not possible, because then the leftmost entry
 * counts, which the visitor wrote.
 */
export type TrustProxy = false | number | readonly string[];

const maxHops = 9;
/** Names for the networks of one machine and of private addresses. */
const namedNetworks: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

export function readTrustProxy(environment: Environment, problems: SettingProblem[]): TrustProxy {
  const text = (environment.TRUST_PROXY ?? 'false').toLowerCase();
  if (text === 'false' || text === '0') return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const networks = text.split(',').map((entry) => entry.trim());
  const invalidEntries = networks.filter((entry) => !isNetwork(entry));
  if (invalidEntries.length === 0) return networks;
  problems.push(
    text === 'true'
      ? {
          setting: 'TRUST_PROXY',
          chinese:
            '不能是 true：否则访问者可以伪造来源地址。请设为门户前面代理的层数（如 1），或代理所在的网段（如 10.0.0.0/8）',
          english:
            'must not be true, or visitors could forge their address: give the number of proxies in front of the portal (1), or their networks (10.0.0.0/8)',
        }
      : {
          setting: 'TRUST_PROXY',
          chinese: `必须是代理的层数（1 到 ${maxHops}）或用逗号分隔的网段（如 10.0.0.0/8,loopback），现在是“${text}”`,
          english: `must be a number of proxies (1 to ${maxHops}) or networks joined by commas (10.0.0.0/8,loopback), not "${text}"`,
        },
  );
  return false;
}

/** Checks for an address or a network; one that contains every address would trust the visitor. */
function isNetwork(entry: string): boolean {
  if (namedNetworks.includes(entry)) return true;
  const [address = '', prefix, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
  return bits >= 1 && bits <= (version === 4 ? 32 : 128);
}
