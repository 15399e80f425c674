import type { z } from 'zod';
import type {
  ArchiveDestruction,
  archiveDestructions,
  DestructionItem,
} from '#contract/archive-destructions.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import { AppraisalOutcome, problemOfDestruction } from '#domain/archive/appraisal.ts';
import { archiveLimits, DestructionState } from '#domain/archive/archive-state.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { type LockedEntry, listEntriesToDestroy, lockEntriesToAppraise } from './appraisals.queries.ts';
import { isInDestructionList, refuseInvalidEntries } from './appraisals.ts';
import * as queries from './destructions.queries.ts';
import { nextListNumber } from './hand-overs.queries.ts';

const requiredRight = { permission: Permission.manageArchive };

/** 销毁清册: one archivist lists entries to be destroyed, another approves the list (docs/decisions/0162). */

type Calls = typeof archiveDestructions;

function presentDestruction({
  isOwn,
  size,
  madeAt,
  decidedAt,
  doneAt,
  ...row
}: queries.DestructionRow): ArchiveDestruction {
  return {
    ...row,
    size: Number(size),
    madeAt: madeAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    doneAt: doneAt?.toISOString() ?? null,
    canApprove: row.state === DestructionState.proposed && !isOwn,
  };
}

export function presentDestructionItem({
  size,
  doneAt,
  ...row
}: queries.DestructionItemRow): DestructionItem {
  return { ...row, size: Number(size), doneAt: doneAt?.toISOString() ?? null };
}

export async function listDestructions(
  { db }: Context,
  actor: Actor,
  { page, size, sort, order, keyword, state }: z.output<Calls['page']['query']>,
) {
  const paging = { page, size, sort, order: order ?? 'desc' };
  const result = await queries.pageOfDestructions(db, actor, { keyword, state }, paging);
  return { total: result.total, rows: result.rows.map(presentDestruction) };
}

export async function listDestructionItems(
  { db }: Pick<Context, 'db'>,
  { orgId }: Pick<Actor, 'orgId'>,
  { page, size, sort, order, register, keyword }: z.output<Calls['items']['query']>,
) {
  const paging = { page, size, sort, order: order ?? 'asc' };
  const result = await queries.pageOfDestructionItems(db, orgId, { register, keyword }, paging);
  return { total: result.total, rows: result.rows.map(presentDestructionItem) };
}

const auditRecordOf = (action: string, objectId: string, detail: Record<string, unknown>) => ({
  chain: 'archive',
  action,
  objectKind: 'archive-destruction',
  objectId,
  detail,
});

/** Returns the reason why an entry cannot be in a destruction list, or cannot be destroyed by it. */
function problemOfListedEntry(entry: LockedEntry, today: string): string | undefined {
  if (entry.outcome !== AppraisalOutcome.destroy) return '未鉴定为拟销毁';
  return problemOfDestruction(entry, { today, evenHandedOver: entry.evenHandedOver });
}

async function getDestruction(tx: Tx, actor: Actor, id: string): Promise<queries.DestructionRow> {
  const row = await queries.lockDestruction(tx, actor, id);
  if (!row) throw new Error(`Destruction list ${id} is missing`);
  return row;
}

/** Compiles a destruction list of entries that are to be destroyed, in their current state, with a new number. */
export async function prepareDestruction(
  call: ActingCall<Calls['prepare']> & { actor: Actor },
  { ids, note }: z.output<Calls['prepare']['body']>,
) {
  const { context, actor } = call;
  return await actIfStillAllowed(call, requiredRight, async (tx) => {
    const maxEntries = archiveLimits.maxEntriesPerAppraisal;
    const now = context.now();
    const today = localDateOf(now);
    const entryIds = ids
      ? [...new Set(ids)]
      : await listEntriesToDestroy(tx, { orgId: actor.orgId, today }, maxEntries + 1);
    if (entryIds.length > maxEntries)
      return refuse('badInput', { message: `一份清册最多${maxEntries}件，请勾选后分批编制` });
    const entries = await lockEntriesToAppraise(tx, actor.orgId, entryIds);
    if (entries.length === 0) return refuse('badInput', { message: '没有拟销毁的档案' });
    if (entries.length < entryIds.length)
      return refuse('badInput', { message: '所选档案中有的已不存在，请刷新' });
    const refusal = refuseInvalidEntries(entries, (entry) =>
      isInDestructionList(entry) ? '已列入销毁清册' : problemOfListedEntry(entry, today),
    );
    if (refusal) return refusal;
    const id = context.newId();
    const number = await nextListNumber(tx, 'XH', Number(today.slice(0, 4)));
    await queries.insertDestruction(tx, { id, number, note, at: now, by: actor }, entries);
    return {
      answer: presentDestruction(await getDestruction(tx, actor, id)),
      auditRecord: auditRecordOf('archive.prepare-destruction', id, { number, entries: entries.length }),
    };
  });
}

