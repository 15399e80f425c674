import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { configurationBundle } from '#contract/configuration-bundle.ts';
import type { Actor } from '#domain/access/actor.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import {
  type BundlePart,
  bundleLimit,
  bundlePartNames,
  bundleParts,
  exportableParts,
  problemOfRows,
} from '#domain/office/bundle-parts.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { manifestFile } from '#server/adapters/file-processing/conversion/read-bundle.ts';
import { type ZipPart, zipBytes } from '#server/adapters/spreadsheets/zip-bytes.ts';
import type { Context } from '#server/framework/context.ts';
import { inSnapshot, inTransaction } from '#server/kernel/database/transaction.ts';
import { iterateCooperatively } from '#server/kernel/scheduling.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { portalVersion } from '#server/modules/operations/installation/service.ts';
import { readWelcome } from '#server/modules/portal/welcome/service.ts';
import { parts } from './parts.ts';
import { listDisabledOrganisations } from './queries.ts';
import { type BundleManifest, ownFingerprint, signManifest } from './signing.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Exports the configuration of the office as a signed file; the audit log records the person. */
export async function exportBundle(
  call: { context: Context; actor: Actor; requestId: string },
  { parts: requestedParts }: z.output<typeof configurationBundle.exportBundle.query>,
) {
  const { context, actor } = call;
  const allowed = exportableParts(actor.permissions);
  const names = requestedParts?.split(',') ?? allowed;
  const unknown = names.find((name) => !(bundlePartNames as readonly string[]).includes(name));
  if (unknown !== undefined)
    return refuse('badInput', { problems: [{ field: 'parts', message: `没有内容“${unknown}”` }] });
  const chosen = bundlePartNames.filter((name) => names.includes(name));
  if (chosen.length === 0 || chosen.some((name) => !allowed.includes(name))) return refuse('forbidden');
  const rows = await inSnapshot(context.db, async (db) => {
    const rowsByPart: [BundlePart, unknown[]][] = [];
    for (const name of chosen) rowsByPart.push([name, await parts[name].read(db, context, actor)]);
    return withoutDisabled(rowsByPart, new Set(await listDisabledOrganisations(db)));
  });
  const files: PartFile[] = [];
  for (const [part, list] of rows) files.push(await fileOf(part, list));
  const refuseParts = (message: string) => refuse('badInput', { problems: [{ field: 'parts', message }] });
  const [tooMany] = files.flatMap(({ entry }) => problemOfRows(entry.part, entry.rows) ?? []);
  if (tooMany !== undefined) return refuseParts(tooMany);
  if (files.reduce((sum, { entry }) => sum + entry.bytes, 0) > bundleLimit.unpackedBytes)
    return refuseParts(`所选内容展开后超过 ${bundleLimit.unpackedBytes / 1_048_576} MB，请分几次导出`);
  const { officeName } = await readWelcome(context);
  const manifest = await signManifest(context, {
    format: 1,
    kind: 'banjian-office-package',
    office: officeName,
    version: portalVersion(),
    at: context.now().toISOString(),
    parts: files.map(({ entry }) => entry),
  });
  const chunks: Uint8Array[] = [];
  const texts: ZipPart[] = [
    { name: manifestFile, text: [JSON.stringify(manifest, null, 1)] },
    ...files.map(({ entry, text }) => ({ name: entry.file, text })),
  ];
  for await (const chunk of zipBytes(texts)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length > bundleLimit.bytes)
    return refuseParts(`所选内容超过 ${bundleLimit.bytes / 1_048_576} MB，请分几次导出`);
  await inTransaction(context.db, (tx) =>
    appendAudit(tx, context, {
      chain: 'office-package',
      action: 'office-package.export',
      objectKind: 'office-package',
      objectId: sha256(manifest.signature).slice(0, 32),
      actor,
      requestId: call.requestId,
      detail: { rows: files.map(({ entry }) => `${bundleParts[entry.part].title} ${entry.rows}`) },
    }),
  );
  const officePrefix = officeName === '' ? '' : `${officeName}-`;
  return {
    fileName: `办公配置包-${officePrefix}${localDateOf(context.now())}.zip`,
    file: bytes.toString('base64'),
    signer: await ownFingerprint(context),
  };
}

interface PartFile {
  entry: BundleManifest['parts'][number];
  text: readonly string[];
}

const chunkLength = 65_536;

/** Returns a list with one row per line; other requests are answered between two rows. */
async function fileOf(part: BundlePart, rows: readonly unknown[]): Promise<PartFile> {
  const hash = createHash('sha256');
  const entry = { part, file: `${part}.json`, rows: rows.length, bytes: 0 };
  const text: string[] = [];
  let chunk = '[';
  const finishChunk = () => {
    text.push(chunk);
    hash.update(chunk);
    entry.bytes += Buffer.byteLength(chunk);
    chunk = '';
  };
  let separator = '\n';
  for await (const row of iterateCooperatively(rows)) {
    chunk += separator + JSON.stringify(row);
    separator = ',\n';
    if (chunk.length > chunkLength) finishChunk();
  }
  chunk += '\n]\n';
  finishChunk();
  return { entry: { ...entry, sha256: hash.digest('hex') }, text };
}

/** Returns the rows without disabled organisations and without the rows that belong to them. */
function withoutDisabled(rowsByPart: [BundlePart, unknown[]][], disabled: ReadonlySet<string>) {
  const excluded = { orgs: disabled, halls: new Set<unknown>() };
  return rowsByPart.map(([part, rows]): [BundlePart, unknown[]] => {
    const remaining = (rows as Record<string, unknown>[]).filter((row) => {
      if (part === 'organisations') return !excluded.orgs.has(String(row.code));
      if (part === 'windows') return !excluded.halls.has(row.hallId);
      const isExcluded = excluded.orgs.has(String(row.orgId));
      if (part === 'halls' && isExcluded) excluded.halls.add(row.code);
      return !isExcluded;
    });
    return [part, remaining];
  });
}
