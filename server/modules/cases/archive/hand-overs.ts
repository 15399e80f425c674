import type { z } from 'zod';
import type { ArchiveHandOver, archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import { ArchiveFinding, archiveLimits, HandOverState } from '#domain/archive/archive-state.ts';
import { problemOfHandOverDay } from '#domain/archive/hand-over-day.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { packageLimits } from '#domain/uploads/limits.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { type ActingCall, actIfStillAllowed, appendAudit } from '#server/modules/access/audit/service.ts';
import { hasPermissionNow } from '#server/modules/access/rights/service.ts';
import { createTicket } from '#server/modules/access/session/service.ts';
import { type ArchiveEntryRow, type EntryFilters, pageOfEntries } from './catalogue.queries.ts';
import { scopeOf } from './catalogue.ts';
import { lockEntries } from './entries.queries.ts';
import * as queries from './hand-overs.queries.ts';
import { isDestroyed } from './present.ts';

const requiredRight = { permission: Permission.manageArchive };

/**
 * 移交: archive transfers (the stored names say *hand-over*): packages that are given to an archive together,
 * under one number; no package is transferred twice.
 */

type Calls = typeof archiveHandOvers;

function present({ madeAt, size, ...row }: queries.ArchiveHandOverRow): ArchiveHandOver {
  return { ...row, size: Number(size), madeAt: madeAt.toISOString() };
}

const auditRecordOf = (action: string, objectId: string, detail: Record<string, unknown>) => ({
  chain: 'archive',
  action,
  objectKind: 'archive-hand-over',
  objectId,
  detail,
});

export async function listHandOvers(
  { db }: Context,
  { orgId }: Actor,
  { page, size, sort, order, keyword, state }: z.output<Calls['page']['query']>,
) {
  const paging = { page, size, sort, order: order ?? 'desc' };
  const result = await queries.pageOfHandOvers(db, orgId, { keyword, state }, paging);
  return { total: result.total, rows: result.rows.map(present) };
}

/** Returns the requested entries that may be handed over; refuses more than an archive accepts at once. */
async function findTransferableEntries(
  tx: Tx,
  scope: ReturnType<typeof scopeOf>,
  filters: EntryFilters,
): Promise<ArchiveEntryRow[] | Refusal<'badInput'>> {
  const maxPackages = archiveLimits.maxPackagesPerTransfer;
  const sorting = { sort: 'number', order: 'asc' } as const;
  const transferable = { ...filters, mayBeHandedOver: true };
  const { rows, total } = await pageOfEntries(tx, scope, transferable, sorting, {
    page: 1,
    size: maxPackages,
  });
  if (total > maxPackages) {
    return refuse('badInput', { message: `一个批次最多${maxPackages}件，请用年度、保管期限等缩小范围` });
  }
  if (total === 0) return refuse('badInput', { message: '没有可移交的档案' });
  const bytes = rows.reduce((sum, { size }) => sum + Number(size), 0);
  if (bytes > packageLimits.bytes) {
    const message = `一个批次合计不得超过${packageLimits.bytes / 1_048_576}M，请分批移交`;
    return refuse('badInput', { message });
  }
  return rows;
}

/**
 * Returns the entries of `findTransferableEntries`, locked until the transaction ends: an entry that is
 * destroyed meanwhile is left out.
 */
async function lockTransferableEntries(tx: Tx, scope: ReturnType<typeof scopeOf>, filters: EntryFilters) {
  const entries = await findTransferableEntries(tx, scope, filters);
  if (isRefusal(entries)) return entries;
  const ids = entries.map(({ id }) => id);
  await lockEntries(tx, ids);
  return await findTransferableEntries(tx, scope, { ...filters, ids });
}

/** Collects packages under a new number; no other hand-over can contain them from then on. */
export async function prepareHandOver(
  call: ActingCall<Calls['prepare']> & { actor: Actor },
  { receiver, note, ids, filters }: z.output<Calls['prepare']['body']>,
) {
  const { context, actor } = call;
  if (!ids && !filters) {
    const message = '请选择档案或指明查询条件';
    return refuse('badInput', { problems: [{ field: 'ids', message }] });
  }
  return await actIfStillAllowed(call, requiredRight, async (tx) => {
    const entries = await lockTransferableEntries(tx, scopeOf(context, actor), {
      ...filters,
      ...(ids && { ids }),
    });
    if (isRefusal(entries)) return entries;
    const now = context.now();
    const id = context.newId();
    const number = await queries.nextListNumber(tx, 'YJ', Number(localDateOf(now).slice(0, 4)));
    await queries.insertHandOver(tx, {
      id,
      number,
      orgId: actor.orgId,
      receiver,
      note,
      at: now,
      by: actor.name,
    });
    const packages = await queries.addPackages(tx, id, entries);
    if (packages === 0) return refuse('badInput', { message: '所选档案刚刚已编入其他移交批次' });
    const row = await queries.findHandOver(tx, actor.orgId, id);
    if (!row) throw new Error(`Hand-over ${id} is missing`);
    return {
      answer: present(row),
      auditRecord: auditRecordOf('archive.prepare-hand-over', id, { number, receiver, packages }),
    };
  });
}

const notPrepared = refuse('badInput', { message: '该批次已移交，不能再改' });

/** Returns the reason why these packages cannot be handed over; undefined if they can. */
function problemOfPackages(
  packages: readonly queries.HandOverPackageRow[],
): Refusal<'archiveBroken' | 'archiveDestroyed'> | undefined {
  if (packages.some(isDestroyed)) return refuse('archiveDestroyed', { message: '该批次中有档案已销毁' });
  return packages.some(({ found }) => found !== null && found !== ArchiveFinding.whole)
    ? refuse('archiveBroken')
    : undefined;
}

/**
 * Locks the packages of a transfer until the transaction ends and returns them; entries are locked before the
 * transfer.
 */
async function lockPackagesOfHandOver(tx: Tx, id: string): Promise<queries.HandOverPackageRow[]> {
  const packages = await queries.listPackagesOfHandOver(tx, id);
  await lockEntries(
    tx,
    packages.map((one) => one.id),
  );
  return await queries.listPackagesOfHandOver(tx, id);
}

export async function confirmHandOver(
  call: ActingCall<Calls['confirm']> & { actor: Actor },
  id: string,
  body: z.output<Calls['confirm']['body']>,
) {
  const { context, actor } = call;
  return await actIfStillAllowed(call, requiredRight, async (tx) => {
    const row = await queries.findHandOver(tx, actor.orgId, id);
    if (!row) return refuse('notFound');
    const message = problemOfHandOverDay(body.handedOn, row.madeAt, context.now());
    if (message !== undefined) return refuse('badInput', { problems: [{ field: 'handedOn', message }] });
    const problem = problemOfPackages(await lockPackagesOfHandOver(tx, id));
    if (!(await queries.markDone(tx, id, body))) return notPrepared;
    if (problem) return problem;
    const { number, receiver, packages } = row;
    return {
      answer: { ...present(row), ...body, state: HandOverState.done },
      auditRecord: auditRecordOf('archive.hand-over', id, { number, receiver, packages, ...body }),
    };
  });
}

export async function cancelHandOver(call: ActingCall<Calls['cancel']> & { actor: Actor }, id: string) {
  const { actor } = call;
  return await actIfStillAllowed(call, requiredRight, async (tx) => {
    const row = await queries.findHandOver(tx, actor.orgId, id);
    if (!row) return refuse('notFound');
    if (!(await queries.deletePreparedHandOver(tx, id))) return notPrepared;
    const { number, packages } = row;
    return {
      answer: { id },
      auditRecord: auditRecordOf('archive.cancel-hand-over', id, { number, packages }),
    };
  });
}

const subjectOf = (id: string) => `archive-hand-over:${id}`;

/** Creates a ticket for all packages of a hand-over, and records the download of each package. */
export async function createHandOverTicket(
  call: { context: Context; actor: Actor; requestId: string; sessionId: string },
  id: string,
): Promise<
  | { ticket: string }
  | Refusal<'notFound' | 'archiveBroken' | 'archiveDestroyed' | 'tooManyRequests' | 'forbidden'>
> {
  const { context, actor, requestId, sessionId } = call;
  const row = await queries.findHandOver(context.db, actor.orgId, id);
  if (!row) return refuse('notFound');
  const { number, receiver } = row;
  const problem = await inTransaction(context.db, async (tx) => {
    // The ticket is not stored for repetitions, so that `actIfStillAllowed` does not apply.
    if (!(await hasPermissionNow(tx, actor.staffId, requiredRight.permission))) return refuse('forbidden');
    const packages = await lockPackagesOfHandOver(tx, id);
    const packageProblem = problemOfPackages(packages);
    if (packageProblem) return packageProblem;
    const by = { staffId: actor.staffId, name: actor.name, orgName: actor.orgName, at: context.now() };
    await queries.recordDownload(
      tx,
      { id, download: context.newId(), purpose: `移交${receiver}（${number}）` },
      by,
    );
    await appendAudit(tx, context, {
      ...auditRecordOf('archive.take-hand-over', id, { number, packages: packages.length }),
      actor,
      requestId,
    });
    return undefined;
  });
  if (problem) return problem;
  const ticketRequest = { purpose: 'archive', subject: subjectOf(id) } as const;
  const result = await createTicket(context, { staffId: actor.staffId, sessionId }, ticketRequest);
  return isRefusal(result) ? result : { ticket: result.ticket };
}

/**
 * Returns the hand-over of a ticket, with its packages. A session alone is refused, because then no download
 * was recorded. Packages that were destroyed or found broken since are refused.
 */
export async function findDownloadedPackages(
  { context, actor, ticketSubject }: { context: Context; actor: Actor; ticketSubject: string },
  id: string,
): Promise<
  | { handOver: queries.ArchiveHandOverRow; packages: queries.HandOverPackageRow[] }
  | Refusal<'notFound' | 'notSignedIn'>
> {
  if (ticketSubject !== subjectOf(id)) return refuse('notSignedIn');
  const handOver = await queries.findHandOver(context.db, actor.orgId, id);
  if (!handOver) return refuse('notFound');
  const packages = await queries.listPackagesOfHandOver(context.db, id);
  return problemOfPackages(packages) ? refuse('notFound') : { handOver, packages };
}
