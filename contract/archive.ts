import { z } from 'zod';
import { AppraisalOutcome } from '#domain/archive/appraisal.ts';
import { RetentionPeriod } from '#domain/archive/archive-record.ts';
import {
  ArchiveFinding,
  ArchiveState,
  archiveCode,
  archiveLimits,
  DestructionState,
  HandOverState,
  UsageKind,
} from '#domain/archive/archive-state.ts';
import { tooLongText } from '#domain/texts/characters.ts';
import { endpoint, idempotencyRefusals, oneLine, pageOf, pageQuery, requiredText } from './endpoint.ts';
import { filterDay } from './list-filters.ts';

/** The archive of concluded orders (docs/decisions/0162); the specification has no call for it. */

const instant = z.iso.datetime();
const byOrder = z.strictObject({ id: z.uuid('档案标识不正确').toLowerCase() });
const ticketQuery = z.strictObject({ ticket: z.string().max(128).optional() });
const purpose = requiredText('请填写利用目的').max(
  archiveLimits.purposeLength,
  tooLongText(archiveLimits.purposeLength, '利用目的'),
);

const handOverReference = z
  .object({ id: z.string(), number: z.string(), state: z.enum(HandOverState) })
  .nullable();

/** The last appraisal (鉴定) of an entry, and the 销毁清册 that lists the entry. */
const appraisal = z.object({
  outcome: z.enum(AppraisalOutcome),
  reason: z.string(),
  by: z.string(),
  at: instant,
  destruction: z.object({ number: z.string(), state: z.enum(DestructionState) }).nullable(),
});

export const ArchiveEntry = z.object({
  /** Id of the order. */
  id: z.string(),
  /** 档号; null before the record is catalogued. */
  number: z.string().nullable(),
  /** 流水号. */
  code: z.string(),
  title: z.string(),
  taskCode: z.string(),
  itemName: z.string(),
  /** 立档单位. */
  orgName: z.string(),
  fonds: z.string().nullable(),
  year: z.number().int().nullable(),
  period: z.enum(RetentionPeriod).nullable(),
  /** The period by which the retention was prolonged at its end. */
  prolonged: z.enum(RetentionPeriod).nullable(),
  concludedOn: z.string(),
  /**
   * The last day of the retention period; null for permanent retention, or before the record is catalogued.
   */
  keptUntil: z.string().nullable(),
  /** True if the retention period is over, so that the record has to be appraised (鉴定). */
  expired: z.boolean(),
  appraisal: appraisal.nullable(),
  destroyedOn: z.string().nullable(),
  state: z.enum(ArchiveState),
  /** Reason why packaging failed. */
  reason: z.string(),
  /** Version of the newest package, or of the package in the listed hand-over; 0 while there is none. */
  version: z.number().int(),
  files: z.number().int(),
  /** Size in bytes. */
  size: z.number().int(),
  madeAt: instant.nullable(),
  /** Result of the last check of its bytes; null before the first check. */
  found: z.enum(ArchiveFinding).nullable(),
  checkedAt: instant.nullable(),
  /** The hand-over that contains this version. */
  handOver: handOverReference,
});
export type ArchiveEntry = z.output<typeof ArchiveEntry>;

export const ArchivePackage = z.object({
  version: z.number().int(),
  size: z.number().int(),
  sha256: z.string(),
  madeAt: instant,
  files: z.number().int(),
  /** True if the content was destroyed and can no longer be opened. */
  destroyed: z.boolean(),
  found: z.enum(ArchiveFinding).nullable(),
  checkedAt: instant.nullable(),
  /** The hand-over that contains this version. */
  handOver: handOverReference,
  parts: z.array(
    z.object({ path: z.string(), title: z.string(), size: z.number().int(), sha256: z.string() }),
  ),
});
export type ArchivePackage = z.output<typeof ArchivePackage>;

export const UsageRecord = z.object({
  id: z.string(),
  workorderId: z.string(),
  number: z.string(),
  title: z.string(),
  version: z.number().int(),
  kind: z.enum(UsageKind),
  purpose: z.string(),
  staffName: z.string(),
  orgName: z.string(),
  at: instant,
});
export type UsageRecord = z.output<typeof UsageRecord>;

/** Figures of an office's archive, independent of any filter. */
export const ArchiveFigures = z.object({
  /** True if this person manages the archive, false for read access only. */
  canManage: z.boolean(),
  all: z.number().int(),
  /** Number of records whose package is stored. */
  kept: z.number().int(),
  waiting: z.number().int(),
  failed: z.number().int(),
  /** Number of records whose package is missing or was changed. */
  broken: z.number().int(),
  expired: z.number().int(),
  /** Number of records that are to be destroyed and in no list yet. */
  doomed: z.number().int(),
  /** Number of lists that wait for approval. */
  proposals: z.number().int(),
});
export type ArchiveFigures = z.output<typeof ArchiveFigures>;

const code = z.string().trim().max(12).regex(archiveCode, '请填写1至12位字母或数字').toUpperCase();

export const FondsRow = z.object({
  orgId: z.string(),
  orgName: z.string(),
  /** Archive code (全宗号); empty if the organisation has no code of its own. */
  code: z.string(),
  name: z.string(),
});
export type FondsRow = z.output<typeof FondsRow>;

