import type { z } from 'zod';
import type { ArchiveEntry, archive } from '#contract/archive.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { ArchiveState } from '#domain/archive/archive-state.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { requeueArchiveEntries } from '#server/modules/cases/handling/service.ts';
import * as queries from './catalogue.queries.ts';
import { lockEntries } from './entries.queries.ts';
import { presentEntry, presentPackage, presentUsageRecord } from './present.ts';
import { listUsageRecordsOfEntry } from './usage-records.queries.ts';

const requiredRight = { permission: Permission.manageArchive };

type PageQuery = z.output<typeof archive.page.query>;

const maxUsageRecords = 50;

export const scopeOf = (context: Pick<Context, 'now'>, { orgId }: Pick<Actor, 'orgId'>) => ({
  orgId,
  today: localDateOf(context.now()),
});

/** Returns one page of the reader's catalogue: of their own organisation and those below it. */
export async function listEntries(
  context: Pick<Context, 'db' | 'now'>,
  actor: Pick<Actor, 'orgId'>,
  { page, size, sort, order, ...filters }: PageQuery,
): Promise<{ rows: ArchiveEntry[]; total: number }> {
  const scope = scopeOf(context, actor);
  const found = await queries.pageOfEntries(context.db, scope, filters, { sort, order }, { page, size });
  return { total: found.total, rows: found.rows.map((row) => presentEntry(row, scope.today)) };
}

export async function readEntryCounts(context: Context, actor: Actor) {
  const counts = await queries.countEntries(context.db, scopeOf(context, actor));
  return { ...counts, canManage: can(actor, Permission.manageArchive) };
}

/** Returns an entry with its packages, newest first, and the people who used them. */
export async function readEntry(context: Context, actor: Actor, id: string) {
  const found = await getEntry(context, actor, id);
  if (isRefusal(found)) return found;
  const [packages, retrievals] = await Promise.all([
    queries.listPackages(context.db, id),
    listUsageRecordsOfEntry(context.db, id, maxUsageRecords),
  ]);
  return {
    ...presentEntry(found, localDateOf(context.now())),
    packages: packages.map(presentPackage),
    retrievals: retrievals.map(presentUsageRecord),
  };
}

/** Returns the entry if it is in the archive of this person; every other one is reported as not found. */
export async function getEntry(
  { db }: Pick<Context, 'db'>,
  { orgId }: Pick<Actor, 'orgId'>,
  id: string,
): Promise<queries.ArchiveEntryRow | Refusal<'notFound'>> {
  return (await queries.findEntry(db, orgId, id)) ?? refuse('notFound');
}

/** Queues an order for a new package, whatever the result of the last attempt. */
export async function requeueEntry(call: ActingCall<typeof archive.requeue> & { actor: Actor }, id: string) {
  const { context, actor } = call;
  const answer = await actIfStillAllowed(call, requiredRight, async (tx) => {
    await lockEntries(tx, [id]);
    const entry = await getEntry({ db: tx }, actor, id);
    if (isRefusal(entry)) return entry;
    if (entry.state === ArchiveState.destroyed) return refuse('archiveDestroyed');
    await requeueArchiveEntries(tx, [id]);
    return {
      answer: { id },
      auditRecord: {
        chain: 'archive',
        action: 'archive.redo',
        objectKind: 'archive',
        objectId: id,
        detail: { number: entry.number, reason: entry.reason },
      },
    };
  });
  if (!isRefusal(answer)) context.notifier.wake('archive.make');
  return answer;
}
