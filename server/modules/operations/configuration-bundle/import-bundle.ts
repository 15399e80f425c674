import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type {
  BundlePartPreview,
  BundleProblem,
  configurationBundle,
} from '#contract/configuration-bundle.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import {
  type BundlePart,
  bundlePartNames,
  bundleParts,
  permittedParts,
} from '#domain/office/bundle-parts.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { iterateCooperatively } from '#server/kernel/scheduling.ts';
import { type ActingCall, actOnce } from '#server/modules/access/audit/service.ts';
import { currentPermissions } from '#server/modules/access/rights/service.ts';
import { clearPublishedCache } from '#server/modules/cases/documents/service.ts';
import { clearFormCache } from '#server/modules/design/forms/service.ts';
import { clearHolidayCache } from '#server/modules/organisation/holidays/service.ts';
import { lockOffice } from '#server/modules/organisation/office/service.ts';
import type { BundleRows } from './bundle-rows.ts';
import { type OpenedBundle, openBundle } from './open-bundle.ts';
import type { PartImportResult } from './part.ts';
import { parts as allParts } from './parts.ts';
import { isKnownSigner, listRolesWith, lockBundles, recordSigner } from './queries.ts';
import { ownFingerprint } from './signing.ts';

interface BundleCall {
  context: Context;
  actor: Actor;
  requestId: string;
}
type PreparedParts = [BundlePart, rows: BundleRows, prepared: unknown][];
type ImportedParts = [BundlePart, PartImportResult][];

/** Runs the slow preparation of the chosen parts, before the transaction. */
async function prepare(
  { rows }: OpenedBundle,
  call: Pick<BundleCall, 'context' | 'actor'>,
  chosen: readonly BundlePart[],
): Promise<PreparedParts> {
  const prepared: PreparedParts = [];
  for (const name of bundlePartNames) {
    const rowsOfPart = chosen.includes(name) ? rows[name] : undefined;
    if (rowsOfPart) prepared.push([name, rowsOfPart, await allParts[name].prepare?.(rowsOfPart, call)]);
  }
  return prepared;
}

/**
 * Ends the preparation after the transaction. It is left out if the transaction threw, because it may have been
 * committed: the nightly clean-up decides then about bytes that were prepared.
 */
async function finish(context: Context, prepared: PreparedParts): Promise<void> {
  for (const [name, , preparation] of prepared) await allParts[name].finish?.(context, preparation);
}

/**
 * Imports all parts. Locks the office first and accounts second, in the same order as
 * `actIfStillAllowed`, which is not used here because each part has a permission of its own. An administrator who
 * lost a permission while the request waited imports nothing (0085).
 */
async function importParts(
  tx: Tx,
  { context, actor, requestId }: BundleCall,
  prepared: PreparedParts,
): Promise<ImportedParts | Refusal<'forbidden'>> {
  await lockOffice(tx);
  const allowed = permittedParts(await currentPermissions(tx, actor.staffId));
  if (prepared.some(([name]) => !allowed.includes(name))) return refuse('forbidden');
  const parts: ImportedParts = [];
  for (const [name, rows, preparation] of prepared) {
    const imported = await allParts[name].importRows({ tx, context, actor, requestId }, rows, preparation);
    parts.push([name, { ...imported, problems: [...imported.problems, ...duplicatesIn(imported.changes)] }]);
  }
  return parts;
}

/**
 * Returns a problem for each key that occurs more than once in one part, because it is unclear which of its
 * rows is valid.
 */
function duplicatesIn(changes: PartImportResult['changes']): PartImportResult['problems'] {
  const byKey = Map.groupBy(changes, ({ key }) => key);
  return [...byKey].flatMap(([key, duplicates]) => {
    const message = `“${key}”在包中出现了 ${duplicates.length} 次`;
    return duplicates.length > 1 ? [{ name: duplicates[0]?.name ?? key, message }] : [];
  });
}

const problemsIn = (imported: ImportedParts): BundleProblem[] =>
  imported.flatMap(([part, { problems }]) => problems.map((problem) => ({ part, ...problem })));
const countOf = (imported: ImportedParts, kind: 'added' | 'changed') =>
  imported.reduce((sum, [, { changes }]) => sum + changes.filter((change) => change.kind === kind).length, 0);

/** Returns the digest of the preview: the bundle by its signature, and all its effects. */
async function digestOf({ manifest }: OpenedBundle, imported: ImportedParts): Promise<string> {
  const hash = createHash('sha256').update(`${manifest.signature}\n`);
  for (const [part, { changes }] of imported) {
    hash.update(`${part} ${changes.length}\n`);
    for await (const change of iterateCooperatively(changes)) hash.update(`${JSON.stringify(change)}\n`);
  }
  return hash.digest('base64url');
}

/** Error that rolls the transaction back, and returns the preview to the caller. */
class PreviewRollback extends Error {
  readonly imported: ImportedParts;

  constructor(imported: ImportedParts) {
    super('A preview is rolled back');
    this.imported = imported;
  }
}

