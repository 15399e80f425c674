import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/kernel/config/config.ts';
import { hashPassword } from '#server/modules/access/session/password-hash.ts';
import { createEmptyDatabase, testDatabase } from '#test/world/database.ts';
import { makeP12 } from '#test/world/office-certificate.ts';
import { startPortal } from '#test/world/portal-process.ts';
import { s3Keys, startS3 } from '#test/world/s3-server.ts';
import { openInstallationKeys } from '../service.ts';
import { findingOfDisk } from './check-machine.ts';
import { findingOfTuning } from './check-tuning.ts';
import { findingOfClock } from './database-checks.ts';
import { examineInstallation } from './examine.ts';
import type { DoctorFinding } from './finding.ts';

const folder = mkdtempSync(join(tmpdir(), 'banjian-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));
const now = new Date('2026-06-01T00:00:00Z');
const p12 = join(folder, 'office.p12');
writeFileSync(p12, makeP12('测试县信访局', 'hush'));

const office = await testDatabase();
const production = {
  PORTAL_MODE: 'production',
  PORTAL_ORIGIN: 'https://banjian.gov.cn',
  DATABASE_URL: office.url,
  DATA_DIR: join(folder, 'data'),
};
await openInstallationKeys(
  office.db,
  { mode: 'production', isModeGiven: true, databaseUrl: office.url, dataDir: production.DATA_DIR },
  now,
);

/** Returns the findings that are not ok. */
const notOk = (findings: DoctorFinding[]) => findings.filter(({ state }) => state !== 'ok');
const findingsOf = (findings: DoctorFinding[], check: string) =>
  findings.filter((finding) => finding.check === check);
const statesOf = (findings: DoctorFinding[], check: string) =>
  findingsOf(findings, check).map(({ state }) => state);
const textOf = (findings: DoctorFinding[]) =>
  findings.map(({ chinese, english }) => `${chinese} ${english}`).join('\n');

describe('the doctor', () => {
  test('reports a healthy installation with every check', async () => {
    const findings = await examineInstallation(undefined, now, production);
    // Whether the web app is built on the test machine does not matter here.
    const others = findings.filter(({ check }) => check !== 'web');
    expect(notOk(others).map(({ check, state }) => [check, state])).toEqual([
      ['virus-scanner', 'warning'],
      ['backup-age', 'warning'],
    ]);
    expect(new Set(others.map(({ check }) => check))).toEqual(
      new Set([
        'access',
        'express',
        'payments',
        'file-place',
        'audit-place',
        'backup-age',
        'node',
        'settings',
        'fonts',
        'folders',
        'disk',
        'database',
        'clock',
        'database-line',
        'database-tuning',
        'migrations',
        'installation',
        'passwords',
        'grants',
        'anchors',
        'address',
        'backups',
        'file-store',
        'sms',
        'chat',
        'seal',
        'signature',
        'sign-on',
        'virus-scanner',
      ]),
    );
    const { fingerprint = '' } =
      (await office.db.selectFrom('installation_keys').select('fingerprint').executeTakeFirst()) ?? {};
    expect(textOf(findingsOf(findings, 'installation'))).toContain(fingerprint);
  });

  test('reports every invalid setting, continues with the other checks and prints no secret', async () => {
    const findings = await examineInstallation('stale', now, {
      ...production,
      BACKUP_RECIPIENTS: `age1${'q'.repeat(58)}`,
      PORTAL_ORIGIN: '',
      PORTAL_ORIGN: 'https://x',
      SMS_PROVIDER: 'simulator',
      S3_SECRET_ACCESS_KEY: 's3cret',
      SSO_LOGIN_URL: 'http://sso.gov.cn/login',
      PDF_SIGN_P12: p12,
      PDF_SIGN_PASSWORD: 'wrong-hush',
    });
    const text = textOf(findings);
    expect(text).toContain('PORTAL_ORIGN：没有这个设置项，是否应为 PORTAL_ORIGIN？');
    expect(text).toContain('S3_BUCKET：使用 S3_* 时不能缺少');
    expect(text).toContain('SSO_TICKET_URL：使用 SSO_* 时不能缺少');
    expect(text).toContain('PDF_SIGN_P12：无法打开证书文件');
    expect(text).toContain('PORTAL_ORIGIN：正式运行时不能缺少');
    expect(text).toContain('BACKUP_RECIPIENTS 中的公钥不完整或写错');
    expect(text).toContain('短信：正式环境使用的是内置模拟，请设置 SMS_PROVIDER');
    expect(statesOf(findings, 'installation')).toEqual(['ok', 'ok']);
    expect(text).not.toMatch(/s3cret|hush/);
    expect(text).not.toContain(new URL(office.url).password);
  });

  test('checks mode and keys by the rules of a start', async () => {
    const demo = await examineInstallation(undefined, now, { ...production, PORTAL_MODE: 'demo' });
    expect(textOf(findingsOf(demo, 'installation'))).toContain('不能以演示模式启动');
    const elsewhere = await examineInstallation(undefined, now, {
      ...production,
      DATA_DIR: join(folder, 'elsewhere'),
    });
    expect(textOf(findingsOf(elsewhere, 'installation'))).toContain('找不到密钥文件');
    expect(statesOf(elsewhere, 'installation')).toEqual(['fault']);
    expect(statesOf(elsewhere, 'migrations')).toEqual(['ok']);
    expect(readdirSync(folder).sort()).toEqual(['data', 'office.p12']);
  });

  test('reports a database of a newer version as a warning', async () => {
    await office.pool.query(
      "insert into schema_migrations (name, checksum, contracts) values ('9999-later', 'x', false)",
    );
    try {
      const findings = findingsOf(await examineInstallation(undefined, now, production), 'migrations');
      expect(findings.map(({ state }) => state)).toEqual(['warning']);
      expect(textOf(findings)).toMatch(/比本程序新 1 项升级（9999-later 起）/);
    } finally {
      await office.pool.query("delete from schema_migrations where name = '9999-later'");
    }
  });

  test('examines an empty database and leaves it empty', async () => {
    const { url, pool, drop } = await createEmptyDatabase();
    try {
      const findings = await examineInstallation(undefined, now, { ...production, DATABASE_URL: url });
      expect(statesOf(findings, 'migrations')).toEqual(['warning']);
      expect(textOf(findingsOf(findings, 'migrations'))).toContain('0001-');
      expect(statesOf(findings, 'installation')).toEqual(['ok']);
      const withoutMode = await examineInstallation(undefined, now, {
        DATABASE_URL: url,
        DATA_DIR: production.DATA_DIR,
      });
      expect(textOf(findingsOf(withoutMode, 'installation'))).toContain('还没有说明用途');
      const { rows } = await pool.query(
        "select relname from pg_class where relnamespace = 'public'::regnamespace",
      );
      expect(rows).toEqual([]);
    } finally {
      await drop();
    }
  });

  test('reports a database that is unreachable or not running', async () => {
    const unreachable = await examineInstallation(undefined, now, {
      ...production,
      DATABASE_URL: 'postgres://me:pass@127.0.0.1:1/x',
    });
    expect(textOf(findingsOf(unreachable, 'database'))).toContain('无法连接数据库 me@127.0.0.1:1/x');
    expect(textOf(unreachable)).not.toContain('pass@');
    const embeddedFolder = mkdtempSync(join(tmpdir(), 'banjian-doctor-own-'));
    try {
      const { DATABASE_URL: _none, ...embedded } = { ...production, DATA_DIR: embeddedFolder };
      expect(statesOf(await examineInstallation(undefined, now, embedded), 'database')).toEqual(['ok']);
      mkdirSync(join(embeddedFolder, 'postgres', 'cluster'), { recursive: true });
      writeFileSync(join(embeddedFolder, 'postgres', 'cluster', 'PG_VERSION'), '18');
      const stopped = await examineInstallation(undefined, now, embedded);
      expect(statesOf(stopped, 'database')).toEqual(['warning']);
      expect(textOf(findingsOf(stopped, 'database'))).toContain('自带数据库没有运行');
    } finally {
      rmSync(embeddedFolder, { recursive: true });
    }
  });

  test('finds accounts with the published password, and writes nothing', async () => {
    const [id, password_hash] = ['zhang', await hashPassword(demoPassword)];
    await office.db
      .insertInto('organisations')
      .values({
        id: 'o',
        code: 'o',
        name: '局',
        kind: 'organisation',
        area_code: '999',
        level: 1,
        path: '/o/',
      })
      .execute();
    await office.db
      .insertInto('staff')
      .values({
        id,
        account: id,
        name: id,
        password_hash,
        password_changed_at: now,
        org_id: 'o',
        created_at: now,
      })
      .execute();
    const findings = await examineInstallation(undefined, now, production);
    expect(textOf(findingsOf(findings, 'passwords'))).toContain(
      '1 个账号使用公开的演示密码，不能登录：zhang',
    );
    expect(await office.db.selectFrom('cleared_passwords').selectAll().execute()).toEqual([]);
    await office.db.deleteFrom('staff').execute();
  });

  test.each([
    ['2026-06-01', 'ok', '有效至 2036-01-01'],
    ['2035-12-20', 'warning', '还有 12 天过期'],
    ['2036-01-02', 'fault', '已于 2036-01-01 过期'],
    ['2025-12-31', 'fault', '尚未生效'],
  ])('reports the certificate on %s as %s', async (day, state, text) => {
    const signed = { ...production, PDF_SIGN_P12: p12, PDF_SIGN_PASSWORD: 'hush' };
    const found = findingsOf(
      await examineInstallation(undefined, new Date(`${day}T00:00:00Z`), signed),
      'certificate',
    );
    expect(found.map((finding) => finding.state)).toEqual([state]);
    expect(found[0]?.chinese).toContain(text);
  });

  test('reports a key file that others can read', async () => {
    const path = join(production.DATA_DIR, 'keys', 'audit.key');
    chmodSync(path, 0o644);
    const findings = await examineInstallation(undefined, now, production);
    chmodSync(path, 0o600);
    expect(notOk(findingsOf(findings, 'folders')).map(({ chinese }) => chinese)).toEqual([
      `密钥文件 ${path} 他人可读：请执行 chmod 600。`,
    ]);
  });
});

describe('the doctor’s check of the file store', () => {
  test('reads from the bucket, writes nothing, and names the problem', async () => {
    const s3 = await startS3();
    try {
      const settings = {
        ...production,
        S3_ENDPOINT: s3.config.endpoint,
        S3_BUCKET: 'files',
        S3_REGION: s3Keys.region,
        S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
      };
      expect(statesOf(await examineInstallation(undefined, now, settings), 'file-store')).toEqual(['ok']);
      expect(s3.requests).toEqual(['GET /files?list-type=2&max-keys=1', 'GET /files/installation.txt']);
      const other = await examineInstallation(undefined, now, { ...settings, S3_BUCKET: 'others' });
      expect(textOf(findingsOf(other, 'file-store'))).toContain('没有存储桶 others');
      const wrong = await examineInstallation(undefined, now, {
        ...settings,
        S3_SECRET_ACCESS_KEY: 'not-it',
      });
      expect(textOf(findingsOf(wrong, 'file-store'))).toContain('S3_SECRET_ACCESS_KEY');
      expect(textOf(wrong)).not.toContain('not-it');
    } finally {
      await s3.stop();
    }
  });
});

describe('the doctor’s check of the virus scanner', () => {
  const answers = { PONG: 'ok', UNKNOWN: 'fault' } as const;
  test.each(Object.entries(answers))('reports the answer %s as %s', async (answer, state) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(`${answer}\0`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const findings = await examineInstallation(undefined, now, {
      ...production,
      CLAMD_ADDRESS: `127.0.0.1:${port}`,
    });
    server.close();
    expect(statesOf(findings, 'clamd')).toEqual([state]);
  });
});

describe('the doctor’s check of the unified login', () => {
  const valid = JSON.stringify({ issuer: 'itself' });
  test.each([
    [200, valid, 'ok'],
    [200, JSON.stringify({ issuer: 'https://another.gov.cn' }), 'fault'],
    [200, '<html>', 'fault'],
    [404, valid, 'fault'],
  ])('reports the answer %s %s as %s', async (status, text, state) => {
    const paths: string[] = [];
    const server = createHttpServer((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(status).end(text.replace('itself', origin));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const findings = await examineInstallation(undefined, now, {
      ...production,
      OIDC_ISSUER: origin,
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: 'hush',
    });
    server.close();
    expect(statesOf(findings, 'issuer')).toEqual([state]);
    expect(paths).toEqual(['/.well-known/openid-configuration']);
    // Plain http is only for tests.
    expect(textOf(findingsOf(findings, 'settings'))).toContain('OIDC_ISSUER 使用 http');
    expect(textOf(findings)).not.toContain('hush');
  });
});

test.each([
  [0.5, 'fault'],
  [3, 'warning'],
  [5, 'ok'],
])('%s GB of free disk space is reported as %s', (free, state) => {
  expect(findingOfDisk('/srv', free).state).toBe(state);
});

test.each([
  [0, 'ok'],
  [-1_500, 'ok'],
  [2_500, 'warning'],
  [-25_000, 'fault'],
])('a clock %s ms ahead is reported as %s', (ahead, state) => {
  expect(findingOfClock(ahead).state).toBe(state);
});

test('the doctor advises settings of a database of one’s own, and reports no fault', () => {
  const defaults = {
    wal_compression: 'off',
    checkpoint_timeout: '300',
    max_wal_size: '1024',
    random_page_cost: '4',
    jit: 'on',
    autovacuum: 'on',
  };
  const { state, chinese } = findingOfTuning(defaults);
  expect(state).toBe('warning');
  expect(chinese).toContain(
    'wal_compression = on，checkpoint_timeout = 15min，max_wal_size = 2GB，random_page_cost = 1.1，jit = off。',
  );
  expect(findingOfTuning({ ...defaults, autovacuum: 'off' }).chinese).toContain('autovacuum = on');
});

describe('npm run doctor', () => {
  const script = 'server/commands/doctor-main.ts';
  const run = async (settings: Record<string, string>, ...args: string[]) => {
    const process = await startPortal(settings, [script, ...args]);
    return { code: await process.stop(), output: process.output() };
  };

  test('exits with 1 when a check fails, and reports as text and as JSON', async () => {
    const broken = { ...production, PORTAL_MODE: 'demo' };
    const { code, output } = await run(broken);
    expect(code).toBe(1);
    expect(output).toMatch(/^✓ 正常 {2}Node /m);
    expect(output).toMatch(/^✗ 故障 {2}此数据库是正式环境的/m);
    const asJson = await run(broken, '--json');
    expect(asJson.code).toBe(1);
    const { faults: problems, checks } = JSON.parse(asJson.output) as {
      faults: number;
      checks: DoctorFinding[];
    };
    expect(problems).toBe(checks.filter(({ state }) => state === 'fault').length);
  });
});
