import { type Actor, Permission } from '#domain/access/actor.ts';
import { ArchiveFinding, archiveLimits } from '#domain/archive/archive-state.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { hasPermissionNow } from '#server/modules/access/rights/service.ts';
import { listPackages } from './catalogue.queries.ts';
import { getEntry } from './catalogue.ts';
import * as queries from './entries.queries.ts';
import { isDestroyed } from './present.ts';
import { verifyPackage } from './read-package.ts';

/** Checks that packages are unchanged: one on request, and at night those that were not checked for long. */

const dayMs = 86_400_000;
const batchSize = 50;
/** A run occupies one of the two workers of a process no longer than this. */
const maxRunMs = 20 * 60_000;

/** Checks all versions of one package now; returns the worst result. */
export async function checkEntry(
  call: { context: Context; actor: Actor; requestId: string },
  id: string,
): Promise<{ found: ArchiveFinding } | Refusal<'notFound' | 'archiveDestroyed' | 'forbidden'>> {
  const { context, actor, requestId } = call;
  const entry = await getEntry(context, actor, id);
  if (isRefusal(entry)) return entry;
  const all = await listPackages(context.db, id);
  const packages = all.filter((one) => !isDestroyed(one));
  if (packages.length < all.length && packages.length === 0) return refuse('archiveDestroyed');
  const findings: ArchiveFinding[] = [];
  for (const one of packages) {
    const finding = await checkPackage(context, { id, version: one.version }, one);
    if (finding === undefined) return refuse('archiveDestroyed');
    findings.push(finding);
  }
  const found = worstOf(findings);
  if (found === undefined) return refuse('notFound', { message: '该办件尚无档案包' });
  return await inTransaction(context.db, async (tx) => {
    // The check can take minutes, so the permission is checked again.
    if (!(await hasPermissionNow(tx, actor.staffId, Permission.manageArchive))) return refuse('forbidden');
    await appendAudit(tx, context, {
      chain: 'archive',
      actor,
      action: 'archive.check',
      objectKind: 'archive',
      objectId: id,
      detail: { number: entry.number, versions: packages.length, found },
      requestId,
    });
    return { found };
  });
}

function worstOf(all: readonly ArchiveFinding[]): ArchiveFinding | undefined {
  const { missing, changed, whole } = ArchiveFinding;
  return [missing, changed, whole].find((finding) => all.includes(finding));
}

/** Checks one package; undefined if it was destroyed meanwhile. */
async function checkPackage(
  context: Context,
  { id, version }: { id: string; version: number },
  stored: Parameters<typeof verifyPackage>[1],
): Promise<ArchiveFinding | undefined> {
  const found = await verifyPackage(context, stored);
  const exists = await queries.storeCheckResult(context.db, { id, version }, found, context.now());
  if (!exists) return undefined;
  if (found !== ArchiveFinding.whole)
    context.log.error({ workorderId: id, version, found }, 'An archive package is changed or missing');
  return found;
}

/**
 * Checks at night the packages that were not checked for a month, those longest without a check first. Broken
 * packages are shown at the top of the page.
 */
export async function checkArchive(context: JobContext): Promise<void> {
  const before = new Date(context.now().getTime() - archiveLimits.checkIntervalDays * dayMs);
  const end = performance.now() + maxRunMs;
  const isOver = () => performance.now() > end || context.stopSignal?.aborted === true;
  const counts = { looked: 0, broken: 0 };
  for (;;) {
    const rows = await queries.listUncheckedPackages(context.db, before, batchSize);
    for (const row of rows) {
      const found = await checkPackage(context, { id: row.workorderId, version: row.version }, row);
      if (found === undefined) continue;
      counts.looked += 1;
      if (found !== ArchiveFinding.whole) counts.broken += 1;
      if (isOver()) break;
    }
    if (rows.length < batchSize || isOver()) break;
  }
  if (counts.looked === 0) return;
  await inTransaction(context.db, (tx) =>
    appendAudit(tx, context, {
      chain: 'archive',
      actor: undefined,
      action: 'archive.check-all',
      objectKind: 'archive',
      objectId: '',
      detail: counts,
      requestId: context.newId(),
    }),
  );
}
