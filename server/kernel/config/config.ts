import { join, resolve } from 'node:path';
import { defaultOfficeHours, type OfficeHours, readOfficeHours } from '#domain/calendar/office-hours.ts';
import { isPasswordProfileName, PasswordProfileName } from '#domain/passwords/password-rule.ts';
import { defaultUrgeHours } from '#domain/workflow/model/limits.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { readRecipients } from './backups.ts';
import { readDatabaseAddress } from './database-url.ts';
import { type DocumentConfig, readDocumentConfig } from './documents.ts';
import { type EmbeddingConfig, readEmbedding } from './embedding.ts';
import {
  type Environment,
  type PortalMode,
  readEnvironment,
  type SettingName,
  type SettingProblem,
} from './environment.ts';
import { type ExpressConfig, readExpress } from './express.ts';
import { type ChatConfig, readChat, readSms, type SmsConfig } from './message-channels.ts';
import { type MonitoringConfig, readMonitoring } from './monitoring.ts';
import { readOrigins } from './origins.ts';
import { readS3, type S3Config } from './outside-systems.ts';
import { type PaymentConfig, readPayments } from './payments.ts';
import { readPortalOrigin, refuseWithoutOrigin } from './portal-origin.ts';
import { type RemoteTraceConfig, readRemoteTraces } from './remote-traces.ts';
import { readSharingMode, type SharingMode } from './sharing-mode.ts';
import { readSignOn, type SignOnConfig } from './sign-on.ts';
import { readTrustProxy, type TrustProxy } from './trust-proxy.ts';
import { readUploads, type UploadConfig } from './uploads.ts';

export interface Config {
  mode: PortalMode;
  /** True if the mode was set; otherwise it is the demo by default. */
  isModeGiven: boolean;
  host: string;
  /** 0 lets the system choose a free port. */
  port: number;
  /** Absolute path. */
  dataDir: string;
  /** Undefined for the embedded PostgreSQL of the data folder. */
  databaseUrl: string | undefined;
  /** The role that owns the tables and migrates; undefined to use that of `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
  /** Maximum connections of this process, in addition to three for notices, jobs and the heartbeat. */
  databaseConnections: number;
  /** Way in which concurrent writes of actions share transactions (docs/decisions/0217). */
  sharedCommits: SharingMode;
  /** Absolute path of the folder for anchors of the audit log, best on another machine's disk. */
  auditDir: string;
  /** Public keys for encrypting backups; empty for no encryption. */
  backupRecipients: readonly string[];
  /** The proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  trustProxy: TrustProxy;
  /**
   * The address by which people reach the portal, always set in production; undefined to use that of each
   * request.
   */
  portalOrigin: string | undefined;
  /** Origins outside the portal that a redirect may lead to. */
  redirectOrigins: readonly string[];
  /** Origins whose pages may be shown in a frame as forms of third parties (S1 §2). */
  formOrigins: readonly string[];
  embedding: EmbeddingConfig;
  /** Systems from which the portal may read traces (S1 §7). */
  remoteTraces: RemoteTraceConfig;
  /** Rule for new passwords. */
  passwordProfile: PasswordProfileName;
  /** True to keep system, security and audit administrators apart; an office may switch it off. */
  separateDuties: boolean;
  /** True to describe the calls at /api/docs, for every visitor. */
  apiDocs: boolean;
  /** Name of the office on the login page; undefined for that of the top organisation. */
  officeName: string | undefined;
  /** True to show the reader's name as a watermark on the pages of people who take part in matters. */
  watermark: boolean;
  demo: {
    /** Password of all people of the demo; always undefined in production. */
    password: string | undefined;
    /** The captcha answer that is always accepted; always undefined in production. */
    captcha: string | undefined;
    /** The number of work orders of the demo office; 0 in production. */
    orders: number;
  };
  /** Hours of working days in which warnings are sent, and in which working hours are counted. */
  officeHours: OfficeHours;
  /** Hours until an order may be urged again. */
  urgeAgainHours: number;
  uploads: UploadConfig;
  /** Undefined to store files on disk in the data folder. */
  s3: S3Config | undefined;
  sms: SmsConfig;
  chat: ChatConfig;
  express: ExpressConfig;
  payments: PaymentConfig;
  /** Settings for drawing, sealing and signing documents. */
  documents: DocumentConfig;
  signOn: SignOnConfig;
  monitoring: MonitoringConfig;
  /** Names that look like settings of the portal but may belong to another program. */
  warnings: readonly SettingProblem[];
}

