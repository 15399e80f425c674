import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { files } from '#contract/files.ts';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import type { Manifest } from '#server/modules/operations/backup/manifest.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { newTally, openCaller } from '#test/chaos/caller.ts';
import { changeByte, contentsOf, listBackupNames, manifestOf, runCommand } from '#test/world/backups.ts';
import { createEmptyDatabase, createTestDatabase } from '#test/world/database.ts';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { petition } from '#test/world/start-data.ts';

/**
 * Tests an office that is backed up while its people work, loses everything, and is restored from the backup
 * (0172).
 */

const folder = mkdtempSync(join(tmpdir(), 'banjian-backup-'));
const pathOf = (...parts: string[]) => join(folder, ...parts);
const root = pathOf('backups');
const keys = pathOf('keys');
const database = await createEmptyDatabase();
const running = new Set<PortalProcess>();
afterAll(async () => {
  for (const portal of running) await portal.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function portalOf(dataDir: string, settings: Record<string, string> = {}): Promise<PortalProcess> {
  const portal = await startPortal({
    DATA_DIR: dataDir,
    PORTAL_DEMO_ORDERS: '6',
    PORTAL_DEMO_CAPTCHA: 'A7K3',
    ...settings,
  });
  expect(portal.address, portal.output()).toBeDefined();
  running.add(portal);
  return portal;
}

async function stop(portal: PortalProcess): Promise<void> {
  running.delete(portal);
  expect(await portal.stop()).toBe(0);
}

const backup = (dataDir: string, args: readonly string[] = [root]) =>
  runCommand('server/commands/backup-main.ts', args, { DATA_DIR: dataDir });
const restore = (args: readonly string[], settings: Record<string, string> = {}) =>
  runCommand('server/commands/restore-main.ts', args, { DATA_DIR: pathOf('nowhere'), ...settings });
const verify = (dataDir: string) => runCommand('server/commands/verify-main.ts', [], { DATA_DIR: dataDir });

const live = pathOf('live');
const tally = newTally();
let portal: PortalProcess;
let uploads = 0;
let paper: Awaited<ReturnType<typeof upload>>;
const paperPath = () => join(paper.sha256.slice(0, 2), paper.sha256.slice(2, 4), paper.sha256);

/** Uploads a unique file, and returns its content. */
async function upload(): Promise<{ id: string; bytes: Buffer; sha256: string }> {
  uploads += 1;
  const bytes = Buffer.concat([samplePdf, Buffer.from(`\n% ${uploads}\n`)]);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), `证明${uploads}.pdf`);
  const token = await tokenOf(portal);
  const answer = await fetch(portal.address + files.uploadInPortal.path, {
    method: 'POST',
    headers: { 'x-access-token': token },
    body: form,
  });
  const { data } = (await answer.json()) as { data: { rows: { id: string }[] } };
  return { id: data.rows[0]?.id ?? '', bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

const tokens = new Map<string, string>();
async function tokenOf({ address = '' }: PortalProcess): Promise<string> {
  const known = tokens.get(address);
  if (known !== undefined) return known;
  const picture = (await (await fetch(`${address}/sys/captcha`)).json()) as {
    data: { captchaToken: string };
  };
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    body: new URLSearchParams({
      username: 'zhangwei',
      password: demoPassword,
      verifyCode: 'A7K3',
      captchaToken: picture.data.captchaToken,
    }),
  });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  tokens.set(address, data.accessToken);
  return data.accessToken;
}

interface StartResult {
  workorderCode: string;
}
const codes: string[] = [];
let isWorking = true;
async function work(): Promise<void> {
  const { signIn, act } = openCaller(portal.address ?? '', tally);
  await signIn('zhangwei', demoPassword);
  for (let number = 0; isWorking; number += 1) {
    const { start } = petition(number);
    const path = initiation.initiate.path;
    // Refused if the person already has such a letter open.
    const started = await act<StartResult>('zhangwei', 'start', path, { ...start }).catch(() => undefined);
    if (started) codes.push(started.workorderCode);
    await wait(50);
  }
}

