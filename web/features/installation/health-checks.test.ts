import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InstallationFigures, InstallationState } from '#contract/installation.ts';
import { healthFindingsOf, limits } from './health-checks.ts';
import { healthSteps, type Step } from './health-steps.ts';
import { ageText, taskLabel } from './installation-texts.ts';
import { healthyFigures, healthyInstallation, now } from './test-installation.ts';

const textsOf = (figures: Partial<InstallationFigures>, installation: Partial<InstallationState> = {}) =>
  healthFindingsOf({ ...healthyInstallation, ...installation }, { ...healthyFigures, ...figures }, now).map(
    ({ text }) => text,
  );
const databaseText = (
  database: Partial<NonNullable<InstallationFigures['database']>>,
  installation: Partial<InstallationState> = {},
) => textsOf({ database: { ...(healthyFigures.database as object), ...database } as never }, installation);

describe('health findings for the operator', () => {
  it('are empty while everything is healthy', () => {
    expect(textsOf({})).toEqual([]);
  });

  it('list a silent database and a full disk before mere delays', () => {
    const findings = healthFindingsOf(
      healthyInstallation,
      { ...healthyFigures, isUp: false, turnDelay: 900, disks: [{ folder: 'data', free: 1e9, size: 1e11 }] },
      now,
    );
    expect(findings.map(({ tone }) => tone)).toEqual(['error', 'error', 'warning']);
    expect(findings[1]?.text).toBe('磁盘空间不足（剩余 953.7 MB），已暂停上传附件');
    expect(findings[2]?.text).toBe('服务器繁忙，响应延迟 900 毫秒');
  });

  it('report a database older than its anchors, and an audit log not verified for long', () => {
    const lostAnchors = {
      from: 2,
      to: 3,
      databaseAt: '2026-11-23T02:00:00.000Z',
      filedAt: '2026-11-23T03:30:00.000Z',
      chains: 4,
    };
    expect(databaseText({ lostAnchors })).toEqual([
      '数据库比锚点文件旧：2026-11-23 10:00 至 2026-11-23 11:30 办理的内容缺失',
    ]);
    const verified = { isWhole: true, acknowledged: 0, at: '2026-11-22T17:59:00.000Z' };
    expect(databaseText({ verified })).toHaveLength(1);
    expect(databaseText({ verified: { ...verified, at: '2026-11-22T18:01:00.000Z' } })).toEqual([]);
  });

  it('report that nothing can be stored, only while it lasts', () => {
    expect(textsOf({ cannotStoreAt: '2026-11-24T05:51:00.000Z' })).toEqual([
      '磁盘已满或出错，办理不能保存（最近一次 13:51）',
    ]);
    expect(textsOf({ cannotStoreAt: '2026-11-24T05:49:00.000Z' })).toEqual([]);
  });

  it('report that the file store is unavailable, only while it lasts', () => {
    expect(textsOf({ filesAwayAt: '2026-11-24T05:51:00.000Z' })).toEqual([
      '文件存储无法访问或拒绝访问，附件不能保存和读取（最近一次 13:51）',
    ]);
    expect(textsOf({ filesAwayAt: '2026-11-24T05:49:00.000Z' })).toEqual([]);
  });

  it('distinguish a low disk from one where uploads are refused', () => {
    expect(textsOf({ disks: [{ folder: 'audit', free: 1e9, size: 1e11 }] })).toEqual([
      '审计目录所在磁盘只剩 953.7 MB',
    ]);
    expect(textsOf({ disks: [{ folder: 'data', free: 6e10, size: 2e12 }] })).toHaveLength(1);
  });

  it('report results of the checks without repeating what the figures show', () => {
    const audit = { check: 'audit-place', state: 'fault', text: '审计锚点目录没有挂载' } as const;
    const fonts = { check: 'fonts', state: 'warning', text: '缺少字体' } as const;
    const disk = { check: 'disk', state: 'fault', text: '磁盘还剩 0.1 GB' } as const;
    expect(textsOf({ checks: [fonts, audit, disk] })).toEqual(['审计锚点目录没有挂载', '缺少字体']);
    const database = { check: 'database', state: 'fault', text: '数据库是只读的' } as const;
    expect(textsOf({ checks: [database] })).toEqual(['数据库是只读的']);
    expect(textsOf({ checks: [database], isUp: false })).toHaveLength(1);
  });

  it('report the disk of uploads separately when files have their own disk', () => {
    const data = { folder: 'data', free: 1e9, size: 1e10 } as const;
    const files = { folder: 'files', free: 1e11, size: 1e12 } as const;
    expect(textsOf({ disks: [data, files] })).toEqual(['数据目录所在磁盘只剩 953.7 MB']);
    expect(
      textsOf({
        disks: [
          { ...data, free: 9e9 },
          { ...files, free: 1e9 },
        ],
      }),
    ).toEqual(['磁盘空间不足（剩余 953.7 MB），已暂停上传附件']);
  });

  it('report what waits too long, and for how long', () => {
    expect(databaseText({ outbox: { waiting: 3, oldest: 301 } })).toEqual(['办件提醒积压，最久 5 分钟']);
    expect(databaseText({ outbox: { waiting: 3, oldest: 300 } })).toEqual([]);
    expect(
      databaseText({
        jobs: [{ task: 'archive.make', waiting: 1, running: 0, failing: 1, oldest: 7_300 }],
      }),
    ).toEqual(['后台任务“制作档案包”积压，最久 2 小时']);
    expect(
      databaseText({ outbound: [{ channel: 'sms', label: '短信', waiting: 0, oldest: 0, dead: 2 }] }),
    ).toEqual(['短信近一天有 2 条发送失败']);
  });

  it('require a recent backup of an office, and of a demo too', () => {
    expect(databaseText({ lastBackupAt: null })).toEqual(['从未备份']);
    expect(databaseText({ lastBackupAt: null }, { mode: 'demo' })).toEqual(['从未备份']);
    expect(databaseText({ lastBackupAt: '2026-11-20T00:00:00.000Z' })).toEqual(['最近一次备份在 4 天以前']);
  });

  it('count the days of a certificate, and report an expired one', () => {
    const until = '2026-12-01T00:00:00.000Z';
    expect(textsOf({ certificates: [{ name: '县政府', until, daysLeft: 7 }] })).toEqual([
      '签章证书“县政府”还有 7 天到期',
    ]);
    expect(textsOf({ certificates: [{ name: '县政府', until, daysLeft: -1 }] })).toEqual([
      '签章证书“县政府”已过期',
    ]);
  });

  it('name the systems for which an office uses only a simulator', () => {
    const systems = [
      { name: 'sms', label: '短信', connection: 'twin' as const, provider: '', setting: 'SMS_PROVIDER' },
    ];
    expect(textsOf({}, { systems })).toEqual(['正式环境仍在使用内置模拟：短信']);
    expect(textsOf({}, { systems, mode: 'demo' })).toEqual([]);
  });
});

