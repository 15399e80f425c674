import { z } from 'zod';
import { endpoint, idempotencyRefusals } from './endpoint.ts';

/** Calls on the operation of the portal, for the system administrator (docs/decisions/0167). */

export const InstallationState = z.object({
  /** Mode that was stored in the database at its first start. */
  mode: z.enum(['demo', 'production']),
  markedAt: z.iso.datetime(),
  versions: z.object({
    portal: z.string(),
    node: z.string(),
    postgres: z.string(),
    /** The last migration that was applied to the database. */
    schema: z.string(),
  }),
  /** This process; there can be several. */
  process: z.object({ id: z.string(), startedAt: z.iso.datetime() }),
  /** The keys that the database needs, with their fingerprints. */
  keys: z.array(z.object({ name: z.string(), fingerprint: z.string() })),
  /** Place where files are stored. */
  files: z.enum(['disk', 's3']),
  /** External systems: connected, simulated, or absent. */
  systems: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      connection: z.enum(['real', 'twin', 'none']),
      provider: z.string(),
      /** The setting by which an operator connects it. */
      setting: z.string(),
    }),
  ),
  /** Safeguards of administration (docs/decisions/0133, 0057). */
  access: z.object({
    /** False if PORTAL_SEPARATE_DUTIES is off. */
    separatesDuties: z.boolean(),
    /** People and roles that combine duties of several administrators. */
    joined: z.array(
      z.object({
        kind: z.enum(['person', 'role']),
        code: z.string(),
        name: z.string(),
        duties: z.string(),
        /** Id of the person or the role in the audit log. */
        objectId: z.string(),
      }),
    ),
    /** True if the second factor is required after a unified login; null if there is no unified login. */
    factorAfterSignOn: z.boolean().nullable(),
  }),
});
export type InstallationState = z.output<typeof InstallationState>;

const count = z.number().int();
/** Number of waiting jobs, and the age of the oldest in seconds. */
const Queue = z.object({ waiting: count, oldest: z.number() });

/** State of the database, at most fifteen seconds old. */
const DatabaseState = z.object({
  bytes: z.number(),
  /** The largest tables by size, including indexes and separately stored values. */
  tables: z.array(z.object({ name: z.string(), label: z.string(), bytes: z.number() })),
  /** Number of server processes with a heartbeat in the last minute. */
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
  /** Seconds since the last anchor of the audit log. */
  anchorAge: z.number().nullable(),
  verified: z.object({ isWhole: z.boolean(), at: z.iso.datetime(), acknowledged: count }).nullable(),
  /**
   * Anchors that the external file has and the database lost, until the audit administrator acknowledges it.
   */
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

export const InstallationFigures = z.object({
  /** True if the database answered just now; otherwise its figures are old or missing. */
  isUp: z.boolean(),
  readAt: z.iso.datetime().nullable(),
  database: DatabaseState.nullable(),
  /** Connections of this process; `most`: the maximum number. */
  pool: z.object({ most: count, used: count, idle: count, waiting: count, isSilent: z.boolean() }),
  /** Delay of the event loop in milliseconds, averaged over the last second. */
  turnDelay: z.number(),
  memory: z.number(),
  /** Number of open event streams of this process. */
  streams: count,
  disks: z.array(
    z.object({ folder: z.enum(['data', 'audit', 'files']), free: z.number(), size: z.number() }),
  ),
  /** Free bytes below which uploads are refused (decision 0178). */
  reserve: z.number(),
  /** Time when this process last refused to store data, because a disk is full or fails. */
  cannotStoreAt: z.iso.datetime().nullable(),
  /**
   * Time when this process last refused a call because the file store was unreachable or refused (decision
   * 0178).
   */
  filesAwayAt: z.iso.datetime().nullable(),
  certificates: z.array(z.object({ name: z.string(), until: z.iso.datetime(), daysLeft: count })),
  /** Findings of the doctor's checks, at most a minute old; none shortly after a start. */
  checks: z.array(
    z.object({ check: z.string(), state: z.enum(['ok', 'warning', 'fault']), text: z.string() }),
  ),
});
export type InstallationFigures = z.output<typeof InstallationFigures>;

export const installation = {
  show: endpoint({
    method: 'GET',
    reads: ['installation', 'roles', 'accounts', 'login-policy'],
    path: '/api/administration/operation',
    summary: '系统运行情况',
    output: InstallationState,
  }),
  figures: endpoint({
    method: 'GET',
    reads: ['installation', 'channels'],
    path: '/api/administration/operation/figures',
    summary: '系统运行指标',
    output: InstallationFigures,
  }),
  retryJob: endpoint({
    method: 'POST',
    changes: ['installation'],
    path: '/api/administration/operation/jobs/:id/retry',
    summary: '立即重试后台任务',
    params: z.object({ id: z.string().min(1).max(20) }),
    output: z.object({}),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
};
