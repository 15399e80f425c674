import type { z } from 'zod';
import type { archive } from '#contract/archive.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import { ArchiveFinding, UsageKind } from '#domain/archive/archive-state.ts';
import { endOfDay, startOfDay } from '#domain/calendar/local-date.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { hasPermissionNow } from '#server/modules/access/rights/service.ts';
import { createTicket } from '#server/modules/access/session/service.ts';
import { type ArchiveEntryRow, listPackages, type PackageRow } from './catalogue.queries.ts';
import { getEntry } from './catalogue.ts';
import { lockEntries } from './entries.queries.ts';
import { isDestroyed, presentUsageRecord } from './present.ts';
import { readOfflinePage } from './read-package.ts';
import * as queries from './usage-records.queries.ts';

/** Reading of packages: each time the purpose is recorded before anything is shown. */

interface UsageCall {
  context: Context;
  actor: Actor;
  requestId: string;
}

type FoundPackage = { entry: ArchiveEntryRow; stored: PackageRow };

/** Finds the requested version, by default the newest, if its bytes are unchanged. */
async function findPackage(
  { context, actor }: Pick<UsageCall, 'context' | 'actor'>,
  id: string,
  version?: number,
): Promise<FoundPackage | Refusal<'notFound' | 'archiveBroken' | 'archiveDestroyed'>> {
  const entry = await getEntry(context, actor, id);
  if (isRefusal(entry)) return entry;
  const stored = (await listPackages(context.db, id)).find(
    (one) => one.version === (version ?? entry.version),
  );
  if (!stored) return refuse('notFound', { message: '该办件尚无档案包' });
  if (isDestroyed(stored)) return refuse('archiveDestroyed');
  if (stored.found !== null && stored.found !== ArchiveFinding.whole) return refuse('archiveBroken');
  return { entry, stored };
}

/**
 * Records the use, but not of a package that is already destroyed: the locks serialise it with an approval.
 */
async function recordUsage(
  { context, actor, requestId }: UsageCall,
  { entry, stored }: FoundPackage,
  { kind, purpose }: { kind: UsageKind; purpose: string },
): Promise<string | Refusal<'archiveDestroyed' | 'forbidden'>> {
  const id = context.newId();
  return await inTransaction(context.db, async (tx) => {
    // The answer is not stored for repetitions, so that `actIfStillAllowed` does not apply.
    if (!(await hasPermissionNow(tx, actor.staffId, Permission.readArchive))) return refuse('forbidden');
    await lockEntries(tx, [entry.id]);
    const packages = await listPackages(tx, entry.id);
    const exists = packages.some((one) => one.version === stored.version && !isDestroyed(one));
    if (!exists) return refuse('archiveDestroyed');
    await queries.insertUsageRecord(tx, {
      id,
      workorder_id: entry.id,
      number: entry.number ?? '',
      title: entry.title,
      org_id: entry.orgId,
      version: stored.version,
      kind,
      purpose,
      staff_id: actor.staffId,
      staff_name: actor.name,
      org_name: actor.orgName,
      at: context.now(),
    });
    await appendAudit(tx, context, {
      chain: 'archive',
      actor,
      action: `archive.${kind}`,
      objectKind: 'archive',
      objectId: entry.id,
      detail: { number: entry.number, version: stored.version, purpose },
      requestId,
    });
    return id;
  });
}

/** Returns the page of the newest package, for reading within the portal. */
export async function readPackagePage(
  call: UsageCall,
  id: string,
  { purpose }: z.output<typeof archive.openPage.body>,
): Promise<{ html: string } | Refusal<'notFound' | 'archiveBroken' | 'archiveDestroyed' | 'forbidden'>> {
  const archivePackage = await findPackage(call, id);
  if (isRefusal(archivePackage)) return archivePackage;
  const html = await readOfflinePage(call.context, archivePackage.stored);
  if (html === undefined) return refuse('archiveBroken');
  const usageRecordId = await recordUsage(call, archivePackage, { kind: UsageKind.look, purpose });
  return isRefusal(usageRecordId) ? usageRecordId : { html };
}

/** Creates a ticket for one download of one version, for the person in its record. */
export async function createDownloadTicket(
  call: UsageCall & { sessionId: string },
  id: string,
  { purpose, version }: z.output<typeof archive.requestDownload.body>,
): Promise<
  | { ticket: string; version: number }
  | Refusal<'notFound' | 'archiveBroken' | 'archiveDestroyed' | 'tooManyRequests' | 'forbidden'>
> {
  const archivePackage = await findPackage(call, id, version);
  if (isRefusal(archivePackage)) return archivePackage;
  if ((await call.context.files.size(archivePackage.stored.bytesId)) === undefined)
    return refuse('archiveBroken');
  const usageRecordId = await recordUsage(call, archivePackage, { kind: UsageKind.download, purpose });
  if (isRefusal(usageRecordId)) return usageRecordId;
  const { actor, sessionId } = call;
  const ticketRequest = { purpose: 'archive', subject: `${subjectPrefix}${usageRecordId}` } as const;
  const result = await createTicket(call.context, { staffId: actor.staffId, sessionId }, ticketRequest);
  return isRefusal(result) ? result : { ticket: result.ticket, version: archivePackage.stored.version };
}

const subjectPrefix = 'archive:';

/**
 * Returns the package of a ticket; a session alone is refused, because it has no recorded purpose. The
 * purpose `archive` of the ticket proves that its record exists: no person gets such a ticket without one.
 */
export async function fetchPackage(
  { context, actor, ticketSubject }: Pick<UsageCall, 'context' | 'actor'> & { ticketSubject: string },
  { id, version }: { id: string; version: number },
): Promise<FoundPackage | Refusal<'notFound' | 'notSignedIn'>> {
  if (!ticketSubject.startsWith(subjectPrefix)) return refuse('notSignedIn');
  const usageRecord = await queries.findUsageRecord(context.db, {
    id: ticketSubject.slice(subjectPrefix.length),
    staffId: actor.staffId,
    workorderId: id,
    version,
  });
  if (!usageRecord) return refuse('notSignedIn');
  const archivePackage = await findPackage({ context, actor }, id, version);
  return isRefusal(archivePackage) ? refuse('notFound') : archivePackage;
}

export async function listUsageRecords(
  { db }: Context,
  { orgId }: Actor,
  { page, size, sort, order, keyword, startDate, endDate }: z.output<typeof archive.usageRecords.query>,
) {
  const filters = {
    keyword,
    from: startDate ? startOfDay(startDate) : undefined,
    until: endDate ? endOfDay(endDate) : undefined,
  };
  const paging = { page, size, sort, order: order ?? 'desc' };
  const result = await queries.pageOfUsageRecords(db, orgId, filters, paging);
  return { total: result.total, rows: result.rows.map(presentUsageRecord) };
}