it('every finding has a step with existing commands and an existing place in the operator guide', () => {
  const read = (...path: string[]) => readFileSync(join(process.cwd(), ...path), 'utf8');
  const headings = [...read('docs', 'operator-guide.zh-CN.md').matchAll(/^#{2,3} (.+)$/gm)].map(
    ([, text]) => text,
  );
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const units = readdirSync(join(process.cwd(), 'deploy'));
  for (const { text, command = '', guide } of Object.values<Step>(healthSteps)) {
    expect(text).toMatch(/。$/);
    expect(headings).toContain(guide);
    const [, script] = /^npm run ([\w:]+)/.exec(command) ?? [];
    if (script) expect(Object.keys(scripts)).toContain(script);
    const [, unit] = /\b(?:-u|status) (\w+)/.exec(command) ?? [];
    if (unit) expect(units).toContain(`${unit}.service`);
  }
  expect(healthFindingsOf(healthyInstallation, { ...healthyFigures, isUp: false }, now)[0]?.step).toBe(
    healthSteps.silent,
  );
});

it('the limits equal those of the rule file where it has the same ones', () => {
  const rules = readFileSync(join(process.cwd(), 'deploy', 'alerts.yml'), 'utf8');
  for (const expression of [
    `max(banjian_outbox_oldest_seconds) > ${limits.outbox}`,
    `max by (channel) (banjian_outbound_messages_oldest_seconds) > ${limits.outbound}`,
    `max(banjian_exports_oldest_seconds) > ${limits.exports}`,
    `max by (task) (banjian_jobs_oldest_seconds) > ${limits.jobs}`,
    `banjian_database_pool_waiting > ${limits.poolWaiting}`,
    `nodejs_eventloop_lag_p99_seconds > ${limits.turnDelay / 1000}`,
    `max(banjian_audit_anchor_age_seconds) > 86400 * ${limits.anchor / 86_400}`,
    `min by (serial) (banjian_certificate_expires_seconds) < 86400 * ${limits.certificateDays}`,
    `banjian_disk_free_bytes < ${limits.diskLow / 1e9}e9 or banjian_disk_free_bytes / banjian_disk_size_bytes < ${limits.diskShare}`,
  ])
    expect(rules).toContain(expression);
});

it('ages are shown in the largest unit, and an unknown task by its own name', () => {
  expect([59, 60, 3_599, 3_600, 86_400 * 3].map(ageText)).toEqual([
    '59 秒',
    '1 分钟',
    '59 分钟',
    '1 小时',
    '3 天',
  ]);
  expect(taskLabel('moon.watch')).toBe('moon.watch');
});
