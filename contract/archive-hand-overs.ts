import { z } from 'zod';
import { archiveLimits, HandOverState } from '#domain/archive/archive-state.ts';
import { tooLongText } from '#domain/texts/characters.ts';
import { archiveFilters } from './archive.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery, requiredText, withFallback } from './endpoint.ts';
import { filterDay } from './list-filters.ts';

/** Archive packages that are handed over together (docs/decisions/0162). */

const instant = z.iso.datetime();
const byId = z.strictObject({ id: z.uuid('移交批次标识不正确').toLowerCase() });
const requiredName = (missing: string) =>
  requiredText(missing).max(archiveLimits.nameLength, tooLongText(archiveLimits.nameLength));

export const ArchiveHandOver = z.object({
  id: z.string(),
  /** 移交批次号. */
  number: z.string(),
  receiver: z.string(),
  note: z.string(),
  state: z.enum(HandOverState),
  packages: z.number().int(),
  /** Size in bytes. */
  size: z.number().int(),
  madeAt: instant,
  madeBy: z.string(),
  handedOn: z.string().nullable(),
  receivedBy: z.string(),
});
export type ArchiveHandOver = z.output<typeof ArchiveHandOver>;

export const archiveHandOvers = {
  page: endpoint({
    method: 'GET',
    reads: ['archive'],
    path: '/api/archive/hand-overs',
    summary: '档案移交',
    query: z.strictObject({
      ...pageQuery,
      sort: z.enum(['madeAt']).optional(),
      /** Part of the number or of the receiver's name. */
      keyword: z.string().trim().max(100).optional(),
      state: z.enum(HandOverState).optional(),
    }),
    output: pageOf(ArchiveHandOver),
  }),
  /** Adds packages found by filters, by ids, or by both; each must be intact and in no hand-over yet. */
  prepare: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/hand-overs',
    summary: '编制移交批次',
    body: z.strictObject({
      receiver: requiredName('请填写接收单位'),
      note: withFallback(z.string().trim().max(archiveLimits.purposeLength), ''),
      /** Either ids or filters is needed; the filters may be empty. Only requested packages are added. */
      ids: z.array(z.uuid().toLowerCase()).min(1).max(archiveLimits.maxPackagesPerTransfer).optional(),
      filters: z.strictObject(archiveFilters).optional(),
    }),
    output: ArchiveHandOver,
    refusals: idempotencyRefusals,
  }),
  /** Records that the packages were handed over; after this the hand-over can no longer be changed. */
  confirm: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/hand-overs/:id/confirm',
    summary: '登记移交',
    params: byId,
    body: z.strictObject({ handedOn: filterDay, receivedBy: requiredName('请填写接收人') }),
    output: ArchiveHandOver,
    refusals: ['notFound', 'archiveBroken', 'archiveDestroyed', ...idempotencyRefusals],
  }),
  /** Cancels a hand-over that is not confirmed yet; its packages can go into another one. */
  cancel: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/hand-overs/:id/cancel',
    summary: '取消移交批次',
    params: byId,
    output: z.object({ id: z.string() }),
    refusals: ['notFound', ...idempotencyRefusals],
  }),
  /** Gives a ticket for one download of all its packages; each is recorded in 利用登记. */
  requestDownload: endpoint({
    method: 'POST',
    changes: ['archive'],
    path: '/api/archive/hand-overs/:id/take',
    summary: '下载移交批次',
    params: byId,
    output: z.object({ ticket: z.string() }),
    refusals: ['notFound', 'forbidden', 'archiveBroken', 'archiveDestroyed', 'tooManyRequests'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/archive/hand-overs/:id/file',
    summary: '下载移交数据包',
    params: byId,
    query: z.strictObject({ ticket: z.string().max(128).optional() }),
    output: z.void(),
    answer: 'raw',
    refusals: ['notFound', 'notSignedIn', 'forbidden'],
  }),
};
