import type { z } from 'zod';
import type { DraftRow, initiation } from '#contract/initiation.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { findCurrentItem } from '#server/modules/catalogue/service.ts';
import * as queries from './queries.ts';

type SaveDraftInput = z.output<typeof initiation.saveDraft.body>;

/** All that a draft holds, sealed as one text: nobody has checked yet what is sensitive in it. */
interface DraftContent {
  applyer: Record<string, unknown>;
  workorderForms: { formCode: string; content: Record<string, unknown> }[];
}

/** Saves what was typed so far; nothing is validated but the item. */
export async function saveDraft(
  context: Context,
  actor: Actor,
  input: SaveDraftInput,
): Promise<{ id: string; updatedAt: string } | Refusal> {
  const item = await findCurrentItem(context.db, input.taskCode);
  if (!item) return refuse('itemNotAvailable');
  const now = context.now();
  const content: DraftContent = { applyer: input.applyer, workorderForms: input.workorderForms };
  const draft: queries.DraftWrite = {
    id: input.id ?? context.newId(),
    staffId: actor.staffId,
    taskCode: input.taskCode,
    itemId: input.itemDeployId,
    itemName: item.name,
    title: titleOf(item.title_fields, input) ?? item.name,
    sealed: context.crypto.seal(JSON.stringify(content)),
    now,
  };
  return inTransaction(context.db, async (tx) => {
    if (input.id === undefined) await queries.insertDraft(tx, draft);
    else if (!(await queries.updateDraft(tx, draft))) return refuse('notFound', { message: '草稿已不存在' });
    return { id: draft.id, updatedAt: now.toISOString() };
  });
}

function titleOf(fields: readonly string[], { workorderForms }: SaveDraftInput): string | undefined {
  const values = workorderForms.flatMap(({ content }) => fields.map((field) => content[field]));
  const title = values.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof title === 'string' ? title.trim().slice(0, 200) : undefined;
}

function openDraft(context: Context, sealed: string): DraftContent {
  return JSON.parse(context.crypto.open(sealed)) as DraftContent;
}

type DraftRecord = NonNullable<Awaited<ReturnType<typeof queries.findDraft>>>;

function presentDraft(context: Context, row: DraftRecord): DraftRow & DraftContent {
  const content = openDraft(context, row.content_sealed);
  return {
    id: row.id,
    taskCode: row.task_code,
    itemName: row.item_name,
    applicantName: typeof content.applyer.name === 'string' ? content.applyer.name : '',
    title: row.title,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...content,
  };
}

export async function draftList(
  context: Context,
  actor: Actor,
  query: { page: number; size: number; keyword?: string },
) {
  const { rows, total } = await queries.listDrafts(context.db, {
    staffId: actor.staffId,
    keyword: query.keyword?.trim() ?? '',
    limit: query.size,
    offset: (query.page - 1) * query.size,
  });
  return { rows: rows.map((row) => presentDraft(context, row)), total };
}

export async function draft(context: Context, actor: Actor, id: string) {
  const row = await queries.findDraft(context.db, actor.staffId, id);
  if (!row) return refuse('notFound', { message: '草稿已不存在' });
  return { ...presentDraft(context, row), itemDeployId: row.business_item_id };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Deletes own drafts, as many as are named; other people's are not found. */
export async function deleteDrafts(
  context: Context,
  actor: Actor,
  joined: string,
): Promise<{ deleted: number } | Refusal> {
  const ids = joined.split(',').map((id) => id.trim());
  if (!ids.every((id) => uuid.test(id))) {
    return refuse('badInput', { problems: [{ field: 'ids', message: '草稿标识不正确' }] });
  }
  const deleted = await inTransaction(context.db, (tx) => queries.deleteDrafts(tx, actor.staffId, ids));
  return deleted === 0 ? refuse('notFound', { message: '草稿已不存在' }) : { deleted };
}
