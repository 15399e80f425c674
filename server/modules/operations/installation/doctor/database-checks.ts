import type { Config } from '#server/kernel/config/config.ts';
import { roleOf } from '#server/kernel/database/portal-role.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { checkAuditFolder } from '#server/kernel/folders/own-folders.ts';
import { listAccountsWithPublishedPassword } from '#server/modules/access/session/service.ts';
import { readAuditAndBackupFigures } from '../audit-and-backup-figures.ts';
import { checkInstallation } from '../check-installation.ts';
import { checkFiles, installationMarkOf } from '../own-files.ts';
import { findInstallation } from '../queries.ts';
import { checkAccess } from './check-access.ts';
import { checkAnchors } from './check-anchors.ts';
import { checkGrants } from './check-grants.ts';
import { checkTuning } from './check-tuning.ts';
import { checkVersion } from './check-version.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';
import { readServer } from './queries.ts';

/** Data that a check of the database may use, apart from the database itself. */
export interface DatabaseSubject {
  config: Config;
  now: Date;
  /** The portal's own role, if another role reads the database. */
  role?: string | undefined;
  /** True if the portal is running on the database, so that each storage location must have its mark. */
  isRunning: boolean;
}

interface DatabaseCheck {
  name: string;
  /** Settings that must be valid before this check can run. */
  requiredSettings?: readonly string[];
  /** True if only the doctor runs the check, because it is too expensive to repeat or gives only advice. */
  isDoctorOnly?: boolean;
  run(db: Db, subject: DatabaseSubject): Promise<DoctorFinding[]>;
}

const s3Settings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/**
 * The checks of the database, in read-only transactions; the first one checks whether the database answers at
 * all.
 */
export const databaseChecks: readonly [DatabaseCheck, ...DatabaseCheck[]] = [
  { name: 'database', run: checkServer },
  { name: 'migrations', run: checkVersion },
  { name: 'installation', run: (db, { config }) => checkModeAndKeys(db, config) },
  { name: 'file-place', requiredSettings: ['DATA_DIR', ...s3Settings], run: checkFileLocation },
  { name: 'audit-place', requiredSettings: ['DATA_DIR', 'AUDIT_DIR'], run: checkAuditLocation },
  { name: 'passwords', isDoctorOnly: true, run: (db, { config }) => checkPasswords(db, config) },
  { name: 'access', run: (db, { config }) => checkAccess(db, config) },
  { name: 'grants', run: async (db, { role }) => checkGrants(db, role ?? (await roleOf(db))) },
  { name: 'anchors', run: (db, { config }) => checkAnchors(db, config) },
  // Advice, which the running portal must not repeat as a warning.
  { name: 'database-tuning', isDoctorOnly: true, run: checkTuning },
  { name: 'backup-age', run: checkBackupAge },
];

async function checkServer(db: Db): Promise<DoctorFinding[]> {
  const { ok, fault: problem } = findingsOf('database');
  const server = await readServer(db);
  return [
    server.encoding === 'UTF8'
      ? ok(`PostgreSQL ${server.version} 可以连接`, `PostgreSQL ${server.version} can be reached`)
      : problem(
          `数据库字符集是 ${server.encoding}，必须是 UTF8：请重建数据库。`,
          `The encoding of the database is ${server.encoding}: it must be UTF8.`,
        ),
    findingOfClock(server.aheadMs),
    ...(server.isReadOnly ? [readOnlyFinding] : []),
  ];
}

const readOnlyFinding = findingsOf('database').fault(
  '数据库是只读的（备库、被降级的主库，或打开了 default_transaction_read_only），门户不能启动：请让 DATABASE_URL 指向可写的主库。',
  'The database is read-only, and the portal does not start on it: let DATABASE_URL lead to the primary.',
);

/** Codes of the second factor are valid for half a minute, and every rate limit depends on the clock. */
const clockLimits = { faultMs: 20_000, warningMs: 2_000 };

