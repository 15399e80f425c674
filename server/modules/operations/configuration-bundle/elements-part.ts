import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { sharedElements } from '#contract/shared-elements.ts';
import { sharedElementFileRule, sharedElementLimits } from '#domain/forms/shared-elements.ts';
import { bundleFiles } from '#domain/office/bundle-parts.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import {
  type ElementRow,
  listElements,
  lockElements,
  upsertElement,
} from '#server/modules/design/shared-elements/service.ts';
import {
  type CheckedFile,
  receiveFile,
  recordReceived,
  removeBytes,
} from '#server/modules/records/files/service.ts';
import type { BundleRows } from './bundle-rows.ts';
import { type Part, type PartImportResult, unreadableRowProblem } from './part.ts';

const Row = z.strictObject({
  ...sharedElements.create.body.pick({ code: true, name: true, remark: true }).shape,
  file: z.strictObject({
    name: z.string().min(1).max(300),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    /** Base64; null for a file that is too large for a bundle. */
    content: z
      .base64()
      .max(Math.ceil(bundleFiles.maxBytes / 3) * 4)
      .nullable(),
  }),
});
type Row = z.output<typeof Row>;

/** Returns an element with the content of its file, as long as the bundle has room for it. */
async function exportRow(
  { files }: Pick<Context, 'files'>,
  { code, name, remark, fileName, fileSize, sha256, bytesId }: ElementRow,
  isIncluded: boolean,
): Promise<Row> {
  const isSmall = isIncluded && fileSize <= bundleFiles.maxBytes;
  const content = isSmall ? (await buffer(files.read(bytesId))).toString('base64') : null;
  return { code, name, remark, file: { name: fileName, sha256, content } };
}

/** Files that an import needs and the bundle contains, by the code of their element. */
type PreparedFiles = ReadonlyMap<string, CheckedFile | Refusal>;

/**
 * Receives and checks the files that differ from those of this office, before the transaction. Their bytes stay
 * unconfirmed until `finish`.
 */
async function prepareFiles(rows: BundleRows, call: Parameters<NonNullable<Part['prepare']>>[1]) {
  const { context, actor } = call;
  const existing = await elementsByCode(await listElements(context.db));
  const prepared = new Map<string, CheckedFile | Refusal>();
  for await (const [, row] of rows.entries()) {
    const parsed = Row.safeParse(row);
    if (!parsed.success || prepared.size >= bundleFiles.maxFiles) continue;
    const { code, file } = parsed.data;
    if (file.content === null || prepared.has(code) || existing.get(code)?.sha256 === file.sha256) continue;
    const bytes = Buffer.from(file.content, 'base64');
    if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) continue;
    const received = await receiveFile(context, actor, {
      name: file.name,
      bytes,
      rule: sharedElementFileRule,
    });
    if (!isRefusal(received)) await received.file.keep();
    prepared.set(code, received);
  }
  return prepared;
}

const elementsByCode = (rows: readonly ElementRow[]) => new Map(rows.map((row) => [row.code, row]));

const changesOf = (was: ElementRow | undefined, { name, remark, file }: Row, isNewFile: boolean) =>
  [
    { title: '名称', was: was?.name ?? '', now: name },
    { title: '备注', was: was?.remark ?? '', now: remark },
    ...(isNewFile ? [{ title: '样表', was: was?.fileName ?? '', now: newFileText(was, file.name) }] : []),
  ].filter((change) => change.was !== change.now);

const newFileText = (was: ElementRow | undefined, name: string) =>
  was?.fileName === name ? `${name}（新的内容）` : name;

/**
 * Shared elements with their files: each before the forms whose fields carry its code. A file that is too large for a
 * bundle is not in it: an existing element keeps its file, and a new one must be added by a person first.
 */
export const elementsPart: Part = {
  name: 'elements',
  async read(db, context) {
    const rows: Row[] = [];
    let [bytes, files] = [0, 0];
    for (const element of await listElements(db)) {
      const fits = files < bundleFiles.maxFiles && bytes + element.fileSize <= bundleFiles.maxTotalBytes;
      const row = await exportRow(context, element, fits);
      if (row.file.content !== null) [bytes, files] = [bytes + element.fileSize, files + 1];
      rows.push(row);
    }
    return rows;
  },
  prepare: prepareFiles,
  async importRows({ tx, context, actor, requestId }, rows, preparation) {
    const prepared = preparation as PreparedFiles;
    const imported: Required<PartImportResult> = { changes: [], problems: [], notes: [] };
    await lockElements(tx);
    const existing = elementsByCode(await listElements(tx));
    const codes = new Set<string>();
    for await (const [index, row] of rows.entries()) {
      const parsed = Row.safeParse(row);
      if (!parsed.success) {
        imported.problems.push(unreadableRowProblem(`第 ${index + 1} 个共享要素`));
        continue;
      }
      const { code, name, remark, file } = parsed.data;
      const was = existing.get(code);
      const received = was?.sha256 === file.sha256 ? undefined : prepared.get(code);
      const problem = codes.has(code)
        ? `编码“${code}”在配置包中有两个共享要素`
        : problemOfRow(parsed.data, existing, received);
      codes.add(code);
      if (problem !== undefined) {
        imported.problems.push({ name, message: problem });
        continue;
      }
      if (was && was.sha256 !== file.sha256 && !received)
        imported.notes.push(`“${name}”的样表不在配置包中，保留本单位的样表`);
      const isNewFile = received !== undefined && !isRefusal(received);
      const fields = changesOf(was, parsed.data, isNewFile);
      const kind = was ? (fields.length > 0 ? 'changed' : 'same') : 'added';
      imported.changes.push({ kind, key: code, name, fields });
      if (kind === 'same') continue;
      const caller = { actor, requestId };
      const newFile = isNewFile ? await recordReceived(tx, context, caller, received) : undefined;
      const fileId = newFile?.id ?? was?.fileId ?? '';
      await upsertElement(tx, {
        code,
        name,
        remark,
        fileId,
        updatedAt: context.now(),
        updatedBy: actor.name,
      });
      const [stored] = (await listElements(tx)).filter((element) => element.code === code);
      if (stored) existing.set(code, stored);
    }
    return imported;
  },
  async finish(context, preparation) {
    const received = [...(preparation as PreparedFiles).values()];
    await removeBytes(
      context,
      received.flatMap((each) => (isRefusal(each) ? [] : [each.id])),
    );
  },
};

/** Returns why a row cannot be imported: its name is taken, or its file is refused or missing. */
function problemOfRow(
  { code, name, file }: Row,
  existing: ReadonlyMap<string, ElementRow>,
  received: CheckedFile | Refusal | undefined,
): string | undefined {
  const others = [...existing.values()].filter((element) => element.code !== code);
  if (others.some((element) => element.name === name)) return '已有同名的共享要素';
  const was = existing.get(code);
  if (!was && existing.size >= sharedElementLimits.elements)
    return `共享要素不能超过${sharedElementLimits.elements}个`;
  if (received && isRefusal(received)) return `样表“${file.name}”：${received.message ?? '不符合要求'}`;
  if (was || received) return undefined;
  return file.content === null
    ? '样表较大，没有放入配置包，请先在“共享要素”中添加'
    : '样表的内容与校验值不符';
}
