import type { InstallationFigures, installation } from '#contract/installation.ts';
import { Permission } from '#domain/access/actor.ts';
import { isMessageChannel, messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { EventHub } from '#server/kernel/http/event-hub.ts';
import type { StorageState } from '#server/kernel/http/storage-state.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { officeCertificates } from './certificates.ts';
import { readDiskSpaces } from './disk-spaces.ts';
import type { HealthCheckResults } from './doctor/watch-checks.ts';
import { type FailedJob, listFailedJobs, readFigureDetails, retryJobNow } from './figure-details.queries.ts';
import type { DatabaseFigures } from './figures.queries.ts';
import type { FiguresReader } from './figures.ts';
import type { PoolState } from './pool-state.ts';
import { tableTexts } from './table-labels.ts';

/** State of this process that does not need the database. */
export interface ProcessState {
  pool: PoolState;
  hub: Pick<EventHub, 'countStreams'>;
  /** The delay of the event loop in milliseconds, and the memory in bytes. */
  load: () => { eventLoopDelay: number; rssBytes: number };
  storage: Pick<StorageState, 'refusedAt' | 'filesAwayAt'>;
  checks: Pick<HealthCheckResults, 'findings'>;
}

type FurtherFigures = Awaited<ReturnType<typeof readFigureDetails>> & { failed: FailedJob[] };

/**
 * Returns the figures of the running portal for the operator: the scraped figures, described for people
 * (decision 0175).
 */
export async function presentFigures(
  context: Context,
  figures: FiguresReader,
  processState: ProcessState,
): Promise<InstallationFigures> {
  const { config } = context;
  const [result, disks] = await Promise.all([figures.read(), readDiskSpaces(context.config)]);
  const details = result.isUp ? await readFurtherFigures(context) : undefined;
  const { eventLoopDelay, rssBytes } = processState.load();
  const { pool } = processState;
  return {
    isUp: result.isUp && details !== undefined,
    readAt: result.readAt?.toISOString() ?? null,
    database: result.figures && details ? presentDatabase(result.figures, details) : null,
    pool: {
      most: config.databaseConnections,
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      isSilent: pool.isSilent(),
    },
    turnDelay: eventLoopDelay,
    memory: rssBytes,
    streams: processState.hub.countStreams(),
    disks,
    reserve: config.uploads.reserveMb * 1_048_576,
    cannotStoreAt: processState.storage.refusedAt()?.toISOString() ?? null,
    filesAwayAt: processState.storage.filesAwayAt()?.toISOString() ?? null,
    certificates: officeCertificates(config).map(({ name, validUntil }) => ({
      name,
      until: validUntil.toISOString(),
      daysLeft: Math.floor((validUntil.getTime() - context.now().getTime()) / 86_400_000),
    })),
    checks: processState.checks
      .findings()
      .map(({ check, state, chinese }) => ({ check, state, text: chinese })),
  };
}

/** Reads the other figures; a database that fails between two queries counts as not answering. */
async function readFurtherFigures({ db, log }: Context): Promise<FurtherFigures | undefined> {
  try {
    return { ...(await readFigureDetails(db)), failed: await listFailedJobs(db) };
  } catch (error) {
    log.warn({ error }, 'The operation figures could not be read');
    return undefined;
  }
}

function presentDatabase(figures: DatabaseFigures, { tables, lastBackupAt, failed }: FurtherFigures) {
  const {
    bytes,
    servers,
    sessions,
    outbox,
    exports,
    pictures,
    outbound,
    jobs,
    anchorAge,
    verified,
    auditAndBackup,
  } = figures;
  return {
    bytes,
    tables: tables.map(({ name, bytes }) => ({ name, label: tableTexts[name] ?? name, bytes })),
    servers: Number(servers),
    sessions: Number(sessions),
    outbox,
    exports,
    pictures: Number(pictures),
    outbound: outbound.map((row) => ({
      ...row,
      label: isMessageChannel(row.channel) ? messageChannelLabel[row.channel] : row.channel,
    })),
    jobs,
    failed: failed.map(({ nextAt, ...job }) => ({ ...job, nextAt: nextAt.toISOString() })),
    lastBackupAt: lastBackupAt?.toISOString() ?? null,
    anchorAge,
    verified: verified && {
      isWhole: verified.state === 'whole',
      at: new Date(verified.at).toISOString(),
      acknowledged: Number(auditAndBackup.acknowledged),
    },
    lostAnchors: auditAndBackup.lostAnchors,
  };
}

/** Tries a failed job again now instead of at its scheduled time, for example after its cause was fixed. */
export async function retryJob(call: ActingCall<typeof installation.retryJob>, id: string) {
  return await actIfStillAllowed(call, { permission: Permission.operateSystem }, async (tx) => {
    const task = await retryJobNow(tx, id);
    if (task === undefined) return refuse('notFound');
    const auditRecord = {
      chain: 'installation',
      action: 'installation.job-retried',
      objectKind: 'job',
      objectId: id,
    };
    return { answer: {}, auditRecord: { ...auditRecord, detail: { task } } };
  });
}
