import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Environment, PortalMode, SettingName, SettingProblem } from './environment.ts';
import { isSafeOrigin, refuseWithoutProvider } from './message-channels.ts';
import { readProvider, requireAllSettings } from './outside-systems.ts';

/** `simulator` is the built-in one, in which no money moves. */
export type PaymentConfig =
  | { kind: 'none' }
  | { kind: 'simulator' }
  | {
      kind: 'http';
      origin: string;
      /** Begins with a slash, or is empty. */
      path: string;
      merchantId: string;
      /** Signs the portal's requests. */
      privateKey: KeyObject;
      /** Checks answers and notices of the gateway. */
      gatewayKey: KeyObject;
    };

const needed = [
  'PAYMENT_ORIGIN',
  'PAYMENT_MERCHANT_ID',
  'PAYMENT_PRIVATE_KEY',
  'PAYMENT_GATEWAY_KEY',
] as const satisfies readonly SettingName[];

/** Reads the settings of the payment channel: by default the demo has the simulator, production none. */
export function readPayments(
  environment: Environment,
  mode: PortalMode,
  problems: SettingProblem[],
): PaymentConfig {
  const choices = ['none', 'simulator', 'http'] as const;
  const provider = readProvider(environment, 'PAYMENT_PROVIDER', choices, mode, problems);
  if (provider !== 'http') {
    refuseWithoutProvider(environment, 'PAYMENT_PROVIDER', [...needed, 'PAYMENT_PATH'], problems);
    if (provider === 'simulator' && mode === 'production')
      problems.push({
        setting: 'PAYMENT_PROVIDER',
        chinese: '正式运行时不能使用演示缴费渠道（simulator）',
        english: 'must not be the simulator in production',
      });
    return { kind: provider };
  }
  requireAllSettings(environment, needed, 'PAYMENT_PROVIDER=http', problems);
  const origin = environment.PAYMENT_ORIGIN ?? '';
  if (origin !== '' && !isSafeOrigin(origin) && !isOwnMachine(origin, mode))
    problems.push({
      setting: 'PAYMENT_ORIGIN',
      chinese: `必须是 https 地址，不带路径，现在是“${origin}”`,
      english: `must be an https origin without a path, not "${origin}"`,
    });
  const path = environment.PAYMENT_PATH ?? '';
  if (!/^(?:\/[\w.-]+)*$/.test(path))
    problems.push({
      setting: 'PAYMENT_PATH',
      chinese: `必须形如 /pay/v1，现在是“${path}”`,
      english: `must look like /pay/v1, not "${path}"`,
    });
  const merchantId = environment.PAYMENT_MERCHANT_ID ?? '';
  if (!/^[\w-]{0,64}$/.test(merchantId))
    problems.push({
      setting: 'PAYMENT_MERCHANT_ID',
      chinese: '只能含字母、数字、下划线和短横，最多 64 位',
      english: 'may only hold letters, digits, underscores and hyphens, at most 64',
    });
  const privateKey = readKey(environment, 'PAYMENT_PRIVATE_KEY', createPrivateKey, problems);
  const gatewayKey = readKey(environment, 'PAYMENT_GATEWAY_KEY', createPublicKey, problems);
  if (!privateKey || !gatewayKey) return { kind: 'none' };
  return { kind: 'http', origin, path, merchantId, privateKey, gatewayKey };
}

/** In the demo the gateway may be a program on this machine, without a certificate. */
function isOwnMachine(origin: string, mode: PortalMode): boolean {
  return mode === 'demo' && /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(origin);
}

/** Reads an RSA key of at least 2048 bits from the PEM file that the setting names; its content is never repeated. */
function readKey(
  environment: Environment,
  setting: 'PAYMENT_PRIVATE_KEY' | 'PAYMENT_GATEWAY_KEY',
  create: (pem: Buffer) => KeyObject,
  problems: SettingProblem[],
): KeyObject | undefined {
  const path = environment[setting];
  if (path === undefined) return undefined;
  try {
    const key = create(readFileSync(path));
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return key;
  } catch {
    // Reported below, like another kind of key.
  }
  problems.push({
    setting,
    chinese: `“${path}”不是可读取的 RSA 密钥文件（PEM，至少 2048 位）`,
    english: `"${path}" is no readable RSA key file (PEM, at least 2048 bits)`,
  });
  return undefined;
}