describe('a backup during work', () => {
  let codesBefore: string[] = [];

  test('contains database and files of one moment, and the keys in a separate folder', async () => {
    portal = await portalOf(live);
    paper = await upload();
    const working = work();
    while (codes.length < 10) await wait(20);
    codesBefore = [...codes];
    const { code, output } = await backup(live, [root, '--keys', keys]);
    const startedMeanwhile = codes.length - codesBefore.length;
    isWorking = false;
    await working;
    expect(code, output).toBe(0);
    // No reader waited for it.
    expect(startedMeanwhile).toBeGreaterThan(2);
    const [name = ''] = listBackupNames(root);
    const manifest = manifestOf(root, name);
    expect(manifest.tables.find((table) => table.name === 'work_orders')?.rows).toBeGreaterThanOrEqual(16);
    expect(manifest.tables.map((table) => table.name)).not.toContain('captchas');
    expect(manifest.settings).toEqual(['PORT', 'DATA_DIR']);
    expect(contentsOf(root)).toContain(paper.sha256);
    expect(readdirSync(keys).sort()).toEqual(['audit.key', 'encryption.key']);
    for (const key of ['audit.key', 'encryption.key']) {
      expect(statSync(join(keys, key)).mode & 0o777).toBe(0o600);
      const text = readFileSync(join(keys, key), 'utf8').trim();
      expect(readFileSync(join(root, name, 'manifest.json'), 'utf8')).not.toContain(text);
    }
    const checked = await backup(live, ['--check', root]);
    expect(checked.code, checked.output).toBe(0);
  });

  test('is restored into an empty folder with every order that was confirmed before', async () => {
    const restoredFolder = pathOf('again');
    const restoreResult = await restore([root, '--into', restoredFolder, '--keys', keys]);
    expect(restoreResult.code, restoreResult.output).toBe(0);
    expect(restoreResult.output).toContain('the audit log and the records of the orders are complete');
    const restored = await portalOf(restoredFolder);
    const oldToken = tokens.get(portal.address ?? '') ?? '';
    const page = (code: string, token: string) =>
      fetch(restored.address + workOrders.detailPage.path.replace(':workorderCode', code), {
        headers: { 'x-access-token': token, connection: 'close' },
      }).then(async (answer) => (await answer.json()) as { errcode: number });
    expect((await page(codesBefore[0] ?? '', oldToken)).errcode).not.toBe(0);
    const token = await tokenOf(restored);
    for (const code of codesBefore) expect((await page(code, token)).errcode, code).toBe(0);
    const answer = await fetch(restored.address + files.download.path.replace(':id', paper.id), {
      headers: { 'x-access-token': token, connection: 'close' },
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(paper.bytes)).toBe(true);
    await stop(restored);
    const verification = await verify(restoredFolder);
    expect(verification.code, verification.output).toBe(0);
  });

  test('copies only new files the second time, and --keep removes unused ones', async () => {
    const other = await upload();
    const { code, output } = await backup(live, [root, '--keep', '1']);
    expect(code, output).toBe(0);
    expect(output).toContain('密钥不在其中');
    const names = listBackupNames(root);
    expect(names).toHaveLength(1);
    const { files: copied } = manifestOf(root, names[0] ?? '');
    expect(copied.newCount).toBe(1);
    expect(copied.newBytes).toBe(other.bytes.length);
    expect(contentsOf(root)).toHaveLength(new Set(contentsOf(root)).size);
    expect(contentsOf(root)).toEqual(expect.arrayContaining([paper.sha256, other.sha256]));
  });
});

describe('damaged and incomplete backups', () => {
  test('a lost file is named, and a backup is made only with --despite-damage', async () => {
    const lost = await upload();
    rmSync(join(live, 'files', lost.id.slice(-2), lost.id.slice(-4, -2), lost.id));
    const refused = await backup(live);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(`${lost.id} 丢失`);
    expect(refused.output).toContain(`证明${uploads}.pdf`);
    const { code, output } = await backup(live, [root, '--despite-damage']);
    expect(code, output).toBe(0);
    // The incomplete backup is gone.
    const names = listBackupNames(root);
    expect(names.map((name) => existsSync(join(root, name, 'manifest.json')))).toEqual([true, true]);
    expect(manifestOf(root, names.at(-1) ?? '').damaged).toEqual([
      { id: lost.id, fault: 'missing', of: [`证明${uploads}.pdf`] },
    ]);
  });

  test('a killed backup cannot be restored, and the next backup removes its remains', async () => {
    const killedBackups = pathOf('killed');
    const child = spawn(process.execPath, ['server/commands/backup-main.ts', killedBackups], {
      env: { PATH: process.env.PATH, DATA_DIR: live },
      stdio: 'ignore',
    });
    const hasStarted = () =>
      existsSync(killedBackups) &&
      readdirSync(killedBackups, { recursive: true }).some((name) => String(name).endsWith('.zst'));
    while (!hasStarted()) await wait(2);
    child.kill('SIGKILL');
    await once(child, 'close');
    const [partial = ''] = listBackupNames(killedBackups);
    expect(existsSync(join(killedBackups, partial, 'manifest.json'))).toBe(false);
    for (const given of [killedBackups, join(killedBackups, partial)]) {
      const { code, output } = await restore([given, '--into', pathOf('never'), '--keys', keys]);
      expect(code).toBe(1);
      expect(output).toContain('没有完整的备份');
    }
    const { code, output } = await backup(live, [killedBackups, '--despite-damage']);
    expect(code, output).toBe(0);
    expect(listBackupNames(killedBackups)).not.toContain(partial);
  });

  test.each<[string, (of: string, name: string) => void, string]>([
    [
      'a table with one changed byte',
      (of, name) => changeByte(join(of, name, 'database', 'public.work_orders.zst')),
      'public.work_orders.zst 被改动或损坏',
    ],
    ['a file with one changed byte', (of) => changeByte(join(of, 'files', paperPath())), '被改动或损坏'],
    ['a missing file', (of) => rmSync(join(of, 'files', paperPath())), '缺失'],
    [
      'a rewritten manifest',
      (of, name) => {
        const path = join(of, name, 'manifest.json');
        const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
        for (const table of manifest.tables) if (table.name === 'staff') table.rows += 1;
        writeFileSync(path, JSON.stringify(manifest));
      },
      '签名',
    ],
  ])('%s is detected and not restored', async (_what, damage, text) => {
    const copy = mkdtempSync(pathOf('spoilt-'));
    cpSync(root, copy, { recursive: true });
    const name = listBackupNames(copy).at(-1) ?? '';
    damage(copy, name);
    const checked = await backup(live, ['--check', copy]);
    expect(checked.code).toBe(1);
    expect(checked.output).toContain(text);
    const into = pathOf('never');
    const { code, output } = await restore([copy, '--into', into, '--keys', keys]);
    expect(code).toBe(1);
    expect(output).toContain(text);
    expect(existsSync(into)).toBe(false);
  });
});

describe('operator mistakes with backups', () => {
  test('keys are not stored beside the backup without --keys-beside', async () => {
    const { code, output } = await backup(live, [root, '--keys', join(root, 'keys')]);
    expect(code).toBe(1);
    expect(output).toContain('--keys-beside');
    expect(existsSync(join(root, 'keys'))).toBe(false);
  });

  test('nothing is restored without the keys or with wrong keys', async () => {
    const into = pathOf('never');
    const withoutKeys = await restore([root, '--into', into]);
    expect(withoutKeys.code).toBe(1);
    const [needed] = manifestOf(root, listBackupNames(root).at(-1) ?? '').keys;
    expect(withoutKeys.output).toContain(needed?.fingerprint);
    const others = pathOf('other-keys');
    cpSync(keys, others, { recursive: true });
    writeFileSync(join(others, 'encryption.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
    const wrongKeys = await restore([root, '--into', into, '--keys', others]);
    expect(wrongKeys.code).toBe(1);
    expect(wrongKeys.output).toContain('没有这个备份的密钥 encryption.key');
    expect(existsSync(into)).toBe(false);
  });

  test('a restore over existing data and a backup into the data folder are refused', async () => {
    expect(await backup(live, [live])).toMatchObject({ code: 1, output: expect.stringContaining('重叠') });
    const { code, output } = await restore([root, '--into', live, '--keys', keys]);
    expect(code).toBe(1);
    expect(output).toContain('不是空的');
  });

  test('a restore in another mode is refused', async () => {
    const settings = { PORTAL_MODE: 'production' };
    const { code, output } = await restore([root, '--into', pathOf('never'), '--keys', keys], settings);
    expect(code).toBe(1);
    expect(output).toContain('PORTAL_MODE=demo');
  });

  test('a killed restore is not an installation, and the doctor reports it', async () => {
    const partialFolder = pathOf('half');
    const child = spawn(
      process.execPath,
      ['server/commands/restore-main.ts', root, '--into', partialFolder, '--keys', keys],
      { env: { PATH: process.env.PATH }, stdio: 'ignore' },
    );
    while (!existsSync(join(partialFolder, 'restore-unfinished'))) await wait(2);
    child.kill('SIGKILL');
    await once(child, 'close');
    const started = await startPortal({ DATA_DIR: partialFolder });
    expect(await started.waitForExit()).toBe(1);
    expect(started.output()).toContain('恢复没有完成');
    const doctorResult = await runCommand('server/commands/doctor-main.ts', [], {
      DATA_DIR: partialFolder,
    });
    expect(doctorResult.output).toContain('恢复没有完成');
    const secondRestore = await restore([root, '--into', partialFolder, '--keys', keys]);
    expect(secondRestore.output).toContain('不是空的');
  });
});

/** Tables that a restore changes on purpose, or that a restored installation adds to. */
const changedTables = [
  'sessions',
  'device_tokens',
  'outbound_messages',
  'audit_links',
  'audit_heads',
  '_private_jobs',
];

describe('an external database whose owner is not a superuser', () => {
  test('accepts a restore and gives an equal backup', async () => {
    const data = pathOf('own');
    const settings = { DATABASE_URL: database.url, PORTAL_MODE: 'demo', DATA_DIR: data };
    const restoreResult = await restore([root, '--keys', keys], settings);
    // The lost file is missing here too, and this is reported.
    expect(restoreResult.output).toContain('发现 1 处问题');
    const newBackups = pathOf('backups-of-own');
    const { code, output } = await runCommand('server/commands/backup-main.ts', [newBackups], {
      ...settings,
    });
    expect(code, output).toBe(1);
    expect(output).toContain('丢失');
    const forced = await runCommand(
      'server/commands/backup-main.ts',
      [newBackups, '--despite-damage'],
      settings,
    );
    expect(forced.code, forced.output).toBe(0);
    const [one, other] = [root, newBackups].map((of) => manifestOf(of, listBackupNames(of).at(-1) ?? ''));
    const digests = (manifest: Manifest | undefined) =>
      Object.fromEntries(
        (manifest?.tables ?? [])
          .filter(({ name }) => !changedTables.includes(name))
          .map(({ name, rows, sha256 }) => [name, `${rows} ${sha256}`]),
      );
    expect(digests(other)).toEqual(digests(one));
    expect(other?.sequences).toEqual(one?.sequences);
    const { rows } = await database.pool.query(
      'select count(*)::int as living from sessions where ended_at is null',
    );
    expect(rows).toEqual([{ living: 0 }]);
    const portalAgain = await portalOf(data, settings);
    expect((await fetch(`${portalAgain.address}/readyz`)).status).toBe(200);
    await stop(portalAgain);
    const refused = await restore([root, '--keys', keys], { ...settings, DATA_DIR: pathOf('own-2') });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('数据库不是空的');
  });

  test('has all indexes, constraints and triggers after the restore', async () => {
    const shape = `select indexdef as line from pg_indexes where schemaname in ('public', 'graphile_worker')
      union all select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      union all select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      order by 1`;
    const untouched = await createTestDatabase({ template: 'banjian' });
    const [ours, theirs] = [await database.pool.query(shape), await untouched.pool.query(shape)];
    await untouched.drop();
    expect(ours.rows.length).toBeGreaterThan(300);
    expect(ours.rows).toEqual(theirs.rows);
  });
});