export const ArchiveItemRow = z.object({
  taskCode: z.string(),
  itemName: z.string(),
  period: z.enum(RetentionPeriod),
  department: z.string(),
  /** True while the item's period has not been set and the default applies. */
  isStanding: z.boolean(),
});
export type ArchiveItemRow = z.output<typeof ArchiveItemRow>;

/** Filters of entries, shared by the catalogue, its tabs and the calls that prepare a hand-over. */
export const archiveFilters = {
  /** Part of 档号, 流水号 or title. */
  keyword: z.string().trim().max(100).optional(),
  year: z.coerce.number().int().min(1949).max(9999).optional(),
  period: z.enum(RetentionPeriod).optional(),
  taskCode: z.string().max(64).optional(),
  state: z.enum(ArchiveState).optional(),
  /** `none`: neither prepared nor handed over. */
  handOver: z.enum([...Object.values(HandOverState), 'none']).optional(),
  /** Number of a hand-over: lists its entries, each with the version that was handed over. */
  batch: z.string().trim().max(40).optional(),
  /**
   * `trouble`: the package failed, is missing or was changed; `expired`: due for appraisal; `doomed`: to be
   * destroyed, and in no list yet.
   */
  tab: z.enum(['all', 'trouble', 'expired', 'doomed']).optional(),
};

export const archive = {
  page: endpoint({
    method: 'GET',
    reads: ['archive'],
    path: '/api/archive/entries',
    summary: '档案目录',
    query: z.strictObject({
      ...pageQuery,
      ...archiveFilters,
      sort: z.enum(['number', 'concludedOn', 'keptUntil']).optional(),
    }),
    output: pageOf(ArchiveEntry),
  }),
  figures: endpoint({
    method: 'GET',
    reads: ['archive'],
    path: '/api/archive/figures',
    summary: '档案概况',
    output: ArchiveFigures,
  }),
  detail: endpoint({
    method: 'GET',
    reads: ['archive'],
    path: '/api/archive/entries/:id',
    summary: '档案明细',
    params: byOrder,
    output: ArchiveEntry.extend({ packages: z.array(ArchivePackage), retrievals: z.array(UsageRecord) }),
    refusals: ['notFound'],
  }),
  /** Returns the offline page of the newest package; the access and its purpose are written to the log. */
  openPage: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/entries/:id/look',
    summary: '在线查阅档案',
    params: byOrder,
    body: z.strictObject({ purpose }),
    output: z.object({ html: z.string() }),
    refusals: ['notFound', 'forbidden', 'archiveBroken', 'archiveDestroyed'],
  }),
  /** Gives a ticket for one download of the newest package, or of an older version. */
  requestDownload: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/entries/:id/take',
    summary: '下载档案',
    params: byOrder,
    body: z.strictObject({ purpose, version: z.number().int().min(1).max(100_000).optional() }),
    output: z.object({ ticket: z.string(), version: z.number().int() }),
    refusals: ['notFound', 'forbidden', 'archiveBroken', 'archiveDestroyed', 'tooManyRequests'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/archive/entries/:id/file/:version',
    summary: '下载档案包',
    params: z.strictObject({ id: byOrder.shape.id, version: z.coerce.number().int().min(1).max(100_000) }),
    query: ticketQuery,
    output: z.void(),
    answer: 'raw',
    refusals: ['notFound', 'notSignedIn', 'forbidden'],
  }),
  requeue: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/entries/:id/redo',
    summary: '重新归档',
    params: byOrder,
    output: z.object({ id: z.string() }),
    refusals: ['notFound', 'archiveDestroyed', ...idempotencyRefusals],
  }),
  /** Reads the bytes of all versions and compares them with their digests. */
  check: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/entries/:id/check',
    summary: '校验档案完整性',
    params: byOrder,
    output: z.object({ found: z.enum(ArchiveFinding) }),
    refusals: ['notFound', 'forbidden', 'archiveDestroyed'],
  }),
  usageRecords: endpoint({
    method: 'GET',
    reads: ['archive'],
    path: '/api/archive/retrievals',
    summary: '档案利用登记',
    query: z.strictObject({
      ...pageQuery,
      sort: z.enum(['at']).optional(),
      keyword: z.string().trim().max(100).optional(),
      startDate: filterDay.optional(),
      endDate: filterDay.optional(),
    }),
    output: pageOf(UsageRecord),
  }),
  settings: endpoint({
    method: 'GET',
    reads: ['archive', 'items'],
    path: '/api/archive/settings',
    summary: '归档设置',
    output: z.object({ fonds: z.array(FondsRow), items: z.array(ArchiveItemRow) }),
  }),
  saveFonds: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/settings/fonds',
    summary: '设置全宗号',
    body: z.strictObject({
      orgId: z.string().max(64),
      code,
      name: oneLine(
        requiredText('请填写全宗名称').max(
          archiveLimits.nameLength,
          tooLongText(archiveLimits.nameLength, '全宗名称'),
        ),
      ),
    }),
    output: FondsRow,
    refusals: ['notFound', 'forbidden', ...idempotencyRefusals],
  }),
  saveItem: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/settings/items',
    summary: '设置保管期限',
    body: z.strictObject({
      taskCode: z.string().max(64),
      period: z.enum(RetentionPeriod),
      department: code,
    }),
    output: ArchiveItemRow,
    refusals: ['notFound', ...idempotencyRefusals],
  }),
};
