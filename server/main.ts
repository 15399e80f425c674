import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { readCommand, UsageError } from '#scripts/lib/options.mjs';
import { createDocumentPress } from './adapters/document-press/document-press.ts';
import { ensureBucket } from './adapters/files/s3/ensure-bucket.ts';
import type { SignOn } from './adapters/gateways/sign-on/sign-on.ts';
import { startSignOnSimulator } from './adapters/gateways/sign-on/simulator.ts';
import { createApp } from './app.ts';
import { prepareSchema } from './database-schema.ts';
import { type Context, createContext } from './framework/context.ts';
import { startWorker } from './framework/jobs/worker.ts';
import { explain } from './kernel/command-line.ts';
import { type Config, loadConfig } from './kernel/config/config.ts';
import { keyFolder } from './kernel/crypto/key-files.ts';
import { connect, countConnections, type Database } from './kernel/database/connect.ts';
import { startEmbedded } from './kernel/database/embedded/supervisor.ts';
import { isConnectionLost } from './kernel/database/lost-connection.ts';
import { findNewerMigrations } from './kernel/database/migrate.ts';
import { shareTransactions } from './kernel/database/shared-transaction.ts';
import { reasonOf, StartupError } from './kernel/errors/startup-error.ts';
import { ensureDataFolder, refuseUnfinishedRestore, restrictFolders } from './kernel/folders/data-folder.ts';
import { createAccessLog } from './kernel/http/access-log.ts';
import { type CallRecord, recordCall } from './kernel/http/call-record.ts';
import { EventHub } from './kernel/http/event-hub.ts';
import { isWebBuilt, webBuildFolder } from './kernel/http/static-web.ts';
import { createLog, type Log } from './kernel/log/log.ts';
import {
  checkAnchorLog,
  findCurrentTransaction,
  followAnchors,
  recordLostAnchors,
  recordUnauditedRows,
  writeGenesisRecord,
} from './modules/access/audit/service.ts';
import { startClosingExpiredStreams } from './modules/access/session/events.ts';
import { reportPublishedPasswords } from './modules/access/session/service.ts';
import { readSimulatorPeople } from './modules/access/sign-on/simulator-people.ts';
import { createTemplateSource } from './modules/cases/documents/service.ts';
import type { Metrics, MetricsSource } from './modules/operations/installation/metrics/metrics.ts';
import {
  bindAuditFolderOf,
  checkInstallation,
  createMetrics,
  ensureMetricsPortIsFree,
  openFiles,
  openInstallationKeys,
  startMetricsServer,
  watchChecks,
} from './modules/operations/installation/service.ts';
import { updateThirdAppMenus } from './modules/portal/shell/service.ts';
import { seed } from './seeds/seed.ts';
import { createShutdown, handleUncaughtErrors, type Shutdown, stopOnSignals } from './shutdown.ts';
import { taskHandlers } from './task-handlers.ts';
import { printWelcome } from './welcome.ts';

const readyTimeoutMs = 1_500;