/** The public password of all people of the demo; it fulfils the password rule (S0 §5). */
export const demoPassword = 'Banjian@2026';

const defaultPort = 8080;
const defaultDemoOrders = 300;
const demoOnly: SettingName[] = ['PORTAL_DEMO_CAPTCHA', 'PORTAL_DEMO_ORDERS', 'DEMO_SSO'];

/**
 * Purpose of reading the settings: to serve users, or for a command, which needs no address of the portal.
 */
export type SettingsPurpose = 'serve' | 'command';

/** Returns the settings of the portal; throws one error with all bad settings. */
export function loadConfig(variables?: NodeJS.ProcessEnv, use: SettingsPurpose = 'command'): Config {
  const { config, problems } = readConfig(variables, use);
  if (problems.length > 0) {
    throw new StartupError(
      `设置有误：\n${problems.map((problem) => `  ${problem.setting}：${problem.chinese}`).join('\n')}`,
      `Invalid settings:\n${problems.map((problem) => `  ${problem.setting} ${problem.english}`).join('\n')}`,
    );
  }
  return config;
}

/** Reads the settings with all their problems; a bad setting gets a harmless value in the config. */
export function readConfig(
  variables?: NodeJS.ProcessEnv,
  use: SettingsPurpose = 'command',
): { config: Config; problems: SettingProblem[] } {
  const { environment, problems, warnings } = readEnvironment(variables);
  const config = { ...buildConfig(environment, problems), warnings };
  if (use === 'serve') refuseWithoutOrigin(environment, problems);
  return { config, problems };
}

function buildConfig(environment: Environment, problems: SettingProblem[]): Omit<Config, 'warnings'> {
  const mode = readMode(environment, problems);
  if (mode === 'production') {
    for (const setting of demoOnly) {
      if (environment[setting] === undefined) continue;
      problems.push({
        setting,
        chinese: '只能用于演示模式，正式运行（PORTAL_MODE=production）时必须去掉',
        english: 'is for the demo only and must be removed with PORTAL_MODE=production',
      });
    }
  }
  return {
    mode,
    isModeGiven: environment.PORTAL_MODE !== undefined,
    host: environment.HOST ?? '127.0.0.1',
    port: readPort(environment, problems),
    dataDir: resolve(environment.DATA_DIR ?? 'data'),
    auditDir: resolve(environment.AUDIT_DIR ?? join(environment.DATA_DIR ?? 'data', 'audit')),
    databaseUrl: readDatabaseUrl('DATABASE_URL', environment, problems),
    databaseOwnerUrl: readOwnerUrl(environment, problems),
    databaseConnections: readConnections(environment, problems),
    sharedCommits: readSharingMode(environment, problems),
    backupRecipients: readRecipients(environment, problems),
    trustProxy: readTrustProxy(environment, problems),
    portalOrigin: readPortalOrigin(environment, problems),
    redirectOrigins: readOrigins('PORTAL_REDIRECT_ORIGINS', environment, problems),
    formOrigins: readOrigins('PORTAL_FORM_ORIGINS', environment, problems),
    embedding: readEmbedding(environment, mode === 'demo', problems),
    remoteTraces: readRemoteTraces(environment, problems),
    passwordProfile: readPasswordProfile(environment, problems),
    separateDuties: environment.PORTAL_SEPARATE_DUTIES ?? true,
    apiDocs: environment.PORTAL_API_DOCS ?? mode === 'demo',
    officeName: environment.PORTAL_OFFICE_NAME,
    watermark: environment.PORTAL_WATERMARK ?? false,
    demo: {
      password: mode === 'demo' ? demoPassword : undefined,
      captcha: mode === 'demo' ? readDemoCaptcha(environment, problems) : undefined,
      orders: mode === 'demo' ? (environment.PORTAL_DEMO_ORDERS ?? defaultDemoOrders) : 0,
    },
    officeHours: readOfficeHoursSetting(environment, problems),
    urgeAgainHours: readUrgeHours(environment, problems),
    uploads: readUploads(environment, problems),
    s3: readS3(environment, problems),
    sms: readSms(environment, mode, problems),
    chat: readChat(environment, mode, problems),
    express: readExpress(environment, mode, problems),
    payments: readPayments(environment, mode, problems),
    documents: readDocumentConfig(environment, mode, problems),
    signOn: readSignOn(environment, problems),
    monitoring: readMonitoring(environment, mode, environment.PORT ?? defaultPort, problems),
  };
}

