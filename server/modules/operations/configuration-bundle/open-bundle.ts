import { z } from 'zod';
import {
  type BundlePart,
  bundleLimit,
  bundlePartNames,
  bundleParts,
  problemOfRows,
} from '#domain/office/bundle-parts.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isOneLine } from '#domain/texts/characters.ts';
import { invalidCharactersText, readInnerJson } from '#domain/texts/json-shape.ts';
import type { UnpackedBundle } from '#server/adapters/file-processing/conversion/processing-job.ts';
import type { Context } from '#server/framework/context.ts';
import { BundleRows } from './bundle-rows.ts';
import { type BundleManifest, fingerprintOf, verifySignature } from './signing.ts';

/** A bundle with a valid signature and valid checksums. */
export interface OpenedBundle {
  manifest: BundleManifest;
  signer: string;
  rows: Partial<Record<BundlePart, BundleRows>>;
}

const Manifest: z.ZodType<BundleManifest> = z.strictObject({
  format: z.literal(1),
  kind: z.literal('banjian-office-package'),
  office: z.string().max(200).refine(isOneLine),
  version: z.string().max(40).refine(isOneLine),
  at: z.iso.datetime(),
  parts: z
    .array(
      z.strictObject({
        part: z.enum(bundlePartNames),
        file: z.string().regex(/^[a-z-]{1,40}\.json$/),
        rows: z.number().int().min(0).max(bundleLimit.rows),
        bytes: z.number().int().min(0).max(bundleLimit.unpackedBytes),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(bundleLimit.parts),
  publicKey: z.string().max(200),
  signature: z.string().max(200),
});

/** Maximum number of values in a manifest: about twenty for each part, and each part occurs once. */
const maxManifestValues = 1_000;
const refuseFile = (message: string) => refuse('badInput', { problems: [{ field: 'file', message }] });
const changedText = '配置包的内容与签名不符，可能已被改动，请向来源单位重新索取';

/** Reads an untrusted file in a child process with a deadline; it is not stored. */
export async function openBundle(
  { conversionPool }: Pick<Context, 'conversionPool'>,
  requester: string,
  file: string,
): Promise<OpenedBundle | Refusal<'badInput'>> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(file) || file.length % 4 !== 0)
    return refuseFile('文件内容不是有效的Base64');
  const bytes = Buffer.from(file, 'base64');
  if (bytes.length > bundleLimit.bytes)
    return refuseFile(`办公配置包不能超过 ${bundleLimit.bytes / 1_048_576} MB`);
  const { parts: maxParts, unpackedBytes: maxBytes, values: maxValues } = bundleLimit;
  const request = {
    work: 'readBundle',
    bytes,
    maxParts,
    maxBytes,
    maxValues,
  } as const;
  const result = await conversionPool.make(request, requester);
  if (result === undefined) return refuseFile('文件过大或过于复杂，不能读取');
  if ('problem' in result) {
    return refuseFile(
      result.problem === 'otherFormat' ? '不是办公配置包（.zip）' : '文件已损坏或含有不安全的内容',
    );
  }
  return readParts(result);
}

function readParts({ manifest: text, files }: UnpackedBundle): OpenedBundle | Refusal<'badInput'> {
  const parsed = readInnerJson(text, { values: maxManifestValues });
  const validated = Manifest.safeParse('value' in parsed ? parsed.value : undefined);
  if (!validated.success) return refuseFile('不是办公配置包，或由更新的版本导出');
  const manifest = validated.data;
  if (!verifySignature(manifest)) return refuseFile(changedText);
  const rows: OpenedBundle['rows'] = {};
  const byName = new Map(files.map((entry) => [entry.name, entry]));
  for (const { part, file, sha256 } of manifest.parts) {
    const entry = byName.get(file);
    if (entry?.sha256 !== sha256 || entry.problem === 'notAList' || Object.hasOwn(rows, part))
      return refuseFile(changedText);
    // Every call refuses such texts, so no office can have exported them.
    if (entry.problem !== undefined)
      return refuseFile(
        `${bundleParts[part].title}：${entry.problem === 'tooLarge' ? '内容过多或层级过深' : invalidCharactersText}`,
      );
    rows[part] = new BundleRows(entry.rows);
    const tooMany = problemOfRows(part, rows[part].length);
    if (tooMany !== undefined) return refuseFile(tooMany);
  }
  if (files.length !== manifest.parts.length) return refuseFile(changedText);
  return { manifest, signer: fingerprintOf(manifest.publicKey), rows };
}
