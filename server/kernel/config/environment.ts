import type { SettingProblem } from './setting-problem.ts';
import { findUnknownSettings } from './unknown-settings.ts';

export type { SettingProblem } from './setting-problem.ts';

// The office's time zone on every machine and for every user, because days begin and end by it.
process.env.TZ = 'Asia/Shanghai';

/** The type of a setting's text, before it is interpreted. */
type Kind = 'text' | 'integer' | 'boolean';

export type PortalMode = 'demo' | 'production';

/** Every setting of the portal. All are optional; the guide in docs explains them in the same order. */
const settings = {
  PORTAL_MODE: 'text',
  HOST: 'text',
  PORT: 'integer',
  DATA_DIR: 'text',
  DATABASE_URL: 'text',
  DATABASE_OWNER_URL: 'text',
  DATABASE_CONNECTIONS: 'integer',
  DATABASE_SHARED_COMMITS: 'text',
  AUDIT_DIR: 'text',
  BACKUP_RECIPIENTS: 'text',
  LOG_LEVEL: 'text',
  ACCESS_LOG: 'boolean',
  METRICS_PORT: 'integer',
  METRICS_HOST: 'text',
  TRUST_PROXY: 'text',
  PORTAL_ORIGIN: 'text',
  PORTAL_REDIRECT_ORIGINS: 'text',
  PORTAL_FORM_ORIGINS: 'text',
  PORTAL_EMBED_ORIGINS: 'text',
  PORTAL_THIRD_APPS: 'text',
  PORTAL_PETITION_ITEM: 'text',
  PORTAL_TRACE_ORIGINS: 'text',
  PORTAL_TRACE_NETWORKS: 'text',
  PORTAL_TRACE_TOKENS: 'text',
  PORTAL_PASSWORD_PROFILE: 'text',
  PORTAL_SEPARATE_DUTIES: 'boolean',
  PORTAL_API_DOCS: 'boolean',
  PORTAL_OFFICE_NAME: 'text',
  PORTAL_WATERMARK: 'boolean',
  PORTAL_OFFICE_HOURS: 'text',
  PORTAL_URGE_HOURS: 'integer',
  PORTAL_DEMO_CAPTCHA: 'text',
  PORTAL_DEMO_ORDERS: 'integer',
  UPLOAD_PERSON_MB: 'integer',
  UPLOAD_ORDER_MB: 'integer',
  UPLOAD_KEEP_DAYS: 'integer',
  DISK_RESERVE_MB: 'integer',
  FILE_WATERMARK: 'text',
  CLAMD_ADDRESS: 'text',
  S3_ENDPOINT: 'text',
  S3_REGION: 'text',
  S3_BUCKET: 'text',
  S3_ACCESS_KEY_ID: 'text',
  S3_SECRET_ACCESS_KEY: 'text',
  SMS_PROVIDER: 'text',
  SMS_ACCESS_KEY_ID: 'text',
  SMS_ACCESS_KEY_SECRET: 'text',
  SMS_SIGN_NAME: 'text',
  SMS_TEMPLATE_CODE: 'text',
  SMS_APP_ID: 'text',
  SMS_REGION: 'text',
  CHAT_PROVIDER: 'text',
  CHAT_ENDPOINT: 'text',
  CHAT_APP_KEY: 'text',
  CHAT_APP_SECRET: 'text',
  CHAT_TENANT_ID: 'text',
  PAYMENT_PROVIDER: 'text',
  PAYMENT_ORIGIN: 'text',
  PAYMENT_PATH: 'text',
  PAYMENT_MERCHANT_ID: 'text',
  PAYMENT_PRIVATE_KEY: 'text',
  PAYMENT_GATEWAY_KEY: 'text',
  PAPER_FONTS_DIR: 'text',
  SEAL_PROVIDER: 'text',
  SEAL_ORIGIN: 'text',
  SEAL_PATH: 'text',
  SEAL_APP_ID: 'text',
  SEAL_SECRET: 'text',
  SEAL_ID: 'text',
  EXPRESS_PROVIDER: 'text',
  EXPRESS_ORIGIN: 'text',
  EXPRESS_APP_ID: 'text',
  EXPRESS_SECRET: 'text',
  PDF_SIGN_P12: 'text',
  PDF_SIGN_PASSWORD: 'text',
  OIDC_ISSUER: 'text',
  OIDC_CLIENT_ID: 'text',
  OIDC_CLIENT_SECRET: 'text',
  OIDC_SCOPE: 'text',
  SSO_LOGIN_URL: 'text',
  SSO_TICKET_URL: 'text',
  SSO_LOGOUT_URL: 'text',
  SSO_TOKEN: 'text',
  SIGN_ON_CLAIM: 'text',
  SIGN_ON_MATCH: 'text',
  SIGN_ON_FIRST: 'boolean',
  DEMO_SSO: 'text',
} as const satisfies Record<string, Kind>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

interface KindTypes {
  text: string;
  integer: number;
  boolean: boolean;
}

/** Values of the settings by primitive type; a missing or empty setting is undefined. */
export type Environment = { [Name in SettingName]?: KindTypes[(typeof settings)[Name]] };

/** Former values of settings, which are accepted with a warning. */
const formerValues: Partial<Record<SettingName, Record<string, string>>> = {
  SMS_PROVIDER: { twin: 'simulator' },
  CHAT_PROVIDER: { twin: 'simulator' },
  SEAL_PROVIDER: { twin: 'simulator' },
};

const booleans: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

/** Reads every setting; the only place that uses `process.env`. Misspelt names are problems too. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): {
  environment: Environment;
  problems: SettingProblem[];
  warnings: SettingProblem[];
} {
  const found: Record<string, string | number | boolean> = {};
  const problems: SettingProblem[] = [];
  const warnings: SettingProblem[] = [];
  for (const [name, kind] of Object.entries(settings)) {
    const rawText = variables[name]?.trim();
    if (rawText === undefined || rawText === '') continue;
    const text = formerValues[name as SettingName]?.[rawText] ?? rawText;
    if (text !== rawText) warnings.push(formerValue(name, rawText, text));
    const value = readValue(text, kind);
    if (value === undefined) problems.push(wrongKind(name, kind, text));
    else found[name] = value;
  }
  const unknown = findUnknownSettings(variables, settingNames);
  problems.push(...unknown.problems);
  return { environment: found as Environment, problems, warnings: [...warnings, ...unknown.warnings] };
}

function readValue(text: string, kind: Kind): string | number | boolean | undefined {
  if (kind === 'text') return text;
  if (kind === 'boolean') return booleans[text.toLowerCase()];
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function wrongKind(setting: string, kind: Kind, text: string): SettingProblem {
  return kind === 'integer'
    ? { setting, chinese: `必须是整数，现在是“${text}”`, english: `must be a whole number, not "${text}"` }
    : {
        setting,
        chinese: `必须是 true 或 false，现在是“${text}”`,
        english: `must be true or false, not "${text}"`,
      };
}

function formerValue(setting: string, rawText: string, text: string): SettingProblem {
  return {
    setting,
    chinese: `“${rawText}”是旧的写法，已按“${text}”处理，请改写`,
    english: `"${rawText}" is a former value, read as "${text}"; write that instead`,
  };
}

/** Returns the names of the settings that are set, for passing them on. */
export function namesOfSettings(variables: NodeJS.ProcessEnv = process.env): SettingName[] {
  return settingNames.filter((name) => (variables[name] ?? '').trim() !== '');
}

/** Returns the environment for programs that we start, with additions. */
export function inheritedEnvironment(additions: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...additions };
}
