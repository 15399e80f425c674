import { createHash, randomUUID } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import { archiveNumber, isRetentionPeriod, retentionEnd } from '#domain/archive/archive-record.ts';
import { archiveLimits, defaultArchiveItem } from '#domain/archive/archive-state.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import type { IncomingFile } from '#server/adapters/files/file-store.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { HistoryChangedError } from './collect-records.ts';
import { createEncryptionStream } from './encrypted-bytes.ts';
import * as queries from './entries.queries.ts';
import { FileChangedError, type PackagePlan, planPackage } from './package-bytes.ts';
import type { WholeOrder } from './record.queries.ts';
import { type AssignedPlace, collectPackageContent, findWholeOrder } from './record.ts';

/** Job that makes the package of every concluded order (docs/decisions/0162). */

/** Seconds without a heartbeat after which a worker counts as dead. */
const silentSeconds = 60;
const reportIntervalMs = 5_000;
/**
 * Time limit of a run, which occupies one of the two workers of a process; the job is started again for the
 * remaining entries.
 */
const maxRunMs = 10_000;

export const missingFondsText = '所属单位未设置全宗号，请在“归档设置”中设置';
const packagingFailedText = '打包时出错，请稍后重做；多次失败请联系运维管理员';

const changedHistoryText = '表单修改记录与审计记录不一致，请先联系运维管理员核查';

/** Thrown if the worker has lost its claim: an action changed the order, or another worker claimed the entry. */
class ClaimLostError extends Error {}

interface EntryClaim {
  id: string;
  claim: string;
}

/**
 * Makes packages one after the other, longest waiting first, until none waits or the time limit is reached.
 */
export async function makePackages(context: JobContext): Promise<void> {
  if (await context.space.lacksSpace()) {
    context.log.error({}, 'The disk is nearly full: archive packages are postponed');
    return;
  }
  const end = performance.now() + maxRunMs;
  for (;;) {
    const claim = randomUUID();
    const entry = await queries.claimNextEntry(context.db, claim, silentSeconds);
    if (!entry) return;
    const failed = !(await makePackage(context, entry, { id: entry.workorderId, claim }));
    // Failed packages are retried in the next minute, not at once.
    if (failed) return;
    if (performance.now() > end || context.stopSignal?.aborted) return context.notifier.wake('archive.make');
  }
}

/** Makes one package; returns false after a failure that may be temporary, to end the run. */
async function makePackage(
  context: Context,
  entry: queries.ClaimedEntry,
  entryClaim: EntryClaim,
): Promise<boolean> {
  const storeState = (state: 'failed' | 'reopened', reason = '') =>
    queries.storeOutcome(context.db, entryClaim, { state, reason });
  if (entry.tries > archiveLimits.maxTries) {
    await storeState('failed', packagingFailedText);
    return true;
  }
  try {
    const order = await findWholeOrder(context.db, entryClaim.id);
    if (!order?.endedAt) {
      await storeState('reopened');
      return true;
    }
    const assignedPlace = await findAssignedPlace(context, entry, order, entryClaim);
    if (assignedPlace === undefined) {
      await storeState('failed', missingFondsText);
      return true;
    }
    const content = await collectPackageContent(context, order, assignedPlace);
    await storePackage(context, entry, entryClaim, {
      order,
      assignedPlace,
      plan: planPackage(context, content, context.now()),
    });
    return true;
  } catch (error) {
    if (error instanceof ClaimLostError) return true;
    context.log.error({ error, workorderId: entryClaim.id }, 'An archive package could not be created');
    if (error instanceof FileChangedError) {
      await storeState('failed', `附件“${error.title}”缺失或与登记不一致，请先核对该办件的附件`);
      return true;
    }
    if (error instanceof HistoryChangedError) {
      await storeState('failed', changedHistoryText);
      return true;
    }
    if (entry.tries >= archiveLimits.maxTries) await storeState('failed', packagingFailedText);
    else await queries.storeOutcome(context.db, entryClaim, { state: 'waiting' });
    return false;
  }
}