async function start(
  config: Config,
  log: Log,
  shutdown: Shutdown,
  shouldOpenBrowser: boolean,
): Promise<void> {
  await ensureDataFolder(config.dataDir, config.auditDir);
  await refuseUnfinishedRestore(config.dataDir);
  const folders = await restrictFolders(config);
  if (folders.length > 0)
    log.warn({ folders }, 'Other users could read these folders: their mode is 700 now');
  await checkAnchorLog(config);
  await ensurePortIsFree(config);
  await ensureMetricsPortIsFree(config.monitoring.metrics);
  await ensureBucket(config.s3);
  const { database, url } = await openDatabase(config, log, shutdown);
  await prepareSchema(database, config.databaseOwnerUrl, (db) => checkInstallation(db, config));
  await warnOfNewerMigrations(database, log);
  const crypto = await openInstallationKeys(database.db, config, new Date());
  await bindAuditFolderOf(database.db, config);
  const press = createDocumentPress(config.documents);
  shutdown.add('document press', () => press.stop());
  const files = await openFiles(database.db, config);
  const context = createContext({
    config,
    db: database.db,
    crypto,
    signOn: await startSimulator(config, { db: database.db, crypto }, shutdown),
    documents: createTemplateSource({ db: database.db, files, press }),
    typesetter: press.typesetter,
    files,
    log,
    processId: randomUUID(),
  });
  await writeGenesisRecord(context.db, context.crypto, keyFolder(config), context.now());
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const seedTransaction = await findCurrentTransaction(context.db);
  const { completedSteps } = await seed(context, { print });
  await recordUnauditedRows(context, completedSteps.length > 0 ? seedTransaction : undefined);
  await recordLostAnchors(context, print);

  await updateThirdAppMenus(context);

  const hub = new EventHub({ connectionString: url }, log);
  await hub.start();
  shutdown.add('events', () => hub.stop());
  database.pool.onConnectionsDropped(() => hub.reconnect());
  shutdown.add('inspector', () => context.inspector.stop());
  shutdown.add('scripts', () => context.scripts.stop());
  shutdown.add('conversionPool', () => context.conversionPool.stop());
  shutdown.add('notifier', () => context.notifier.flush());
  shutdown.add('session watch', startClosingExpiredStreams(context, hub));
  const checks = watchChecks(context);
  shutdown.add('checks', () => checks.stop());
  const { metrics, callWatchers } = createMonitoring({ context, hub, pool: database.pool, checks }, shutdown);
  const worker = await startWorker(context, database.pool, taskHandlers, { recordJob: metrics?.recordJob });
  shutdown.add('jobs', () => worker.stop());
  shutdown.add('anchors', followAnchors(context));
  // Work that became due while no process ran need not wait for the next minute.
  context.notifier.wake('work-order.limits');

  if (!(await isWebBuilt(webBuildFolder)))
    log.warn({}, 'The web app is not built, so that only calls are answered: run `npm run build` once');
  const app = await createApp({
    context,
    hub,
    callWatchers,
    pool: database.pool,
    checks,
    unreadyReason: () => findReasonNotReady(database),
  });
  if (metrics && config.monitoring.metrics) {
    const server = await startMetricsServer(config.monitoring.metrics, metrics, log);
    shutdown.add('metrics', () => server.stop());
  }
  shutdown.add('http', () => app.fastify.close());
  const address = await listen(app.fastify, config);
  await printWelcome(config, address, shouldOpenBrowser);
  // From here on `npm start` restarts the portal if its process ends.
  process.send?.('ready');
  const stopController = new AbortController();
  const passwordCheck = reportPublishedPasswords(context, stopController.signal);
  shutdown.add('published passwords', async () => {
    stopController.abort();
    await passwordCheck;
  });
}

/**
 * Logs newer migrations: while servers are updated one by one, the older ones keep running with the additions
 * of the newer one.
 */
async function warnOfNewerMigrations({ db }: Database, log: Log): Promise<void> {
  const newer = await findNewerMigrations(db);
  if (newer.length > 0)
    log.warn(
      { migrations: newer },
      'A newer version has migrated the database (additions only): upgrade this server too',
    );
}

/** Returns the watchers of calls and jobs: metrics and access lines, if configured. */
function createMonitoring(
  source: MetricsSource,
  shutdown: Shutdown,
): { metrics: Metrics | undefined; callWatchers: ((record: CallRecord) => void)[] } {
  const { monitoring } = source.context.config;
  const callWatchers: ((record: CallRecord) => void)[] = [];
  const metrics = monitoring.metrics && createMetrics(source);
  if (metrics) callWatchers.push(metrics.recordCall);
  if (monitoring.accessLog) {
    const lines = createAccessLog();
    shutdown.add('access log', async () => lines.flush());
    callWatchers.push(lines.record);
  }
  if (monitoring.logLevel === 'debug' || monitoring.logLevel === 'trace')
    callWatchers.push((record) => recordCall(record, source.context.log));
  return { metrics, callWatchers };
}

/** Starts the simulator of the unified login, only in the demo and if configured. */
async function startSimulator(
  config: Config,
  services: Pick<Context, 'db' | 'crypto'>,
  shutdown: Shutdown,
): Promise<SignOn | undefined> {
  const { provider, person } = config.signOn;
  if (config.mode !== 'demo' || provider.kind !== 'simulator') return undefined;
  const simulator = await startSignOnSimulator({
    protocol: provider.protocol,
    claim: person,
    host: config.host,
    listPeople: () => readSimulatorPeople(services),
  });
  shutdown.add('sign-on simulator', () => simulator.stop());
  return simulator.signOn;
}