export function findingOfClock(aheadMs: number): DoctorFinding {
  const { ok, warning, fault: problem } = findingsOf('clock');
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  if (Math.abs(aheadMs) < clockLimits.warningMs)
    return ok('本机时间与数据库一致', 'The clocks of this machine and of the database agree');
  const state = Math.abs(aheadMs) < clockLimits.faultMs ? warning : problem;
  return state(
    `本机时间比数据库${aheadMs > 0 ? '快' : '慢'} ${seconds} 秒：请在两台机器上启用时间同步（NTP）。`,
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: synchronise both by NTP.`,
  );
}

/** Checks the mode and the keys by the same rules as the start. */
async function checkModeAndKeys(db: Db, config: Config): Promise<DoctorFinding[]> {
  const { ok } = findingsOf('installation');
  const { mode, keys } = await checkInstallation(db, config);
  if (mode === undefined)
    return [ok('数据库是空的，首次启动时标记用途', 'The database is empty: the first start marks it')];
  const keyTexts = keys.map(({ name, fingerprint }) => `${name} ${fingerprint}`);
  return [
    ok(`数据库的模式是 ${mode}，与设置一致`, `The database is of mode ${mode}, as the settings`),
    ok(
      `密钥与数据库相符（${keyTexts.join('，')}）`,
      `The keys are those of the database (${keyTexts.join(', ')})`,
    ),
  ];
}

/**
 * Checks by the same rules as the start that the file storage belongs to this installation; only a start
 * writes a mark there.
 */
async function checkFileLocation(db: Db, { config, isRunning }: DatabaseSubject): Promise<DoctorFinding[]> {
  const { ok, fault: problem } = findingsOf('file-place');
  if (installationMarkOf(await findInstallation(db)) === undefined) return [];
  const state = await checkFiles(db, config);
  if (isRunning && state === 'unmarked')
    return [
      problem(
        '文件的位置没有本系统的标记：磁盘可能没有挂载，附件不能保存和读取。请挂载；之后自动恢复。',
        'The folder or bucket of the files has lost the mark of this installation: its disk may not be mounted, and no file is kept or read. Mount it; the portal then continues without a restart.',
      ),
    ];
  return [ok('文件的位置是本系统的', 'The folder or bucket of the files belongs to this installation')];
}

/** Checks that the folder of the anchors belongs to this installation. */
async function checkAuditLocation(db: Db, { config }: DatabaseSubject): Promise<DoctorFinding[]> {
  const { ok } = findingsOf('audit-place');
  const mark = installationMarkOf(await findInstallation(db));
  if (mark === undefined) return [];
  await checkAuditFolder(config, mark);
  return [ok('审计锚点的位置是本系统的', 'The place of the anchors is this installation’s')];
}

/** Maximum age of a backup, the same as on the operator's page and in its alert. */
const maxBackupHours = 36;

async function checkBackupAge(db: Db, { config, now }: DatabaseSubject): Promise<DoctorFinding[]> {
  const { ok, warning } = findingsOf('backup-age');
  if (installationMarkOf(await findInstallation(db)) === undefined) return [];
  const { backedUpAt } = await readAuditAndBackupFigures(db);
  if (backedUpAt === null)
    return config.mode === 'production'
      ? [
          warning(
            '尚未备份：请执行 npm run backup -- 目录，并设置每天自动备份。',
            'There was no backup yet: make one by npm run backup -- DIR, and let one be made every day.',
          ),
        ]
      : [ok('演示数据没有备份', 'The demo has no backup')];
  const hours = Math.floor((now.getTime() / 1000 - backedUpAt) / 3600);
  return hours <= maxBackupHours
    ? [ok(`最近一次备份在 ${hours} 小时以前`, `The last backup is ${hours} hours old`)]
    : [
        warning(
          `最近一次备份在 ${hours} 小时以前：请查看自动备份为什么没有做，并立即补做一次。`,
          `The last backup is ${hours} hours old: see why the daily one was not made, and make one now.`,
        ),
      ];
}

/** Maximum number of people named in a finding. */
const maxListedAccounts = 20;

async function checkPasswords(db: Db, config: Config): Promise<DoctorFinding[]> {
  const { ok, fault: problem } = findingsOf('passwords');
  const { isMarked } = await findInstallation(db);
  if (config.mode !== 'production' || !isMarked) return [];
  const accounts = await listAccountsWithPublishedPassword(db);
  if (accounts.length === 0)
    return [ok('没有账号使用公开的演示密码', 'No account has the published password of the demo')];
  const names = accounts.slice(0, maxListedAccounts);
  return [
    problem(
      `${accounts.length} 个账号使用公开的演示密码，不能登录：${names.join('、')}。请用 npm run account:reset 逐个重置。`,
      `${accounts.length} accounts have the published password of the demo and cannot sign in: ${names.join(', ')}. Reset each by npm run account:reset.`,
    ),
  ];
}
