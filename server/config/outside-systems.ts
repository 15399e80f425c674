import type { Environment, PortalMode, SettingName, SettingProblem } from './environment.ts';

export interface S3Config {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** `twin` is the built-in stand-in that keeps messages instead of sending them. */
export type SmsConfig =
  | { kind: 'none' }
  | { kind: 'twin' }
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

/** `twin` is the built-in stand-in for the unified login. */
export type OidcConfig =
  | { kind: 'none' }
  | { kind: 'twin' }
  | { kind: 'issuer'; issuer: string; clientId: string; clientSecret: string };

/** File storage on S3; none of its settings means disk, some of them is a mistake. */
export function readS3(environment: Environment, problems: SettingProblem[]): S3Config | undefined {
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const given = needed.some((name) => environment[name] !== undefined) || environment.S3_REGION !== undefined;
  if (!given) return undefined;
  requireTogether(environment, needed, 'S3_*', problems);
  checkHttpUrl(environment, 'S3_ENDPOINT', problems);
  return {
    endpoint: environment.S3_ENDPOINT ?? '',
    region: environment.S3_REGION ?? 'us-east-1',
    bucket: environment.S3_BUCKET ?? '',
    accessKeyId: environment.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.S3_SECRET_ACCESS_KEY ?? '',
  };
}

/** Text messages: the demo takes the twin unless told otherwise, production only when it is named. */
export function readSms(environment: Environment, mode: PortalMode, problems: SettingProblem[]): SmsConfig {
  const provider = readProvider(
    environment,
    'SMS_PROVIDER',
    ['none', 'twin', 'aliyun', 'tencent'],
    mode,
    problems,
  );
  if (provider === 'none' || provider === 'twin') return { kind: provider };
  const needed: SettingName[] = [
    'SMS_ACCESS_KEY_ID',
    'SMS_ACCESS_KEY_SECRET',
    'SMS_SIGN_NAME',
    'SMS_TEMPLATE_CODE',
  ];
  if (provider === 'tencent') needed.push('SMS_APP_ID');
  requireTogether(environment, needed, `SMS_PROVIDER=${provider}`, problems);
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

/** The unified login, by OpenID Connect. */
export function readOidc(environment: Environment, mode: PortalMode, problems: SettingProblem[]): OidcConfig {
  const provider = readProvider(environment, 'OIDC_PROVIDER', ['none', 'twin', 'issuer'], mode, problems);
  if (provider !== 'issuer') return { kind: provider };
  requireTogether(
    environment,
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
    'OIDC_PROVIDER=issuer',
    problems,
  );
  checkHttpUrl(environment, 'OIDC_ISSUER', problems);
  return {
    kind: 'issuer',
    issuer: environment.OIDC_ISSUER ?? '',
    clientId: environment.OIDC_CLIENT_ID ?? '',
    clientSecret: environment.OIDC_CLIENT_SECRET ?? '',
  };
}

function readProvider<Provider extends string>(
  environment: Environment,
  setting: 'SMS_PROVIDER' | 'OIDC_PROVIDER',
  choices: readonly (Provider | 'none' | 'twin')[],
  mode: PortalMode,
  problems: SettingProblem[],
): Provider | 'none' | 'twin' {
  const given = environment[setting];
  if (given === undefined) return mode === 'demo' ? 'twin' : 'none';
  const known = choices.find((choice) => choice === given);
  if (known !== undefined) return known;
  problems.push({
    setting,
    chinese: `只能是 ${choices.join('、')} 之一，现在是“${given}”`,
    english: `must be one of ${choices.join(', ')}, not "${given}"`,
  });
  return 'none';
}

function requireTogether(
  environment: Environment,
  names: readonly SettingName[],
  reason: string,
  problems: SettingProblem[],
): void {
  for (const setting of names) {
    if (environment[setting] !== undefined) continue;
    problems.push({ setting, chinese: `使用 ${reason} 时不能缺少`, english: `is needed with ${reason}` });
  }
}

function checkHttpUrl(
  environment: Environment,
  setting: 'S3_ENDPOINT' | 'OIDC_ISSUER',
  problems: SettingProblem[],
): void {
  const text = environment[setting];
  if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return;
  problems.push({
    setting,
    chinese: `必须是 http 或 https 地址，现在是“${text}”`,
    english: `must be an http or https address, not "${text}"`,
  });
}
