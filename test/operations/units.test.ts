import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '#server/kernel/config/config.ts';

/** Tests the example units for systemd, with systemd itself if it is installed. */

const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!isInstalled)
  console.warn('LEFT OUT: there is no systemd-analyze on this machine, so that no unit is read by it.');

const root = join(import.meta.dirname, '..', '..');
const samples = join(root, 'deploy');
const folder = mkdtempSync(join(tmpdir(), 'banjian-units-'));
afterAll(() => rmSync(folder, { recursive: true }));
const units = readdirSync(samples).filter((name) => /\.(service|timer)$/.test(name));

function listProblems(unit: string): string {
  const { stderr } = spawnSync('systemd-analyze', ['verify', join(folder, unit)], { encoding: 'utf8' });
  // It may also report problems of other units of the machine.
  return stderr
    .split('\n')
    .filter((line) => line.includes('banjian'))
    .join('\n');
}

test.runIf(isInstalled)('systemd accepts every unit after its Node path is set', () => {
  expect(units.sort()).toEqual(['banjian-backup.service', 'banjian-backup.timer', 'banjian.service']);
  for (const unit of units) {
    cpSync(join(samples, unit), join(folder, unit));
    const text = readFileSync(join(folder, unit), 'utf8');
    // As an operator does it.
    writeFileSync(join(folder, unit), text.replaceAll('/opt/banjian/dist/node/bin/node', process.execPath));
  }
  for (const unit of units) expect(listProblems(unit)).toBe('');
  writeFileSync(join(folder, 'banjian-spoilt.service'), '[Service]\nExecStart=not/absolute\nTypo=1\n');
  expect(listProblems('banjian-spoilt.service')).toContain('banjian-spoilt.service');
});

/** The scale goes from 0 (isolated from everything) to 10 (not at all). */
const maxExposed = 3;

test.runIf(isInstalled).each(['banjian.service', 'banjian-backup.service'])(
  '%s has a low systemd exposure level',
  (unit) => {
    const exposureOf = (path: string) => {
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
        encoding: 'utf8',
      });
      return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    };
    expect(exposureOf(join(samples, unit))).toBeLessThanOrEqual(maxExposed);
    const open = join(folder, 'banjian-open.service');
    writeFileSync(open, '[Service]\nExecStart=/bin/true\n');
    expect(exposureOf(open)).toBeGreaterThan(maxExposed);
  },
);

test.each(['banjian.service', 'banjian-backup.service'])('%s lets V8 write executable memory', (unit) => {
  const text = readFileSync(join(samples, unit), 'utf8');
  expect(text).not.toMatch(/^MemoryDenyWriteExecute=(?!no|false)/m);
  // Without this line, a forbidden call would kill the process even if it could continue without it.
  expect(text).toMatch(/^SystemCallErrorNumber=EPERM$/m);
});

test('the sample settings file is valid and contains the settings of manual commands', () => {
  const text = readFileSync(join(samples, 'banjian.env'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const settings = Object.fromEntries(
    lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1).replace(/^'(.*)'$/, '$1')]),
  );
  const config = loadConfig(settings);
  expect(config).toMatchObject({ mode: 'production', dataDir: '/var/lib/banjian' });
  for (const unit of units.filter((name) => name.endsWith('.service'))) {
    const unitText = readFileSync(join(samples, unit), 'utf8');
    expect(unitText).toContain('EnvironmentFile=/etc/banjian.env');
    // Otherwise commands run manually would use another folder, or another mode.
    expect(unitText).not.toMatch(/^Environment=.*(PORTAL_MODE|DATA_DIR)/m);
  }
});

test('the image excludes data, keys and Git history', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  for (const name of ['data', '.git', '**/node_modules', 'dist', '**/*.env']) expect(ignored).toContain(name);
});

test('the scripts that the units start exist', () => {
  for (const unit of units) {
    const scripts = readFileSync(join(samples, unit), 'utf8').matchAll(/^ExecStart=\S+ (\S+\.ts)/gm);
    for (const [, script = ''] of scripts) expect(() => readFileSync(join(root, script))).not.toThrow();
  }
});

const timer = readFileSync(join(samples, 'banjian-backup.timer'), 'utf8');
const schedule = /^OnCalendar=(.+)$/m.exec(timer)?.[1] ?? '';

test.runIf(isInstalled)(
  'the nightly backup runs at its Beijing hour on a machine in another time zone',
  () => {
    const { stdout } = spawnSync('systemd-analyze', ['calendar', schedule], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
    });
    expect(stdout).toMatch(/(Next elapse|\(in UTC\)): .* 21:30:00 UTC/);
  },
);

test('the nightly backup timer names its time zone', () => {
  expect(schedule).toBe('*-*-* 05:30:00 Asia/Shanghai');
});

test('the portal unit documents writable folders and stops the portal before its database', () => {
  const unit = readFileSync(join(samples, 'banjian.service'), 'utf8');
  expect(unit).toContain('ProtectSystem=strict');
  expect(unit).toMatch(/AUDIT_DIR[^\n]*\n[^\n]*\n# ReadWritePaths=\//);
  expect(unit).toMatch(/^KillMode=mixed$/m);
});