function readMode(environment: Environment, problems: SettingProblem[]): PortalMode {
  const mode = environment.PORTAL_MODE ?? 'demo';
  if (mode === 'demo' || mode === 'production') return mode;
  problems.push({
    setting: 'PORTAL_MODE',
    chinese: `只能是 demo 或 production，现在是“${mode}”`,
    english: `must be demo or production, not "${mode}"`,
  });
  return 'production';
}

function readPort(environment: Environment, problems: SettingProblem[]): number {
  const port = environment.PORT ?? defaultPort;
  if (port > 65_535) {
    problems.push({
      setting: 'PORT',
      chinese: `必须在 0 到 65535 之间，现在是 ${port}`,
      english: `must be between 0 and 65535, not ${port}`,
    });
  }
  return port;
}

function readOwnerUrl(environment: Environment, problems: SettingProblem[]): string | undefined {
  if (environment.DATABASE_OWNER_URL !== undefined && environment.DATABASE_URL === undefined) {
    problems.push({
      setting: 'DATABASE_OWNER_URL',
      chinese: '只能与 DATABASE_URL 一起使用',
      english: 'is of use only together with DATABASE_URL',
    });
  }
  return readDatabaseUrl('DATABASE_OWNER_URL', environment, problems);
}

function readDatabaseUrl(
  setting: 'DATABASE_URL' | 'DATABASE_OWNER_URL',
  environment: Environment,
  problems: SettingProblem[],
): string | undefined {
  const text = environment[setting];
  if (text === undefined) return undefined;
  const address = readDatabaseAddress(text);
  problems.push(...address.problems.map((problem) => ({ setting, ...problem })));
  return address.url;
}

function readPasswordProfile(environment: Environment, problems: SettingProblem[]): PasswordProfileName {
  const name = environment.PORTAL_PASSWORD_PROFILE ?? PasswordProfileName.standard;
  if (isPasswordProfileName(name)) return name;
  problems.push({
    setting: 'PORTAL_PASSWORD_PROFILE',
    chinese: `只能是 standard 或 strict，现在是“${name}”`,
    english: `must be standard or strict, not "${name}"`,
  });
  return PasswordProfileName.strict;
}

function readConnections(environment: Environment, problems: SettingProblem[]): number {
  const connections = environment.DATABASE_CONNECTIONS ?? 20;
  if (connections < 5 || connections > 200) {
    problems.push({
      setting: 'DATABASE_CONNECTIONS',
      chinese: `必须在 5 到 200 之间，现在是 ${connections}`,
      english: `must be between 5 and 200, not ${connections}`,
    });
  }
  return connections;
}

function readOfficeHoursSetting(environment: Environment, problems: SettingProblem[]): OfficeHours {
  const hours = readOfficeHours(environment.PORTAL_OFFICE_HOURS ?? defaultOfficeHours);
  if (hours) return hours;
  problems.push({
    setting: 'PORTAL_OFFICE_HOURS',
    chinese: `须写成 ${defaultOfficeHours} 的形式，最多四段，前后不重叠`,
    english: `must be written like ${defaultOfficeHours}, with at most four parts that do not overlap`,
  });
  return [{ from: 0, until: 1_440 }];
}

function readUrgeHours(environment: Environment, problems: SettingProblem[]): number {
  const hours = environment.PORTAL_URGE_HOURS ?? defaultUrgeHours;
  if (hours < 1 || hours > 720) {
    problems.push({
      setting: 'PORTAL_URGE_HOURS',
      chinese: `必须在 1 到 720 之间，现在是 ${hours}`,
      english: `must be between 1 and 720, not ${hours}`,
    });
  }
  return hours;
}

function readDemoCaptcha(environment: Environment, problems: SettingProblem[]): string | undefined {
  const captcha = environment.PORTAL_DEMO_CAPTCHA;
  if (captcha !== undefined && !/^[0-9A-Za-z]{4,6}$/.test(captcha)) {
    problems.push({
      setting: 'PORTAL_DEMO_CAPTCHA',
      chinese: `必须是 4 到 6 位字母或数字，现在是“${captcha}”`,
      english: `must be 4 to 6 letters or digits, not "${captcha}"`,
    });
  }
  return captcha;
}