const notProposed = refuse('badInput', { message: '该清册已审批或已退回' });

/**
 * Approves a list, by a person who neither appraised its entries nor made it: after this transaction none of
 * the packages can be opened, and their bytes are deleted later. All data in the list must still be correct;
 * entries that have changed since are reported, and the list must be refused.
 */
export async function approveDestruction(
  call: ActingCall<Calls['approve']> & { actor: Actor },
  id: string,
  { opinion }: z.output<Calls['approve']['body']>,
) {
  const { context, actor } = call;
  const answer = await actIfStillAllowed(call, requiredRight, async (tx) => {
    const row = await queries.lockDestruction(tx, actor, id);
    if (!row) return refuse('notFound');
    if (row.state !== DestructionState.proposed) return notProposed;
    if (row.isOwn)
      return refuse('forbidden', { message: '鉴定或编制该清册的人不能审批，请由另一名档案管理员审批' });
    const now = context.now();
    const today = localDateOf(now);
    const listedEntries = await queries.listDestructionEntries(tx, id);
    const entries = await lockEntriesToAppraise(
      tx,
      actor.orgId,
      listedEntries.map((one) => one.id),
    );
    const listedById = new Map(listedEntries.map((one) => [one.id, one]));
    if (entries.length < listedEntries.length)
      return refuse('badInput', { message: '清册中有的档案已不存在，请退回' });
    const refusal = refuseInvalidEntries(entries, (entry) => {
      const listedEntry = listedById.get(entry.id);
      const isSame = listedEntry?.version === entry.version && listedEntry.appraisalId === entry.appraisalId;
      return isSame ? problemOfListedEntry(entry, today) : '编制清册后有变动';
    });
    if (refusal) return refusal;
    await queries.destroyEntries(
      tx,
      listedEntries.map((one) => one.id),
      today,
    );
    await queries.decideDestruction(tx, id, { state: 'approved', at: now, by: actor, opinion });
    return {
      answer: presentDestruction(await getDestruction(tx, actor, id)),
      auditRecord: auditRecordOf('archive.approve-destruction', id, {
        number: row.number,
        opinion,
        numbers: entries.map(({ number }) => number),
      }),
    };
  });
  if (!isRefusal(answer)) context.notifier.wake('archive.destroy');
  return answer;
}

/**
 * Refuses a list; the person who made it may withdraw it in this way, too. None of its entries is destroyed.
 */
export async function refuseDestruction(
  call: ActingCall<Calls['refuse']> & { actor: Actor },
  id: string,
  { opinion }: z.output<Calls['refuse']['body']>,
) {
  const { context, actor } = call;
  return await actIfStillAllowed(call, requiredRight, async (tx) => {
    const row = await queries.lockDestruction(tx, actor, id);
    if (!row) return refuse('notFound');
    if (row.state !== DestructionState.proposed) return notProposed;
    await queries.decideDestruction(tx, id, { state: 'refused', at: context.now(), by: actor, opinion });
    await queries.releaseAppraisals(tx, id);
    const { number, entries } = row;
    return {
      answer: presentDestruction(await getDestruction(tx, actor, id)),
      auditRecord: auditRecordOf('archive.refuse-destruction', id, { number, entries, opinion }),
    };
  });
}
