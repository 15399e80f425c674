import type { Environment, PortalMode, SettingName, SettingProblem } from './environment.ts';
import { readProvider, requireAllSettings } from './outside-systems.ts';

/** `simulator` is the built-in one that stores messages instead of sending them. */
export type SmsConfig =
  | { kind: 'none' }
  | { kind: 'simulator' }
  | {
      kind: 'aliyun' | 'tencent';
      accessKeyId: string;
      accessKeySecret: string;
      signName: string;
      templateCode: string;
      /** Tencent's SdkAppId; Aliyun has none. */
      appId: string | undefined;
      region: string;
    };

export type ChatConfig =
  | { kind: 'none' }
  | { kind: 'simulator' }
  | { kind: 'government'; endpoint: string; appKey: string; appSecret: string; tenantId: string };

const smsSettings = [
  'SMS_ACCESS_KEY_ID',
  'SMS_ACCESS_KEY_SECRET',
  'SMS_SIGN_NAME',
  'SMS_TEMPLATE_CODE',
  'SMS_APP_ID',
  'SMS_REGION',
] as const;

/**
 * Reads the settings of text messages: by default the demo has the simulator; production needs a named
 * provider.
 */
export function readSms(environment: Environment, mode: PortalMode, problems: SettingProblem[]): SmsConfig {
  const provider = readProvider(
    environment,
    'SMS_PROVIDER',
    ['none', 'simulator', 'aliyun', 'tencent'],
    mode,
    problems,
  );
  if (provider === 'none' || provider === 'simulator') {
    refuseWithoutProvider(environment, 'SMS_PROVIDER', smsSettings, problems);
    return { kind: provider };
  }
  const needed: SettingName[] = smsSettings.slice(0, 4);
  if (provider === 'tencent') needed.push('SMS_APP_ID');
  else if (environment.SMS_APP_ID !== undefined) {
    problems.push({
      setting: 'SMS_APP_ID',
      chinese: '只用于 SMS_PROVIDER=tencent',
      english: 'is of use only with SMS_PROVIDER=tencent',
    });
  }
  requireAllSettings(environment, needed, `SMS_PROVIDER=${provider}`, problems);
  checkShape(environment, 'SMS_TEMPLATE_CODE', templateShape[provider], problems);
  checkShape(environment, 'SMS_APP_ID', digits, problems);
  checkShape(environment, 'SMS_REGION', region, problems);
  return {
    kind: provider,
    accessKeyId: environment.SMS_ACCESS_KEY_ID ?? '',
    accessKeySecret: environment.SMS_ACCESS_KEY_SECRET ?? '',
    signName: environment.SMS_SIGN_NAME ?? '',
    templateCode: environment.SMS_TEMPLATE_CODE ?? '',
    appId: environment.SMS_APP_ID,
    region: environment.SMS_REGION ?? (provider === 'aliyun' ? 'cn-hangzhou' : 'ap-guangzhou'),
  };
}

const chatSettings = ['CHAT_ENDPOINT', 'CHAT_APP_KEY', 'CHAT_APP_SECRET', 'CHAT_TENANT_ID'] as const;

/** Reads the settings of the government's chat app: only the configured host is called. */
export function readChat(environment: Environment, mode: PortalMode, problems: SettingProblem[]): ChatConfig {
  const provider = readProvider(
    environment,
    'CHAT_PROVIDER',
    ['none', 'simulator', 'government'],
    mode,
    problems,
  );
  if (provider === 'none' || provider === 'simulator') {
    refuseWithoutProvider(environment, 'CHAT_PROVIDER', chatSettings, problems);
    return { kind: provider };
  }
  requireAllSettings(environment, chatSettings, 'CHAT_PROVIDER=government', problems);
  const endpoint = environment.CHAT_ENDPOINT ?? '';
  if (endpoint !== '' && !isSafeOrigin(endpoint)) {
    problems.push({
      setting: 'CHAT_ENDPOINT',
      chinese: `必须形如 https://openplatform.dg-work.cn（https，末尾不带斜杠，不带路径），现在是“${endpoint}”`,
      english: `must look like https://openplatform.dg-work.cn (https, no path, no slash at the end), not "${endpoint}"`,
    });
  }
  checkShape(environment, 'CHAT_TENANT_ID', digits, problems);
  return {
    kind: provider,
    endpoint,
    appKey: environment.CHAT_APP_KEY ?? '',
    appSecret: environment.CHAT_APP_SECRET ?? '',
    tenantId: environment.CHAT_TENANT_ID ?? '',
  };
}

interface Shape {
  pattern: RegExp;
  chinese: string;
  english: string;
}

const digits: Shape = { pattern: /^\d{1,20}$/, chinese: '只能是数字', english: 'must be digits' };
const region: Shape = {
  pattern: /^[a-z]{2,4}(-[a-z0-9]+){1,3}$/,
  chinese: '必须是地域代码，如 ap-guangzhou',
  english: 'must be a region such as ap-guangzhou',
};
const templateShape: Record<'aliyun' | 'tencent', Shape> = {
  aliyun: {
    pattern: /^SMS_\d+$/,
    chinese: '必须形如 SMS_123456789',
    english: 'must look like SMS_123456789',
  },
  tencent: digits,
};

/** Checks the format of a value and repeats it in the problem, because none of these values is a secret. */
function checkShape(
  environment: Environment,
  setting: 'SMS_TEMPLATE_CODE' | 'SMS_APP_ID' | 'SMS_REGION' | 'CHAT_TENANT_ID',
  { pattern, chinese, english }: Shape,
  problems: SettingProblem[],
): void {
  const text = environment[setting];
  if (text === undefined || pattern.test(text)) return;
  problems.push({ setting, chinese: `${chinese}，现在是“${text}”`, english: `${english}, not "${text}"` });
}

/** Refuses keys without the provider that they are for: the operator would believe that messages are sent. */
export function refuseWithoutProvider(
  environment: Environment,
  provider: 'SMS_PROVIDER' | 'CHAT_PROVIDER' | 'PAYMENT_PROVIDER' | 'SEAL_PROVIDER' | 'EXPRESS_PROVIDER',
  names: readonly SettingName[],
  problems: SettingProblem[],
): void {
  for (const setting of names) {
    if (environment[setting] === undefined) continue;
    problems.push({
      setting,
      chinese: `要与 ${provider} 一起使用，${provider} 没有指定服务商`,
      english: `is of use only when ${provider} names a provider`,
    });
  }
}

/** Checks the address of a provider: https, and nothing but the origin. */
export function isSafeOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.origin === text;
}
