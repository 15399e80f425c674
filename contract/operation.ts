import { z } from 'zod';
import { endpoint, onceOnlyRefusals } from './endpoint.ts';

/** Calls on the operation of the portal: the system administrator's (docs/decisions/0167). */

export const Operation = z.object({
  /** Mark that the database got at its first start. */
  mode: z.enum(['demo', 'production']),
  markedAt: z.iso.datetime(),
  versions: z.object({
    portal: z.string(),
    node: z.string(),
    postgres: z.string(),
    /** The last migration that the database has. */
    schema: z.string(),
  }),
  /** This process of perhaps several. */
  process: z.object({ id: z.string(), startedAt: z.iso.datetime() }),
  /** The keys that the database needs, named by their fingerprints. */
  keys: z.array(z.object({ name: z.string(), fingerprint: z.string() })),
  /** The place where files rest. */
  files: z.enum(['disk', 's3']),
  /** Outside systems: connected, played by the built-in simulator, or not there. */
  systems: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      connection: z.enum(['real', 'twin', 'none']),
      provider: z.string(),
      /** By which an operator connects it. */
      setting: z.string(),
    }),
  ),
  /** Guards of administration (docs/decisions/0133, 0057). */
  access: z.object({
    /** False by PORTAL_SEPARATE_DUTIES. */
    separatesDuties: z.boolean(),
    /** People and roles that join duties of several administrators. */
    joined: z.array(
      z.object({
        kind: z.enum(['person', 'role']),
        code: z.string(),
        name: z.string(),
        duties: z.string(),
        /** The identifier of the person or the role in the audit log. */
        objectId: z.string(),
      }),
    ),
    /** True where the second factor is asked after a unified login; null where there is no unified login. */
    factorAfterSignOn: z.boolean().nullable(),
  }),
});
export type Operation = z.output<typeof Operation>;

const count = z.number().int();
/** The number that waits, and for how many seconds the oldest of them. */
const Queue = z.object({ waiting: count, oldest: z.number() });

/** Of the database, as it was read at most fifteen seconds ago. */
const DatabaseSide = z.object({
  bytes: z.number(),
  /** The largest tables by what they hold, with their indexes and what is stored apart. */
  tables: z.array(z.object({ name: z.string(), label: z.string(), bytes: z.number() })),
  /** Server processes that were heard of in the last minute. */
  servers: count,
  sessions: count,
  outbox: Queue,
  exports: Queue,
  pictures: count,
  outbound: z.array(Queue.extend({ channel: z.string(), label: z.string(), dead: count })),
  jobs: z.array(Queue.extend({ task: z.string(), running: count, failing: count })),
  /** Jobs whose last try failed and that wait for the next one. */
  failed: z.array(
    z.object({
      id: z.string(),
      task: z.string(),
      tries: count,
      triesAtMost: count,
      nextAt: z.iso.datetime(),
    }),
  ),
  lastBackupAt: z.iso.datetime().nullable(),
  /** Seconds since the audit log was anchored. */
  anchorAge: z.number().nullable(),
  verified: z.object({ isWhole: z.boolean(), at: z.iso.datetime(), acknowledged: count }).nullable(),
  /** Anchors that the file outside has and the database lost, until the audit administrator has acknowledged it. */
  lostAnchors: z
    .object({
      from: count,
      to: count,
      filedAt: z.iso.datetime(),
      databaseAt: z.iso.datetime().nullable(),
      chains: count,
    })
    .nullable(),
});

export const OperationFigures = z.object({
  /** True where the database answered just now; its figures are old otherwise, or missing. */
  isUp: z.boolean(),
  readAt: z.iso.datetime().nullable(),
  database: DatabaseSide.nullable(),
  /** Connections of this process. */
  pool: z.object({ most: count, used: count, idle: count, waiting: count, isSilent: z.boolean() }),
  /** Milliseconds that a turn of this process comes late, on the average of the last second. */
  turnDelay: z.number(),
  memory: z.number(),
  /** Open screens of this process. */
  streams: count,
  disks: z.array(
    z.object({ folder: z.enum(['data', 'audit', 'files']), free: z.number(), size: z.number() }),
  ),
  /** Bytes below which uploads are refused (decision 0178). */
  reserve: z.number(),
  /** When this process last refused what it could not store, because a disk is full or fails. */
  cannotStoreAt: z.iso.datetime().nullable(),
  /** When this process last refused a call because the file store was away or refused (decision 0178). */
  filesAwayAt: z.iso.datetime().nullable(),
  certificates: z.array(z.object({ name: z.string(), until: z.iso.datetime(), daysLeft: count })),
  /** Findings of the doctor's checks, at most a minute old; none in the first moments of a start. */
  checks: z.array(
    z.object({ check: z.string(), state: z.enum(['ok', 'warning', 'fault']), text: z.string() }),
  ),
});
export type OperationFigures = z.output<typeof OperationFigures>;

export const operation = {
  show: endpoint({
    method: 'GET',
    reads: ['operation', 'roles', 'accounts', 'login-policy'],
    path: '/api/administration/operation',
    summary: '系统运行情况',
    output: Operation,
  }),
  figures: endpoint({
    method: 'GET',
    reads: ['operation', 'channels'],
    path: '/api/administration/operation/figures',
    summary: '系统运行指标',
    output: OperationFigures,
  }),
  retryJob: endpoint({
    method: 'POST',
    changes: ['operation'],
    path: '/api/administration/operation/jobs/:id/retry',
    summary: '立即重试后台任务',
    params: z.object({ id: z.string().min(1).max(20) }),
    output: z.object({}),
    refusals: ['notFound', ...onceOnlyRefusals],
  }),
};
