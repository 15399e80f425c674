import type { InstallationFigures, InstallationState } from '#contract/installation.ts';

/** A healthy portal of an office, for tests. */
export const now = new Date('2026-11-24T06:00:00Z');

export const healthyInstallation: InstallationState = {
  mode: 'production',
  markedAt: '2026-03-01T00:00:00.000Z',
  versions: { portal: '1.0.0', node: '24.1.0', postgres: '17.2', schema: '0081-menu' },
  process: { id: '1f6c', startedAt: '2026-11-20T00:00:00.000Z' },
  keys: [{ name: 'audit.key', fingerprint: 'abcd' }],
  access: { separatesDuties: true, joined: [], factorAfterSignOn: null },
  files: 'disk',
  systems: [
    { name: 'sms', label: '短信', connection: 'real', provider: 'tencent', setting: 'SMS_PROVIDER' },
    { name: 'sign-on', label: '统一身份认证', connection: 'none', provider: '', setting: 'OIDC_ISSUER' },
  ],
};

export const healthyFigures: InstallationFigures = {
  isUp: true,
  readAt: now.toISOString(),
  database: {
    bytes: 3e8,
    tables: [{ name: 'work_orders', label: '办件', bytes: 1e8 }],
    servers: 2,
    sessions: 12,
    outbox: { waiting: 0, oldest: 0 },
    exports: { waiting: 0, oldest: 0 },
    pictures: 0,
    outbound: [{ channel: 'sms', label: '短信', waiting: 1, oldest: 3, dead: 0 }],
    jobs: [{ task: 'message.deliver', waiting: 1, running: 0, failing: 0, oldest: 2 }],
    failed: [],
    lastBackupAt: '2026-11-24T00:00:00.000Z',
    anchorAge: 20,
    verified: { isWhole: true, at: '2026-11-24T01:00:00.000Z', acknowledged: 0 },
    lostAnchors: null,
  },
  pool: { most: 20, used: 1, idle: 4, waiting: 0, isSilent: false },
  turnDelay: 11,
  memory: 2e8,
  streams: 7,
  disks: [{ folder: 'data', free: 8e11, size: 1e12 }],
  reserve: 2e9,
  cannotStoreAt: null,
  filesAwayAt: null,
  checks: [
    { check: 'folders', state: 'ok', text: '目录 /data 可写' },
    { check: 'fonts', state: 'ok', text: '字体：内置字体齐全' },
  ],
  certificates: [{ name: '县人民政府', until: '2028-01-01T00:00:00.000Z', daysLeft: 400 }],
};