async function openDatabase(
  config: Config,
  log: Log,
  shutdown: Shutdown,
): Promise<{ database: Database; url: string }> {
  const logWarning = (message: string) => log.warn({}, message);
  let url = config.databaseUrl;
  if (url === undefined) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log: logWarning });
    shutdown.add('postgres', () => embedded.stop());
    url = embedded.url;
  }
  const max = config.databaseConnections;
  const database = await connect(url, { log: logWarning, heartbeat: true, mustWrite: true, max });
  shutdown.add('database', () => database.close());
  shareTransactions(database.db, config.sharedCommits);
  const { allowed, used } = await countConnections(database.pool);
  // The process's three other connections: change notifications, jobs, the heartbeat.
  if (allowed - used < max + 3)
    log.warn(
      { allowed, used, required: max + 3 },
      'PostgreSQL has fewer free connections than this process may need: raise max_connections, or lower DATABASE_CONNECTIONS',
    );
  return { database, url };
}

/** Returns the reason why the server is not ready, within two seconds, because probes wait no longer. */
async function findReasonNotReady(database: Database): Promise<string | undefined> {
  const answer = database.pool.query('select 1').then(
    () => undefined,
    (error: unknown) => reasonOf(error),
  );
  return await Promise.race([answer, wait(readyTimeoutMs, 'The database does not answer', { ref: false })]);
}

function portInUseError(config: Config, cause: unknown): StartupError {
  return new StartupError(
    `端口 ${config.port} 已被其他程序占用，请用 PORT 指定另一个端口。`,
    `Port ${config.port} is taken: name another one in PORT.`,
    { cause },
  );
}

/** Checks that the port is free before the database is started, so that the error appears at once. */
async function ensurePortIsFree(config: Config): Promise<void> {
  if (config.port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(explainListening(config, error)));
    probe.listen(config.port, config.host, () => probe.close(() => resolve()));
  });
}

async function listen(
  fastify: { listen(options: { host: string; port: number }): Promise<string> },
  config: Config,
): Promise<string> {
  try {
    return await fastify.listen({ host: config.host, port: config.port });
  } catch (error) {
    throw explainListening(config, error);
  }
}

function explainListening(config: Config, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return portInUseError(config, error);
  if (code !== 'EACCES' && code !== 'EADDRNOTAVAIL' && code !== 'ENOTFOUND') return error;
  return new StartupError(
    `不能在 ${config.host}:${config.port} 上提供服务（${code}），请检查 HOST 和 PORT。`,
    `The portal cannot listen on ${config.host}:${config.port} (${code}): check HOST and PORT.`,
    { cause: error },
  );
}

async function main(): Promise<void> {
  let shutdown: Shutdown | undefined;
  try {
    const { open } = readCommand('start', process.argv.slice(2)).values;
    const config = loadConfig(undefined, 'serve');
    const log = createLog(config.monitoring.logLevel);
    shutdown = createShutdown(log);
    stopOnSignals(shutdown);
    handleUncaughtErrors(log, shutdown);
    await start(config, log, shutdown, open);
  } catch (error) {
    if (error instanceof UsageError) {
      (error.exitCode === 0 ? process.stdout : process.stderr).write(`${error.message}\n`);
      process.exit(error.exitCode);
    }
    process.stderr.write(`${error instanceof StartupError ? error.message : describeProblem(error)}\n`);
    await shutdown?.run();
    process.exit(1);
  }
}

/**
 * Describes the error that ended a start: by a message if the database was lost or a disk refused; else with the
 * place in the program.
 */
function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isConnectionLost(error))
    return '启动没有完成：与数据库的连接中断。请查看数据库的日志（内置数据库的在 DATA_DIR/postgres/postgres.log）和网络，然后重新启动。\nThe portal did not start: the connection to the database was cut. See the log of the database (the embedded one’s is DATA_DIR/postgres/postgres.log) and the network, then start again.';
  const diskMessage = explain(error);
  return diskMessage === error.message ? `启动失败 The portal did not start.\n${error.stack}` : diskMessage;
}

await main();