/** Returns the parts of an order's archive number, assigned once; undefined while its organisation has no 全宗号. */
async function findAssignedPlace(
  { db }: Context,
  entry: queries.ClaimedEntry,
  order: WholeOrder,
  entryClaim: EntryClaim,
): Promise<AssignedPlace | undefined> {
  const fonds = await queries.findFonds(db, entry.orgId);
  const { year, period, department, item } = entry;
  // An archived entry keeps its archive number and the name of its fonds, whatever the current settings.
  if (entry.fonds !== null && year !== null && period !== null && department !== null && item !== null) {
    const place = { fonds: entry.fonds, year, period, department, item };
    return { place, fondsName: entry.fondsName ?? fonds?.name ?? order.office.name };
  }
  if (fonds === undefined) return undefined;
  const settings = (await queries.findItemSettings(db, entry.taskCode)) ?? defaultArchiveItem;
  const filing = {
    fonds: fonds.code,
    fondsName: fonds.name,
    year: Number(localDateOf(order.endedAt ?? new Date(0)).slice(0, 4)),
    period: isRetentionPeriod(settings.period) ? settings.period : defaultArchiveItem.period,
    department: settings.department,
  };
  const place = await inTransaction(db, async (tx) => {
    const assignedPlace = await queries.assignPlace(
      tx,
      entryClaim.id,
      entryClaim.claim,
      filing,
      archiveNumber,
    );
    if (!assignedPlace) throw new ClaimLostError();
    return assignedPlace;
  });
  return { place, fondsName: fonds.name };
}

/**
 * Writes the package to a temporary file, and stores it together with its row; a package with the same
 * content is not stored twice.
 */
async function storePackage(
  context: Context,
  entry: queries.ClaimedEntry,
  entryClaim: EntryClaim,
  { order, assignedPlace, plan }: { order: WholeOrder; assignedPlace: AssignedPlace; plan: PackagePlan },
): Promise<void> {
  const concludedOn = localDateOf(order.endedAt ?? context.now());
  const entryData = {
    title: order.title,
    concludedOn,
    keptUntil: retentionEnd(concludedOn, assignedPlace.place.period) ?? null,
  };
  if ((await queries.findDigest(context.db, entryClaim.id, entry.version)) === plan.digest) {
    await queries.storeOutcome(context.db, entryClaim, {
      state: 'kept',
      entry: { ...entryData, version: entry.version },
    });
    return;
  }
  const bytesId = context.newId();
  const version = entry.version + 1;
  const { file, ...digestAndKey } = await writeTemporaryFile(context, entryClaim, plan, bytesId);
  await file.keep();
  let hasClaim = false;
  try {
    hasClaim = await inTransaction(context.db, async (tx) => {
      if (!(await queries.storeOutcome(tx, entryClaim, { state: 'kept', entry: { ...entryData, version } })))
        return false;
      const { size } = file;
      const { digest, parts } = plan;
      const files = order.files.length;
      const madeAt = context.now();
      await queries.insertPackage(tx, {
        workorderId: entryClaim.id,
        version,
        bytesId,
        ...digestAndKey,
        size,
        digest,
        parts,
        files,
        madeAt,
      });
      await appendAudit(tx, context, {
        chain: 'archive',
        actor: undefined,
        action: 'archive.package',
        objectKind: 'archive',
        objectId: entryClaim.id,
        detail: {
          number: archiveNumber(assignedPlace.place),
          version,
          size,
          sha256: digestAndKey.sha256,
          files,
        },
        requestId: entryClaim.claim,
      });
      return true;
    });
  } catch (error) {
    // It may have been committed all the same: the bytes stay marked as doubtful, and a later check of the
    // database decides.
    context.log.warn({ error }, 'It is not known whether an archive package was recorded');
    throw error;
  }
  await (hasClaim ? context.files.confirm(bytesId) : context.files.remove(bytesId));
  if (!hasClaim) throw new ClaimLostError();
}

/**
 * Writes the encrypted bytes of a package to a temporary file; the digest is that of the unencrypted bytes,
 * which are downloaded.
 */
async function writeTemporaryFile(
  context: Context,
  entryClaim: EntryClaim,
  plan: PackagePlan,
  bytesId: string,
): Promise<{ file: IncomingFile; sha256: string; keySealed: string }> {
  const hash = createHash('sha256');
  const { stream, keySealed } = createEncryptionStream(context.crypto);
  let reportedAt = performance.now();
  const hashingStream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      if (performance.now() - reportedAt < reportIntervalMs) return done(null, chunk);
      reportedAt = performance.now();
      queries.renewClaim(context.db, entryClaim.id, entryClaim.claim).then(
        (hasClaim) => (hasClaim ? done(null, chunk) : done(new ClaimLostError())),
        (error: Error) => done(error),
      );
    },
  });
  // An error ends the whole chain; the reader of the last stream receives it.
  pipeline(plan.bytes(), hashingStream, stream, () => undefined);
  const file = await context.files.receive(bytesId, stream);
  return { file, sha256: hash.digest('hex'), keySealed: keySealed() };
}
