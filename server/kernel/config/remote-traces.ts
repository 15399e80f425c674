import { isIP } from 'node:net';
import type { Environment, SettingProblem } from './environment.ts';
import { isOrigin, readOrigins } from './origins.ts';

/** The systems from which the portal may read traces (docs/decisions/0115). */
export interface RemoteTraceConfig {
  origins: readonly string[];
  /** Networks of the office that may be called; public addresses need no entry. */
  networks: readonly string[];
  /** The secret for an origin, for headers that contain `{token}`. */
  tokens: Readonly<Record<string, string>>;
}

export function readRemoteTraces(environment: Environment, problems: SettingProblem[]): RemoteTraceConfig {
  const origins = readOrigins('PORTAL_TRACE_ORIGINS', environment, problems);
  const networks = readNetworks(environment, problems);
  const tokens = readTokens(environment, problems);
  if (networks.length > 0 && origins.length === 0 && environment.PAYMENT_ORIGIN === undefined) {
    problems.push({
      setting: 'PORTAL_TRACE_NETWORKS',
      chinese: '要与 PORTAL_TRACE_ORIGINS 或 PAYMENT_ORIGIN 一起使用',
      english: 'is of use only together with PORTAL_TRACE_ORIGINS or PAYMENT_ORIGIN',
    });
  }
  for (const origin of Object.keys(tokens).filter((one) => !origins.includes(one))) {
    problems.push({
      setting: 'PORTAL_TRACE_TOKENS',
      chinese: `${origin} 没有列入 PORTAL_TRACE_ORIGINS`,
      english: `holds a secret of ${origin}, which is not among PORTAL_TRACE_ORIGINS`,
    });
  }
  return { origins, networks, tokens };
}

function readNetworks(environment: Environment, problems: SettingProblem[]): string[] {
  const networks = entriesOf(environment.PORTAL_TRACE_NETWORKS);
  for (const network of networks) {
    const [address = '', bits, ...more] = network.split('/');
    const maxBits = isIP(address) === 6 ? 128 : 32;
    const isValid =
      isIP(address) !== 0 &&
      more.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits));
    if (isValid) continue;
    problems.push({
      setting: 'PORTAL_TRACE_NETWORKS',
      chinese: `“${network}”不是地址或网段，应形如 10.20.0.0/16`,
      english: `"${network}" is neither an address nor a network such as 10.20.0.0/16`,
    });
  }
  return networks;
}

/** Reads the secrets; they are not repeated in problems. */
function readTokens(environment: Environment, problems: SettingProblem[]): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const entry of entriesOf(environment.PORTAL_TRACE_TOKENS)) {
    const separator = entry.indexOf('=');
    const origin = entry.slice(0, Math.max(separator, 0));
    const token = entry.slice(separator + 1);
    if (isOrigin(origin) && /^[\x21-\x7e]{1,500}$/.test(token)) {
      tokens[origin] = token;
      continue;
    }
    problems.push({
      setting: 'PORTAL_TRACE_TOKENS',
      chinese: '必须形如 https://example.gov.cn=密钥，多项用逗号分隔，密钥不含空格和逗号',
      english:
        'must look like https://example.gov.cn=secret, joined by commas, the secret without spaces and commas',
    });
  }
  return tokens;
}

function entriesOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
