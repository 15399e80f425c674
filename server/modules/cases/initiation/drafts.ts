import type { z } from 'zod';
import type { RefusalOf } from '#contract/endpoint.ts';
import type { DraftRow, initiation } from '#contract/initiation.ts';
import type { Actor } from '#domain/access/actor.ts';
import { deletedDraftRetentionDays } from '#domain/drafts/limits.ts';
import { WorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { type UnplacedValue, unplacedValues } from '#domain/forms/unplaced-values.ts';
import { mapMarkedFields } from '#domain/forms/wrapped-values.ts';
import { withoutWriteOnlyValues } from '#domain/forms/write-only.ts';
import { offsetOf } from '#domain/lists/paging.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { WrapField } from '#server/framework/routing/form-key.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import type { AnswerText } from '#server/kernel/http/envelope.ts';
import { type ActingCall, actOnce } from '#server/modules/access/audit/service.ts';
import { findCurrentItem, isVersionOf } from '#server/modules/design/catalogue/service.ts';
import { findPublishedForm, formCodeOf, type SubmittedForm } from '#server/modules/design/forms/service.ts';
import { attachFilesToDraft } from '#server/modules/records/files/service.ts';
import * as queries from './queries.ts';
import { excerptOfForms, titleIn, unprotectedTitleFields } from './title.ts';

type SaveDraftInput = z.output<typeof initiation.saveDraft.body>;

/**
 * Complete content of a draft, encrypted as one text, because it is not checked yet which values are
 * sensitive.
 */
interface DraftContent {
  applyer: Record<string, unknown>;
  workorderForms: SubmittedForm[];
  /** Code of the order whose 复查 or 复核 it is to be; missing in any other draft. */
  reviewOf?: string;
}

/** Stores the typed content; only the item is checked, and that another page has not saved a newer one. */
export function saveDraft(
  call: ActingCall<typeof initiation.saveDraft> & { actor: Actor },
  input: SaveDraftInput,
): Promise<AnswerText | RefusalOf<typeof initiation.saveDraft>> {
  const { context, actor } = call;
  return actOnce(call, async (tx) => {
    const item = await findCurrentItem(tx, input.taskCode);
    if (!item) return refuse('itemNotAvailable');
    // A draft keeps the version with which it was begun.
    if (item.id !== input.itemDeployId && !(await isVersionOf(tx, input.taskCode, input.itemDeployId)))
      return refuse('badInput', { problems: [{ field: 'itemDeployId', message: '事项版本不存在' }] });
    const now = context.now();
    const content: DraftContent = {
      applyer: input.applyer,
      workorderForms: await Promise.all(input.workorderForms.map((form) => formOfDraft(context, form))),
      ...(input.reviewOf !== undefined && { reviewOf: input.reviewOf }),
    };
    const draft: queries.DraftWrite = {
      id: input.id ?? context.newId(),
      staffId: actor.staffId,
      taskCode: input.taskCode,
      itemId: input.itemDeployId,
      itemName: item.name,
      title:
        titleIn(
          await unprotectedTitleFields(context.db, item, tx),
          input.workorderForms.map(({ content }) => content),
        ) ?? item.name,
      sealed: context.crypto.seal(JSON.stringify(content)),
      pageId: input.pageId ?? null,
      now,
    };
    const updatedAt = await writeDraft(tx, draft, input);
    if (isRefusal(updatedAt)) return updatedAt;
    await attachFilesToDraft(tx, draft, input.workorderForms);
    return {
      answer: { id: draft.id, updatedAt: updatedAt.toISOString() },
      auditRecord: auditRecordOf(actor, 'draft.save', draft.id, { taskCode: input.taskCode }),
    };
  });
}

/** Writes the draft; returns the time under which it is stored, or the reason why it cannot be overwritten. */
async function writeDraft(
  tx: Tx,
  draft: queries.DraftWrite,
  { id, over }: SaveDraftInput,
): Promise<Date | Refusal<'notFound' | 'draftChanged'>> {
  if (id === undefined) {
    await queries.insertDraft(tx, draft);
    return draft.now;
  }
  const updatedAt = await queries.updateDraft(tx, draft, over);
  if (updatedAt) return updatedAt;
  const stored = await queries.findDraft(tx, draft.staffId, id);
  return stored?.deleted_at === null && stored.task_code === draft.taskCode
    ? refuse('draftChanged')
    : refuseLostDraft();
}

/** Returns a form as the draft stores it: without the values that no client gets back, as the draft's page would. */
async function formOfDraft({ db }: Context, { formId, content }: SubmittedForm): Promise<SubmittedForm> {
  const form = await findPublishedForm(db, formId);
  return { formId, content: form ? withoutWriteOnlyValues(form.compiled, content) : content };
}

function refuseLostDraft(): Refusal<'notFound'> {
  return refuse('notFound', { message: '草稿已不存在' });
}

/**
 * Returns the audit record of a change of a draft. Only the owner sees a draft, so each person has a chain:
 * autosaves of one never wait for those of another.
 */
function auditRecordOf(actor: Actor, action: string, objectId: string, detail: Record<string, unknown>) {
  return { chain: `draft:${actor.staffId}`, action, objectKind: 'draft', objectId, detail };
}

/**
 * Returns the audit record for several drafts, only for those that were changed; its object is the person, because
 * an id that joins many ids would be too long for an index.
 */
function auditRecordOfMany(actor: Actor, action: string, ids: readonly string[]) {
  const [only, ...more] = ids;
  if (only !== undefined && more.length === 0) return auditRecordOf(actor, action, only, {});
  return { ...auditRecordOf(actor, action, actor.staffId, { drafts: ids }), objectKind: 'staff' };
}

function openDraft(context: Context, sealed: string): DraftContent {
  return JSON.parse(context.crypto.open(sealed, 'draft')) as DraftContent;
}

/** Returns the name of the applicant from the card: a person or an organisation. */
function applicantNameOf({ applyer }: DraftContent): string {
  const name = applyer.applyerKind === 'organisation' ? applyer.legalName : applyer.name;
  return typeof name === 'string' ? name : '';
}

type DraftRecord = NonNullable<Awaited<ReturnType<typeof queries.findDraft>>>;

const retentionMs = deletedDraftRetentionDays * 86_400_000;

async function presentDraft(context: Context, row: DraftRecord): Promise<DraftRow & DraftContent> {
  const content = openDraft(context, row.content_sealed);
  const { deleted_at: deletedAt } = row;
  const status = deletedAt === null ? WorkOrderStatus.draft : WorkOrderStatus.draftDeleted;
  return {
    id: row.id,
    status,
    statusLabel: workOrderStatusLabel[status],
    keptUntil: deletedAt && new Date(deletedAt.getTime() + retentionMs).toISOString(),
    taskCode: row.task_code,
    itemName: row.item_name,
    applicantName: applicantNameOf(content),
    title: row.title,
    excerpt: await excerptOfForms(context.db, content.workorderForms),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...content,
  };
}

type DraftQuery = z.output<typeof initiation.draftList.query>;

export function listDrafts(context: Context, actor: Actor, query: DraftQuery) {
  return pageOfDrafts(context, actor, query, { limit: query.size, offset: offsetOf(query) });
}

/** Returns one page of the drafts that a query finds. */
export async function pageOfDrafts(
  context: Context,
  actor: Actor,
  query: DraftQuery,
  page: { limit: number; offset: number },
) {
  const { rows, total } = await queries.listDrafts(context.db, {
    staffId: actor.staffId,
    keyword: query.keyword ?? query.inputValue ?? '',
    deleted: query.status === WorkOrderStatus.draftDeleted,
    sort: query.sort,
    order: query.order ?? 'desc',
    ...page,
  });
  return { rows: await Promise.all(rows.map((row) => presentDraft(context, row))), total };
}

export async function readDraft(context: Context, actor: Actor, id: string, wrapField?: WrapField) {
  const row = await queries.findDraft(context.db, actor.staffId, id);
  if (!row) return refuseLostDraft();
  if (row.deleted_at !== null) return refuse('notFound', { message: '草稿已删除，请先恢复' });
  const presented = await presentDraft(context, row);
  const workorderForms = await Promise.all(
    presented.workorderForms.map(async ({ formId, content }) => {
      const published = wrapField && (await findPublishedForm(context.db, formId));
      return {
        formId,
        formCode: formCodeOf(formId),
        content:
          wrapField && published ? mapMarkedFields(published.compiled.fields, content, wrapField) : content,
      };
    }),
  );
  const unplaced = await unplacedInForms(context, row.task_code, presented.workorderForms);
  const { reviewOf = '' } = presented;
  return { ...presented, workorderForms, itemDeployId: row.business_item_id, reviewOf, unplaced };
}

/** Returns the values of a draft for which the current forms of its item have no field. */
async function unplacedInForms(
  { db }: Context,
  taskCode: string,
  draftForms: readonly SubmittedForm[],
): Promise<UnplacedValue[]> {
  const item = await findCurrentItem(db, taskCode);
  if (item === undefined) return [];
  const currentIds = item.form_definition_ids;
  const unplaced = await Promise.all(
    draftForms.map(async ({ formId, content }) => {
      const before = currentIds.includes(formId) ? undefined : await findPublishedForm(db, formId);
      if (before === undefined) return [];
      const currentId = currentIds.find((id) => formCodeOf(id) === before.code);
      const now = currentId === undefined ? undefined : await findPublishedForm(db, currentId);
      return unplacedValues(before.compiled.fields, now?.compiled.fields ?? [], content);
    }),
  );
  return unplaced.flat();
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type DraftsEndpoint = typeof initiation.deleteDrafts | typeof initiation.restoreDrafts;

/** Returns the ids of a list that is separated by commas; refuses a text that is no id. */
function parseDraftIds(idList: string): string[] | Refusal<'badInput'> {
  const ids = idList.split(',').map((id) => id.trim());
  return ids.every((id) => uuid.test(id))
    ? ids
    : refuse('badInput', { problems: [{ field: 'ids', message: '草稿标识不正确' }] });
}

/** Deletes drafts: they are kept for 30 days, in which their owner may restore them (S1 §4: -1). */
export async function deleteDrafts(
  call: ActingCall<typeof initiation.deleteDrafts> & { actor: Actor },
  idList: string,
): Promise<AnswerText | RefusalOf<DraftsEndpoint>> {
  const ids = parseDraftIds(idList);
  if (isRefusal(ids)) return ids;
  return actOnce(call, async (tx) => {
    const deleted = await queries.markDrafts(tx, call.actor.staffId, ids, call.context.now());
    if (deleted.length === 0) return refuseLostDraft();
    return {
      answer: { deleted: deleted.length },
      auditRecord: auditRecordOfMany(call.actor, 'draft.delete', deleted),
    };
  });
}

/** Restores deleted drafts. */
export async function restoreDrafts(
  call: ActingCall<typeof initiation.restoreDrafts> & { actor: Actor },
  idList: string,
): Promise<AnswerText | RefusalOf<DraftsEndpoint>> {
  const ids = parseDraftIds(idList);
  if (isRefusal(ids)) return ids;
  return actOnce(call, async (tx) => {
    const restored = await queries.markDrafts(tx, call.actor.staffId, ids, null);
    if (restored.length === 0) return refuseLostDraft();
    return {
      answer: { restored: restored.length },
      auditRecord: auditRecordOfMany(call.actor, 'draft.restore', restored),
    };
  });
}

/** Deletes permanently the drafts whose time for restoring is over. */
export async function cleanUpDrafts({ db, log, now }: Context): Promise<number> {
  const before = new Date(now().getTime() - retentionMs);
  const removed = await inTransaction(db, (tx) => queries.removeDeletedDrafts(tx, before));
  if (removed > 0) log.info({ removed }, 'Deleted drafts were removed permanently');
  return removed;
}

const batchSize = 500;

/**
 * Removes values from the titles of drafts that a new version of the form protects (decision 0064). All other
 * content of a draft is encrypted as one text anyway.
 */
export async function updateDraftTitles(context: Context, formCode: string): Promise<void> {
  const { db } = context;
  let last: string | undefined;
  do {
    const rows = await queries.listDraftsWithTitleFields(db, formCode, last, batchSize);
    for (const row of rows) {
      const fields = await unprotectedTitleFields(db, row);
      if (fields.length === row.title_fields.length) continue;
      const contents = openDraft(context, row.content_sealed).workorderForms.map(({ content }) => content);
      const title = titleIn(fields, contents) ?? row.item_name;
      // A person who saves it meanwhile sets its title anyway.
      if (title !== row.title) await inTransaction(db, (tx) => queries.updateDraftTitle(tx, row, title));
    }
    last = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  } while (last !== undefined);
}
