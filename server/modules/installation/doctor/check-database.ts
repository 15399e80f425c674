import type { Config } from '#server/config/config.ts';
import { connect } from '#server/database/connect.ts';
import { findEmbedded } from '#server/database/embedded/supervisor.ts';
import { roleOf } from '#server/database/portal-role.ts';
import { type Db, inSnapshot } from '#server/database/transaction.ts';
import { checkAuditFolder } from '#server/files/own-folders.ts';
import { listPublished } from '#server/modules/session/service.ts';
import { findInstallation } from '../queries.ts';
import { checkFiles, checkInstallation, markOf } from '../service.ts';
import { checkAccess } from './check-access.ts';
import { checkAnchors } from './check-anchors.ts';
import { checkGrants } from './check-grants.ts';
import { checkVersion } from './check-version.ts';
import { type Finding, findingsOf, look } from './finding.ts';
import { readServer } from './queries.ts';

/** Everything about the database, in transactions that can write nothing; and whose the files are, where their place can be read. */
export async function checkDatabase(config: Config, isPlaceReadable = true): Promise<Finding[]> {
  const { ok, warning, fault } = findingsOf('database');
  const found =
    config.databaseUrl === undefined ? await findEmbedded(config.dataDir) : { url: config.databaseUrl };
  if (found === 'none')
    return [
      ok('还没有自带数据库，首次启动时建立', 'There is no embedded database yet: the first start makes one'),
    ];
  if (found === 'elsewhere')
    return [
      warning(
        '自带数据库在另一个容器里运行，与数据库有关的各项没有检查：请在那个容器里执行本命令。',
        'The embedded database runs in another container, and nothing about it was checked: run the doctor in that one.',
      ),
    ];
  if (found === 'stopped')
    return [
      warning(
        '自带数据库没有运行，与数据库有关的各项没有检查：请启动门户后再检查一次。',
        'The embedded database does not run, and nothing about it was checked: start the portal and check again.',
      ),
    ];
  // By the portal's own role, which is who works here; and its rights are asked of it, whoever reads the rest.
  const role = config.databaseOwnerUrl === undefined ? undefined : await roleAt(found.url);
  // The owner's role, where there is one: before the first start the portal's may read nothing yet.
  const database = await reach(config.databaseOwnerUrl ?? found.url);
  try {
    const ofServer = await inSnapshot(database.db, async (db) => {
      const server = await readServer(db);
      return [
        server.encoding === 'UTF8'
          ? ok(`PostgreSQL ${server.version} 可以连接`, `PostgreSQL ${server.version} can be reached`)
          : fault(
              `数据库字符集是 ${server.encoding}，必须是 UTF8：请重建数据库。`,
              `The encoding of the database is ${server.encoding}: it must be UTF8.`,
            ),
        judgeClock(server.aheadMs),
        ...(server.isReadOnly ? [readOnly] : []),
      ];
    });
    // Each in a moment of its own: after the first statement that is refused, a transaction takes no more.
    const ask = (check: string, work: (db: Db) => Promise<Finding[]>) =>
      look(check, () => inSnapshot(database.db, work));
    const portal = role ?? (await roleOf(database.db));
    return [
      ...ofServer,
      ...(await ask('migrations', checkVersion)),
      ...(await ask('installation', (db) => checkMarks(db, config))),
      ...(isPlaceReadable ? await ask('file-place', (db) => checkPlaces(db, config)) : []),
      ...(await ask('passwords', (db) => checkPasswords(db, config))),
      ...(await ask('access', (db) => checkAccess(db, config))),
      ...(await ask('grants', (db) => checkGrants(db, portal))),
      ...(await ask('anchors', (db) => checkAnchors(db, config))),
    ];
  } finally {
    await database.close();
  }
}

async function roleAt(url: string): Promise<string> {
  const database = await reach(url);
  try {
    return await roleOf(database.db);
  } finally {
    await database.close();
  }
}

const readOnly = findingsOf('database').fault(
  '数据库是只读的（备库、被降级的主库，或打开了 default_transaction_read_only），门户不能启动：请让 DATABASE_URL 指向可写的主库。',
  'The database is read-only, and the portal does not start on it: let DATABASE_URL lead to the primary.',
);

const reach = (url: string) => connect(url, { max: 1, patienceMs: 0 });

/** Codes of the second factor hold for half a minute, and every limit is counted by the clock. */
const clockLimits = { faultMs: 20_000, warningMs: 2_000 };

export function judgeClock(aheadMs: number): Finding {
  const { ok, warning, fault } = findingsOf('clock');
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  if (Math.abs(aheadMs) < clockLimits.warningMs)
    return ok('本机时间与数据库一致', 'The clocks of this machine and of the database agree');
  const state = Math.abs(aheadMs) < clockLimits.faultMs ? warning : fault;
  return state(
    `本机时间比数据库${aheadMs > 0 ? '快' : '慢'} ${seconds} 秒：请在两台机器上启用时间同步（NTP）。`,
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: keep both by NTP.`,
  );
}

/** Mode and keys as the start would judge them. */
async function checkMarks(db: Db, config: Config): Promise<Finding[]> {
  const { ok } = findingsOf('installation');
  const { mode, keys } = await checkInstallation(db, config);
  if (mode === undefined)
    return [ok('数据库是空的，首次启动时标记用途', 'The database is empty: the first start marks it')];
  const shown = keys.map(({ name, fingerprint }) => `${name} ${fingerprint}`);
  return [
    ok(`数据库的模式是 ${mode}，与设置一致`, `The database is of mode ${mode}, as the settings`),
    ok(`密钥与数据库相符（${shown.join('，')}）`, `The keys are those of the database (${shown.join(', ')})`),
  ];
}

/** Where the files and the anchors lie is this installation's, as the start would judge it; only a start leaves a mark. */
async function checkPlaces(db: Db, config: Config): Promise<Finding[]> {
  const { ok } = findingsOf('file-place');
  const mark = markOf(await findInstallation(db));
  if (mark === undefined) return [];
  await checkFiles(db, config);
  await checkAuditFolder(config, mark);
  return [ok('文件和审计锚点的位置是本系统的', 'The places of files and anchors are this installation’s')];
}

/** Named here at most. */
const mostNamed = 20;

async function checkPasswords(db: Db, config: Config): Promise<Finding[]> {
  const { ok, fault } = findingsOf('passwords');
  const { isMarked } = await findInstallation(db);
  if (config.mode !== 'production' || !isMarked) return [];
  const accounts = await listPublished(db);
  if (accounts.length === 0)
    return [ok('没有账号使用公开的演示密码', 'No account has the published password of the demo')];
  const names = accounts.slice(0, mostNamed);
  return [
    fault(
      `${accounts.length} 个账号使用公开的演示密码，不能登录：${names.join('、')}。请用 npm run account:reset 逐个重置。`,
      `${accounts.length} accounts have the published password of the demo and cannot sign in: ${names.join(', ')}. Reset each by npm run account:reset.`,
    ),
  ];
}
