import type { z } from 'zod';
import type { OutputOf } from '#contract/endpoint.ts';
import type { sharedElements as calls } from '#contract/shared-elements.ts';
import type { ElementFile } from '#contract/work-order-form.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import type { FormModel } from '#domain/forms/model.ts';
import {
  problemsOfSharedElements,
  sharedElementCodesOf,
  sharedElementFileRule,
  sharedElementLimits,
  usesOfSharedElements,
} from '#domain/forms/shared-elements.ts';
import { isRefusal, type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { checkFilesOfPlace } from '#domain/uploads/upload-rule.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { digestOfDialogState, refuseOverwriting } from '#server/modules/access/audit/service.ts';
import { lockFreeUpload } from '#server/modules/records/files/service.ts';
import * as queries from './queries.ts';

/** Lists all shared elements with the fields that carry their codes. */
export async function listSharedElements(db: Db): Promise<OutputOf<typeof calls.list>> {
  const uses = usesOfSharedElements(await queries.listFormsWithElements(db));
  const rows = await queries.listElements(db);
  return {
    rows: rows.map((row) => ({
      code: row.code,
      name: row.name,
      remark: row.remark,
      file: fileOf(row),
      updatedAt: row.updatedAt.toISOString(),
      updatedBy: row.updatedBy,
      usedBy: [...(uses.get(row.code) ?? [])],
      digest: digestOf(row),
    })),
  };
}

const fileOf = ({ fileId, fileName, fileSize }: queries.ElementRow): ElementFile => ({
  id: fileId,
  name: fileName,
  size: fileSize,
});

const digestOf = ({ name, remark, fileId }: Pick<queries.ElementRow, 'name' | 'remark' | 'fileId'>) =>
  digestOfDialogState([name, remark, fileId]);

/** Returns the files of the shared elements whose codes these forms carry; without a query if they carry none. */
export async function filesOfForms(
  db: Db,
  forms: readonly Pick<CompiledForm, 'elementCodes'>[],
): Promise<ReadonlyMap<string, ElementFile>> {
  const codes = new Set(forms.flatMap(({ elementCodes }) => [...elementCodes]));
  if (codes.size === 0) return new Map();
  return new Map((await queries.listElementsByCode(db, [...codes])).map((row) => [row.code, fileOf(row)]));
}

/**
 * Returns the problems of the codes that a form to be published carries; `lock` keeps the shared elements as they are
 * until the form is published.
 */
export async function problemsOfElementsInForm(
  db: Db,
  { schema }: FormModel,
  lock: () => Promise<void> = async () => undefined,
): Promise<Problem[]> {
  const codes = sharedElementCodesOf(schema.fields);
  if (codes.size === 0) return [];
  await lock();
  const rows = await queries.listElementsByCode(db, [...codes]);
  return problemsOfSharedElements(schema.fields, new Set(rows.map(({ code }) => code)));
}

/** What an audit record says about a shared element. */
interface RecordedElement {
  name: string;
  remark: string;
  file: string;
  sha256: string;
}

const recordOf = ({ name, remark, fileName, sha256 }: queries.ElementRow): RecordedElement => ({
  name,
  remark,
  file: fileName,
  sha256,
});

type ChangeRefusal = Refusal<'badInput' | 'notFound' | 'dataChanged'>;

/** Adds a shared element with an own upload of this person as its file. */
export async function createElement(
  tx: Tx,
  context: Pick<Context, 'now'>,
  actor: Pick<Actor, 'staffId' | 'name'>,
  element: z.output<typeof calls.create.body>,
): Promise<RecordedElement | Refusal<'badInput'>> {
  await queries.lockElements(tx);
  const rows = await queries.listElements(tx);
  const { code, name, remark, fileId } = element;
  const file = await takeFile(tx, actor, fileId);
  const problems = [
    ...(rows.some((row) => row.code === code)
      ? [{ field: 'code', message: '已有共享要素使用这个编码' }]
      : []),
    ...problemsOfName(name, rows),
    ...(rows.length >= sharedElementLimits.elements
      ? [{ field: 'code', message: `共享要素不能超过${sharedElementLimits.elements}个` }]
      : []),
    ...file.problems,
  ];
  if (problems.length > 0) return refuse('badInput', { problems });
  return await write(tx, context, actor, { code, name, remark, fileId });
}

/** Changes name, remark and file of a shared element; without a new file its file stays. */
export async function changeElement(
  tx: Tx,
  context: Pick<Context, 'now'>,
  actor: Pick<Actor, 'staffId' | 'name'>,
  code: string,
  change: z.output<typeof calls.change.body>,
): Promise<{ was: RecordedElement; now: RecordedElement } | ChangeRefusal> {
  const current = await lockElement(tx, code, change.digest);
  if (isRefusal(current)) return current;
  const { name, remark, fileId = current.fileId } = change;
  const others = (await queries.listElements(tx)).filter((row) => row.code !== code);
  const file = fileId === current.fileId ? { problems: [] } : await takeFile(tx, actor, fileId);
  const problems = [...problemsOfName(name, others), ...file.problems];
  if (problems.length > 0) return refuse('badInput', { problems });
  return { was: recordOf(current), now: await write(tx, context, actor, { code, name, remark, fileId }) };
}

/** Deletes a shared element whose code no form in use carries. */
export async function removeElement(
  tx: Tx,
  code: string,
  digest: string | undefined,
): Promise<RecordedElement | Refusal<'notFound' | 'dataChanged' | 'stillUsed'>> {
  const current = await lockElement(tx, code, digest);
  if (isRefusal(current)) return current;
  const uses = usesOfSharedElements(await queries.listFormsWithElements(tx)).get(code) ?? [];
  if (uses.length > 0)
    return refuse('stillUsed', {
      message: `仍在使用，不能删除：${placesText(uses.map(({ text }) => text))}`,
    });
  await queries.deleteElement(tx, code);
  return recordOf(current);
}

const maxNamedPlaces = 5;

const placesText = (places: readonly string[]) =>
  places.slice(0, maxNamedPlaces).join('、') +
  (places.length > maxNamedPlaces ? ` 等 ${places.length} 处` : '');

async function lockElement(tx: Tx, code: string, digest: string | undefined) {
  await queries.lockElements(tx);
  const current = await queries.findElement(tx, code);
  if (!current) return refuse('notFound', { message: '未找到该共享要素' });
  const refusal = await refuseOverwriting(tx, {
    over: digest,
    current: digestOf(current),
    title: '共享要素',
    lastChange: { name: current.updatedBy, at: current.updatedAt },
  });
  return refusal ?? current;
}

const problemsOfName = (name: string, others: readonly queries.ElementRow[]): Problem[] =>
  others.some((row) => row.name === name) ? [{ field: 'name', message: '已有同名的共享要素' }] : [];

/** Locks an own upload that becomes the file of a shared element, and checks its format and size. */
async function takeFile(
  tx: Tx,
  { staffId }: Pick<Actor, 'staffId'>,
  fileId: string,
): Promise<{ problems: Problem[] }> {
  const file = await lockFreeUpload(tx, staffId, fileId);
  const messages = file
    ? checkFilesOfPlace([file], sharedElementFileRule)
    : ['文件不存在或已用于别处，请重新上传'];
  return { problems: messages.map((message) => ({ field: 'fileId', message })) };
}

async function write(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  actor: Pick<Actor, 'name'>,
  element: { code: string; name: string; remark: string; fileId: string },
): Promise<RecordedElement> {
  await queries.upsertElement(tx, { ...element, updatedAt: now(), updatedBy: actor.name });
  const stored = await queries.findElement(tx, element.code);
  if (!stored) throw new Error(`The shared element ${element.code} was not stored`);
  return recordOf(stored);
}

export { type ElementRow, keepElements, listElements, lockElements, upsertElement } from './queries.ts';
