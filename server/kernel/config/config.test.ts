import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig, readConfig } from './config.ts';
import { settingNames } from './environment.ts';
import { plainHttpSettings } from './sign-on.ts';

function problemText(variables: NodeJS.ProcessEnv): string {
  try {
    loadConfig(variables);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('loadConfig without any setting', () => {
  test('is a demo on port 8080 of this machine only, with the built-in simulators', () => {
    expect(loadConfig({})).toEqual({
      mode: 'demo',
      isModeGiven: false,
      separateDuties: true,
      host: '127.0.0.1',
      port: 8080,
      dataDir: resolve('data'),
      auditDir: resolve('data/audit'),
      backupRecipients: [],
      databaseUrl: undefined,
      officeName: undefined,
      watermark: false,
      databaseOwnerUrl: undefined,
      databaseConnections: 20,
      sharedCommits: 'auto',
      trustProxy: false,
      portalOrigin: undefined,
      redirectOrigins: [],
      formOrigins: [],
      embedding: { embedOrigins: [], thirdApps: [], petitionItem: 'petition-letter' },
      remoteTraces: { origins: [], networks: [], tokens: {} },
      passwordProfile: 'standard',
      apiDocs: true,
      officeHours: [
        { from: 510, until: 720 },
        { from: 810, until: 1_050 },
      ],
      urgeAgainHours: 4,
      demo: { password: 'Banjian@2026', captcha: undefined, orders: 300 },
      uploads: {
        personMb: 1024,
        reserveMb: 2048,
        orderMb: 2048,
        keepDays: 7,
        watermark: { preview: false, download: false },
        clamd: undefined,
      },
      s3: undefined,
      sms: { kind: 'simulator' },
      express: { kind: 'simulator' },
      chat: { kind: 'simulator' },
      payments: { kind: 'simulator' },
      documents: { fonts: [], seal: { kind: 'simulator' }, certificate: undefined },
      signOn: {
        provider: { kind: 'none' },
        person: { claim: 'account', match: 'account' },
        isFirst: false,
      },
      monitoring: { logLevel: 'warn', accessLog: false, metrics: undefined },
      warnings: [],
    });
  });

  test('treats an empty setting as missing', () => {
    expect(loadConfig({ PORT: ' ', DATABASE_URL: '' }).port).toBe(8080);
  });
});

describe('loadConfig', () => {
  test('reads the given settings', () => {
    const config = loadConfig({
      PORT: '9000',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://a:b@db:5432/portal',
      TRUST_PROXY: '2',
      PORTAL_DEMO_CAPTCHA: '8888',
      PORTAL_DEMO_ORDERS: '40',
      PORTAL_REDIRECT_ORIGINS: 'https://a.gov.cn, https://b.gov.cn:8443',
    });
    expect(config).toMatchObject({
      port: 9000,
      host: '0.0.0.0',
      databaseUrl: 'postgres://a:b@db:5432/portal',
      trustProxy: 2,
      demo: { captcha: '8888', orders: 40 },
      redirectOrigins: ['https://a.gov.cn', 'https://b.gov.cn:8443'],
    });
  });

  test('reads where the watermark is applied, and refuses unknown values', () => {
    expect(loadConfig({ FILE_WATERMARK: 'download' }).uploads.watermark).toEqual({
      preview: false,
      download: true,
    });
    expect(problemText({ FILE_WATERMARK: 'toString' })).toContain('FILE_WATERMARK');
  });

  test('reads which pages may embed the portal, and which applications it embeds', () => {
    const { embedding } = loadConfig({
      PORTAL_EMBED_ORIGINS: 'https://oa.gov.cn',
      PORTAL_THIRD_APPS: 'stats|统计平台|https://s.gov.cn/a?b=1, map|地图|https://m.gov.cn|leader supervisor',
      PORTAL_PETITION_ITEM: 'visit',
    });
    expect(embedding).toEqual({
      embedOrigins: ['https://oa.gov.cn'],
      thirdApps: [
        {
          code: 'stats',
          title: '统计平台',
          url: 'https://s.gov.cn/a?b=1',
          roles: ['window-clerk', 'handler', 'leader', 'supervisor', 'matter-admin'],
        },
        { code: 'map', title: '地图', url: 'https://m.gov.cn/', roles: ['leader', 'supervisor'] },
      ],
      petitionItem: 'visit',
    });
  });

  test('has no petition item in production unless it is set', () => {
    expect(loadConfig({ PORTAL_MODE: 'production' }).embedding.petitionItem).toBeUndefined();
  });

  test('reports every invalid setting at once, in both languages', () => {
    const text = problemText({
      PORT: 'eighty',
      PORTAL_MODE: 'test',
      TRUST_PROXY: 'maybe',
      S3_BUCKET: 'files',
    });
    expect(text).toContain('PORT：必须是整数，现在是“eighty”');
    expect(text).toContain('PORT must be a whole number, not "eighty"');
    expect(text).toContain('PORTAL_MODE：只能是 demo 或 production，现在是“test”');
    expect(text).toContain('TRUST_PROXY：必须是代理的层数');
    expect(text).toContain('S3_ENDPOINT：使用 S3_* 时不能缺少');
    expect(text).toContain('S3_SECRET_ACCESS_KEY：使用 S3_* 时不能缺少');
  });

  test.each([
    [{ PORT: '70000' }, 'PORT：必须在 0 到 65535 之间'],
    [{ PORT: '-1' }, 'PORT：必须是整数'],
    [{ DATABASE_URL: 'mysql://a@b/c' }, 'DATABASE_URL：必须形如'],
    [{ DATABASE_URL: 'postgres://a@b' }, 'DATABASE_URL：必须形如'],
    [{ DATABASE_OWNER_URL: 'postgres://a@b/c' }, 'DATABASE_OWNER_URL：只能与 DATABASE_URL 一起使用'],
    [{ PORTAL_DEMO_CAPTCHA: '88' }, 'PORTAL_DEMO_CAPTCHA：必须是 4 到 6 位'],
    [{ PORTAL_DEMO_CAPCHA: '8888' }, 'PORTAL_DEMO_CAPCHA：没有这个设置项'],
    [{ PORTAL_REDIRECT_ORIGINS: 'https://a.gov.cn/' }, '不是来源地址'],
    [{ PORTAL_FORM_ORIGINS: 'https://a.gov.cn/form' }, '不是来源地址'],
    [{ PORTAL_EMBED_ORIGINS: '*' }, '不是来源地址'],
    // The browser's policy would read `*` as every host, and `;` as the beginning of another directive.
    [{ PORTAL_EMBED_ORIGINS: 'https://*.gov.cn' }, '不是来源地址'],
    [{ PORTAL_EMBED_ORIGINS: 'https://*' }, '不是来源地址'],
    [{ PORTAL_FORM_ORIGINS: 'https://*.gov.cn' }, '不是来源地址'],
    [{ PORTAL_EMBED_ORIGINS: 'https://a.gov.cn;sandbox' }, '不是来源地址'],
    [{ PORTAL_EMBED_ORIGINS: "https://'unsafe-inline'" }, '不是来源地址'],
    [{ PORTAL_EMBED_ORIGINS: 'null' }, '不是来源地址'],
    [{ PORTAL_THIRD_APPS: 'a|甲|https://*.gov.cn/' }, '不是第三方应用'],
    [{ PORTAL_THIRD_APPS: 'stats|统计平台' }, '不是第三方应用'],
    [{ PORTAL_THIRD_APPS: 'stats|统计平台|javascript:alert(1)' }, '不是第三方应用'],
    [{ PORTAL_THIRD_APPS: 'a|甲|https://u:p@a.gov.cn/' }, '不是第三方应用'],
    [{ PORTAL_THIRD_APPS: 'a|甲|https://a.gov.cn/,a|乙|https://b.gov.cn/' }, '不是第三方应用'],
    [{ PORTAL_ORIGIN: 'https://p.gov.cn', PORTAL_THIRD_APPS: 'a|甲|https://p.gov.cn/x' }, '不是第三方应用'],
    [{ PORTAL_PETITION_ITEM: '来信' }, 'PORTAL_PETITION_ITEM：“来信”不是事项编码'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER：只能是 none、simulator、aliyun、tencent 之一'],
    [{ SMS_PROVIDER: 'tencent' }, 'SMS_APP_ID：使用 SMS_PROVIDER=tencent 时不能缺少'],
    [{ SMS_PROVIDER: 'aliyun', SMS_APP_ID: '1400' }, 'SMS_APP_ID：只用于 SMS_PROVIDER=tencent'],
    [{ SIGN_ON_FIRST: 'true' }, 'SIGN_ON_FIRST：要与 OIDC_* 或 SSO_* 一起使用'],
    [{ SIGN_ON_CLAIM: 'cid' }, 'SIGN_ON_CLAIM：要与 OIDC_* 或 SSO_* 一起使用'],
    [{ SIGN_ON_MATCH: 'account' }, 'SIGN_ON_MATCH：要与 OIDC_* 或 SSO_* 一起使用'],
    [{ DEMO_SSO: 'oidc', SIGN_ON_MATCH: 'account' }, 'SIGN_ON_MATCH：要与 OIDC_* 或 SSO_* 一起使用'],
    [
      { PORTAL_TRACE_NETWORKS: '10.0.0.0/8' },
      'PORTAL_TRACE_NETWORKS：要与 PORTAL_TRACE_ORIGINS 或 PAYMENT_ORIGIN 一起使用',
    ],
    [
      { PORTAL_TRACE_ORIGINS: 'https://a.gov.cn', PORTAL_TRACE_TOKENS: 'https://b.gov.cn=hush' },
      'PORTAL_TRACE_TOKENS：https://b.gov.cn 没有列入 PORTAL_TRACE_ORIGINS',
    ],
    [{ SMS_ACCESS_KEY_ID: 'LTAI' }, 'SMS_ACCESS_KEY_ID：要与 SMS_PROVIDER 一起使用'],
    [{ SMS_PROVIDER: 'aliyun', SMS_TEMPLATE_CODE: '12' }, 'SMS_TEMPLATE_CODE：必须形如 SMS_123456789'],
    [{ SMS_PROVIDER: 'tencent', SMS_REGION: 'x\r\ny' }, 'SMS_REGION：必须是地域代码'],
    [{ CHAT_PROVIDER: 'government' }, 'CHAT_APP_SECRET：使用 CHAT_PROVIDER=government 时不能缺少'],
    [{ CHAT_PROVIDER: 'government', CHAT_ENDPOINT: 'http://10.0.0.1/x' }, 'CHAT_ENDPOINT：必须形如 https://'],
    [{ CHAT_TENANT_ID: '7' }, 'CHAT_TENANT_ID：要与 CHAT_PROVIDER 一起使用'],
    [{ SEAL_PROVIDER: 'http' }, 'SEAL_SECRET：使用 SEAL_PROVIDER=http 时不能缺少'],
    [{ SEAL_PROVIDER: 'http', SEAL_ORIGIN: 'http://10.0.0.1' }, 'SEAL_ORIGIN：必须形如 https://'],
    [{ SEAL_PROVIDER: 'http', SEAL_PATH: 'https://a' }, 'SEAL_PATH：必须是以斜杠开头的路径'],
    [{ EXPRESS_PROVIDER: 'ems' }, 'EXPRESS_SECRET：使用 EXPRESS_PROVIDER=ems 时不能缺少'],
    [{ EXPRESS_PROVIDER: 'ems', EXPRESS_ORIGIN: 'http://10.0.0.1' }, 'EXPRESS_ORIGIN：必须形如 https://'],
    [{ EXPRESS_APP_ID: 'banjian' }, 'EXPRESS_APP_ID：要与 EXPRESS_PROVIDER 一起使用'],
    [
      { PORTAL_MODE: 'production', EXPRESS_PROVIDER: 'simulator' },
      'EXPRESS_PROVIDER：正式运行时不能使用演示快递（simulator）',
    ],
    [{ SEAL_ID: 'S-1' }, 'SEAL_ID：要与 SEAL_PROVIDER 一起使用'],
    [
      { PORTAL_MODE: 'production', SEAL_PROVIDER: 'twin' },
      'SEAL_PROVIDER：正式运行时不能使用演示章（simulator）',
    ],
    [{ PAPER_FONTS_DIR: '/no/such/folder' }, 'PAPER_FONTS_DIR：无法读取字体文件夹'],
    [
      { PAPER_FONTS_DIR: 'server/kernel/config' },
      'PAPER_FONTS_DIR：“server/kernel/config”中没有 ttf、otf 或 ttc 字体',
    ],
    [{ PDF_SIGN_P12: '/no/such/file' }, 'PDF_SIGN_P12：无法打开证书文件'],
    [{ PDF_SIGN_P12: 'package.json', PDF_SIGN_PASSWORD: 'hush' }, 'PDF_SIGN_P12：无法打开证书文件'],
    [{ PDF_SIGN_PASSWORD: 'hush' }, 'PDF_SIGN_PASSWORD：要与 PDF_SIGN_P12 一起使用'],
    [{ OIDC_ISSUER: 'sso' }, 'OIDC_ISSUER：必须是 http 或 https 地址'],
    [{ OIDC_ISSUER: 'https://sso.gov.cn' }, 'OIDC_CLIENT_SECRET：使用 OIDC_* 时不能缺少'],
    [{ SSO_LOGIN_URL: 'https://sso.gov.cn/login' }, 'SSO_TICKET_URL：使用 SSO_* 时不能缺少'],
    [{ SSO_LOGIN_URL: 'https://sso.gov.cn', DEMO_SSO: 'oidc' }, '只能使用其中一种'],
    [{ DEMO_SSO: 'saml' }, 'DEMO_SSO：只能是 oidc 或 gateway'],
    [{ SIGN_ON_MATCH: 'name' }, 'SIGN_ON_MATCH：只能是 account'],
    [{ PORTAL_ORIGIN: 'portal.gov.cn' }, 'PORTAL_ORIGIN：“portal.gov.cn”不是来源地址'],
  ])('refuses %j', (variables: NodeJS.ProcessEnv, text) => {
    expect(problemText(variables)).toContain(text);
  });

  test('does not print a secret of an incomplete channel', () => {
    const text = problemText({
      SMS_PROVIDER: 'aliyun',
      SMS_ACCESS_KEY_SECRET: 'hush',
      CHAT_APP_SECRET: 'quiet',
    });
    expect(text).not.toMatch(/hush|quiet/);
  });

  test('does not print the password of an invalid database address', () => {
    expect(problemText({ DATABASE_URL: 'mysql://a:secret@b/c' })).not.toContain('secret');
  });
});

describe('every setting', async () => {
  const guides = ['settings.md', 'settings.zh-CN.md'] as const;
  const texts = await Promise.all(
    guides.map((name) => readFile(join(import.meta.dirname, '..', '..', '..', 'docs', name), 'utf8')),
  );
  /** Values to try for a setting of any kind. */
  const sampleValues = ['true', 'false', '77', 'word', 'https://a.gov.cn'];

  test.each(settingNames)('%s has an effect when set alone, or is refused', (name) => {
    const usual = JSON.stringify(readConfig({}));
    const changes = sampleValues.filter((text) => JSON.stringify(readConfig({ [name]: text })) !== usual);
    expect(changes).not.toEqual([]);
    const ignored = sampleValues.filter((text) => !changes.includes(text));
    // A setting equal to its default is allowed.
    expect(ignored.every((text) => text === 'true' || text === 'false')).toBe(true);
  });

  test.each(settingNames)('%s is documented in both languages', (name) => {
    for (const text of texts) expect(text).toContain(`\`${name}\``);
  });
});

describe('a unified login over plain http', () => {
  const plainSettings = (variables: NodeJS.ProcessEnv) => plainHttpSettings(loadConfig(variables).signOn);

  test('is reported address by address, for a warning at the start', () => {
    expect(
      plainSettings({
        OIDC_ISSUER: 'http://sso.gov.cn',
        OIDC_CLIENT_ID: 'portal',
        OIDC_CLIENT_SECRET: 'hush',
      }),
    ).toEqual(['OIDC_ISSUER']);
    expect(
      plainSettings({
        SSO_LOGIN_URL: 'https://sso.gov.cn/login',
        SSO_TICKET_URL: 'HTTP://10.0.0.5/ticket',
        SSO_LOGOUT_URL: 'http://sso.gov.cn/logout',
      }),
    ).toEqual(['SSO_TICKET_URL', 'SSO_LOGOUT_URL']);
  });

  test('is not reported without http addresses', () => {
    expect(plainSettings({})).toEqual([]);
    expect(plainSettings({ DEMO_SSO: 'oidc' })).toEqual([]);
    expect(
      plainSettings({
        SSO_LOGIN_URL: 'https://sso.gov.cn/login',
        SSO_TICKET_URL: 'https://sso.gov.cn/ticket',
      }),
    ).toEqual([]);
  });
});

describe('production', () => {
  const production = { PORTAL_MODE: 'production' };

  test('has no simulator and no demo unless a simulator is named', () => {
    expect(loadConfig(production)).toMatchObject({
      sms: { kind: 'none' },
      chat: { kind: 'none' },
      payments: { kind: 'none' },
      signOn: { provider: { kind: 'none' } },
      demo: { password: undefined, captcha: undefined, orders: 0 },
    });
    const config = loadConfig({ ...production, SMS_PROVIDER: 'twin' });
    expect(config.sms).toEqual({ kind: 'simulator' });
    expect(config.warnings).toMatchObject([
      { setting: 'SMS_PROVIDER', chinese: expect.stringContaining('simulator') },
    ]);
    expect(loadConfig({ ...production, SMS_PROVIDER: 'simulator' })).toMatchObject({
      sms: { kind: 'simulator' },
      warnings: [],
    });
  });

  test('is not served without PORTAL_ORIGIN, which commands do not need', () => {
    const problemsWhenServing = (variables: NodeJS.ProcessEnv) => readConfig(variables, 'serve').problems;
    expect(problemsWhenServing(production).map(({ setting }) => setting)).toEqual(['PORTAL_ORIGIN']);
    expect(problemsWhenServing(production)[0]?.chinese).toContain('例如 PORTAL_ORIGIN=https://');
    expect(problemsWhenServing({ ...production, PORTAL_ORIGIN: 'banjian.gov.cn' })).toHaveLength(1);
    expect(problemsWhenServing({ ...production, PORTAL_ORIGIN: 'https://banjian.gov.cn' })).toEqual([]);
    expect(problemsWhenServing({ PORTAL_MODE: 'demo' })).toEqual([]);
    expect(loadConfig(production).portalOrigin).toBeUndefined();
  });

  test('identifies people of a unified login by certificate when it is configured', () => {
    const { signOn, portalOrigin } = loadConfig({
      ...production,
      SSO_LOGIN_URL: 'https://sso.gov.cn/login',
      SSO_TICKET_URL: 'https://sso.gov.cn/ticket',
      PORTAL_ORIGIN: 'https://banjian.gov.cn',
      SIGN_ON_MATCH: 'certificate',
    });
    expect(portalOrigin).toBe('https://banjian.gov.cn');
    expect(signOn.person).toEqual({ claim: 'cid', match: 'certificate' });
  });

  test('refuses the settings of the demo', () => {
    const text = problemText({
      ...production,
      PORTAL_DEMO_CAPTCHA: '8888',
      PORTAL_DEMO_ORDERS: '3',
      DEMO_SSO: 'oidc',
    });
    expect(text).toContain('DEMO_SSO：只能用于演示模式');
    expect(text).toContain('PORTAL_DEMO_CAPTCHA：只能用于演示模式');
    expect(text).toContain('PORTAL_DEMO_ORDERS：只能用于演示模式');
  });
});

describe('BACKUP_RECIPIENTS', () => {
  const key = `age1${'q'.repeat(58)}`;
  test('is a list of public keys', () => {
    expect(loadConfig({ BACKUP_RECIPIENTS: ` ${key}, ${key} ` }).backupRecipients).toEqual([key, key]);
  });

  test.each(['AGE-SECRET-KEY-1QQQ', 'age1', `${key} ${key}`, 'ssh-ed25519 AAAA'])(
    'refuses %s without printing it',
    (text) => {
      let message = '';
      try {
        loadConfig({ BACKUP_RECIPIENTS: text });
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message).toContain('BACKUP_RECIPIENTS：必须是 age1 开头的公钥');
      if (text !== 'age1') expect(message).not.toContain(text);
    },
  );
});