/** Returns the changes that the bundle would make in this portal: imports it, and rolls back. */
export async function preview(
  { context, actor, requestId }: BundleCall,
  { file, parts: requestedParts }: z.output<typeof configurationBundle.preview.body>,
): Promise<OutputOf<typeof configurationBundle.preview> | Refusal<'badInput' | 'forbidden'>> {
  const allowed = permittedParts(actor.permissions);
  if (allowed.length === 0) return refuse('forbidden');
  const opened = await openBundle(context, actor.staffId, file);
  if (isRefusal(opened)) return opened;
  const prepared = await prepare(
    opened,
    { context, actor },
    allowed.filter((name) => requestedParts?.includes(name) ?? true),
  );
  const imported = await previewBundle({ context, actor, requestId }, prepared);
  await finish(context, prepared);
  if (isRefusal(imported)) return imported;
  const problems = problemsIn(imported);
  const { manifest, signer } = opened;
  return {
    digest: await digestOf(opened, imported),
    source: {
      office: manifest.office,
      signer,
      at: manifest.at,
      version: manifest.version,
      isOwn: signer === (await ownFingerprint(context)),
      isKnown: await isKnownSigner(context.db, signer),
    },
    parts: await presentParts(context, opened, { allowed, imported: new Map(imported) }),
    wrong: problems.length,
    problems: problems.slice(0, sheetLimits.maxListedProblems),
  };
}

async function previewBundle(
  call: BundleCall,
  prepared: PreparedParts,
): Promise<ImportedParts | Refusal<'forbidden'>> {
  try {
    return await inTransaction(call.context.db, async (tx) => {
      const imported = await importParts(tx, call, prepared);
      if (isRefusal(imported)) return imported;
      throw new PreviewRollback(imported);
    });
  } catch (error) {
    if (error instanceof PreviewRollback) return error.imported;
    throw error;
  }
}

async function presentParts(
  { db }: Pick<Context, 'db'>,
  { rows }: OpenedBundle,
  {
    allowed,
    imported,
  }: { allowed: readonly BundlePart[]; imported: ReadonlyMap<BundlePart, PartImportResult> },
): Promise<BundlePartPreview[]> {
  const previews: BundlePartPreview[] = [];
  for (const part of bundlePartNames) {
    const rowsOfPart = rows[part];
    if (!rowsOfPart) continue;
    const { changes = [], notes = [] } = imported.get(part) ?? {};
    const changesOf = (kind: 'added' | 'changed' | 'same') =>
      changes.filter((change) => change.kind === kind);
    const { title, permissions } = bundleParts[part];
    previews.push({
      part,
      title,
      allowed: allowed.includes(part),
      by: (await listRolesWith(db, permissions)).join('、'),
      compared: imported.has(part),
      notes: notes.slice(0, sheetLimits.maxListedProblems),
      rows: rowsOfPart.length,
      added: changesOf('added').length,
      changed: changesOf('changed').length,
      same: changesOf('same').length,
      // Overwritten rows come first, because there are fewer of them and they could be overlooked.
      changes: [...changesOf('changed'), ...changesOf('added'), ...changesOf('same')].slice(
        0,
        sheetLimits.maxListedRows,
      ),
    });
  }
  return previews;
}

/**
 * Imports the chosen parts completely or not at all: if there is a problem, or if the data changed since the
 * preview, nothing is written.
 */
export async function apply(
  call: ActingCall<typeof configurationBundle.apply> & BundleCall,
  { file, parts: chosen, digest, signer: comparedSigner }: z.output<typeof configurationBundle.apply.body>,
) {
  const { context, actor, requestId } = call;
  const allowed = permittedParts(actor.permissions);
  if (chosen.some((name) => !allowed.includes(name))) return refuse('forbidden');
  const opened = await openBundle(context, actor.staffId, file);
  if (isRefusal(opened)) return opened;
  const { manifest, signer, rows } = opened;
  const missing = chosen.find((name) => rows[name] === undefined);
  if (missing !== undefined) return problemAt('parts', `配置包中没有${bundleParts[missing].title}`);
  const ownSigner = await ownFingerprint(context);
  const prepared = await prepare(opened, call, chosen);
  const answer = await actOnce(call, async (tx) => {
    await lockBundles(tx);
    if (signer !== ownSigner && signer !== comparedSigner && !(await isKnownSigner(tx, signer)))
      return problemAt('signer', '请先与来源单位核对签名指纹');
    const imported = await importParts(tx, { context, actor, requestId }, prepared);
    if (isRefusal(imported)) return imported;
    const problems = problemsIn(imported);
    if (problems.length > 0)
      return refuse('badInput', { problems: problems.slice(0, 500).map(presentProblem) });
    if ((await digestOf(opened, imported)) !== digest) return refuse('sheetStale');
    if (signer !== ownSigner) {
      const confirmation = {
        office: manifest.office,
        confirmedBy: actor.staffId,
        confirmedAt: context.now(),
      };
      await recordSigner(tx, { fingerprint: signer, ...confirmation });
    }
    const counts = { added: countOf(imported, 'added'), changed: countOf(imported, 'changed') };
    const byPart = imported.map(([part, { changes }]) => ({
      part: bundleParts[part].title,
      added: changes.filter(({ kind }) => kind === 'added').length,
      changed: changes.filter(({ kind }) => kind === 'changed').length,
    }));
    return {
      answer: counts,
      auditRecord: {
        chain: 'office-package',
        action: 'office-package.import',
        objectKind: 'office-package',
        objectId: createHash('sha256').update(manifest.signature).digest('hex').slice(0, 32),
        detail: { office: manifest.office, signer, madeAt: manifest.at, digest, ...counts, parts: byPart },
      },
    };
  });
  await finish(context, prepared);
  if (!isRefusal(answer)) {
    clearFormCache(context.db);
    clearPublishedCache(context.db);
    clearHolidayCache(context.db);
    context.notifier.wake('work-order.calendar');
    if (chosen.includes('archive')) context.notifier.wake('archive.make');
  }
  return answer;
}

const problemAt = (field: string, message: string) => refuse('badInput', { problems: [{ field, message }] });
const presentProblem = ({ part, name, message }: BundleProblem) => ({
  field: `${bundleParts[part].title} ${name}`,
  message,
});
