import type { Environment, PortalMode, SettingName, SettingProblem } from './environment.ts';

export interface S3Config {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Reads the settings of file storage on S3; none of them means disk, only some of them is a mistake. */
export function readS3(environment: Environment, problems: SettingProblem[]): S3Config | undefined {
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const isAnySet =
    needed.some((name) => environment[name] !== undefined) || environment.S3_REGION !== undefined;
  if (!isAnySet) return undefined;
  requireAllSettings(environment, needed, 'S3_*', problems);
  checkHttpUrl(environment, 'S3_ENDPOINT', problems);
  return {
    endpoint: environment.S3_ENDPOINT ?? '',
    region: environment.S3_REGION ?? 'us-east-1',
    bucket: environment.S3_BUCKET ?? '',
    accessKeyId: environment.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.S3_SECRET_ACCESS_KEY ?? '',
  };
}

/** Reads the provider of a setting: by default the simulator in the demo, and none in production. */
export function readProvider<Provider extends string>(
  environment: Environment,
  setting: 'SMS_PROVIDER' | 'CHAT_PROVIDER' | 'PAYMENT_PROVIDER' | 'SEAL_PROVIDER' | 'EXPRESS_PROVIDER',
  choices: readonly (Provider | 'none' | 'simulator')[],
  mode: PortalMode,
  problems: SettingProblem[],
): Provider | 'none' | 'simulator' {
  const provider = environment[setting];
  if (provider === undefined) return mode === 'demo' ? 'simulator' : 'none';
  const known = choices.find((choice) => choice === provider);
  if (known !== undefined) return known;
  problems.push({
    setting,
    chinese: `只能是 ${choices.join('、')} 之一，现在是“${provider}”`,
    english: `must be one of ${choices.join(', ')}, not "${provider}"`,
  });
  return 'none';
}

/** Requires all of these settings, with the given reason. */
export function requireAllSettings(
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

function checkHttpUrl(environment: Environment, setting: 'S3_ENDPOINT', problems: SettingProblem[]): void {
  const text = environment[setting];
  if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return;
  problems.push({
    setting,
    chinese: `必须是 http 或 https 地址，现在是“${text}”`,
    english: `must be an http or https address, not "${text}"`,
  });
}
