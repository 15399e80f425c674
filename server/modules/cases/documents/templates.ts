import type { documentTemplates, TemplateVersion } from '#contract/document-templates.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { Permission } from '#domain/access/actor.ts';
import { documentChanges } from '#domain/documents/document-changes.ts';
import { factTexts, withLabels } from '#domain/documents/fact-texts.ts';
import { unfilledParts } from '#domain/documents/initial-template.ts';
import { checkItemDocument, type ItemDocument, maxDocumentsOfItem } from '#domain/documents/item-document.ts';
import { knownFacts } from '#domain/documents/order-facts.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { isSame } from '#domain/forms/same-value.ts';
import { isRefusal, type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { meaningOf, resubmitButton, usesHandlerBar } from '#domain/workflow/available-actions.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import {
  type ActingCall,
  actIfStillAllowed,
  recordedChanges,
  refuseOverwriting,
} from '#server/modules/access/audit/service.ts';
import { findCurrentItem, listItemNames } from '#server/modules/design/catalogue/service.ts';
import { getPublishedForm } from '#server/modules/design/forms/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { clearPublishedCache } from './published.ts';
import * as queries from './templates.queries.ts';

const requiredRight = { permission: Permission.manageDocuments, office: lockOfficeParts };

/** The document templates of items for administrators: one draft, immutable versions, one in force. */

const stateLabel: Record<TemplateVersion['state'], string> = {
  draft: '草稿',
  published: '已发布',
  replaced: '历史版本',
  withdrawn: '已停用',
};
const invalidTemplateText = '文书模板未通过检查';

/** The facts of an item that its documents may use, and the process whose buttons make the documents. */
export interface ItemInDocument {
  name: string;
  orgName: string;
  forms: readonly CompiledForm[];
  definition: ProcessDefinition;
}

export async function findItemOfDocument(
  db: Db,
  taskCode: string,
  connection: Db | Tx = db,
): Promise<ItemInDocument | Refusal<'notFound'>> {
  const item = await findCurrentItem(connection, taskCode);
  if (!item) return refuse('notFound', { message: '未找到该事项' });
  const { definition } = await getPublishedProcess(db, item.process_definition_id, connection);
  const forms: CompiledForm[] = [];
  for (const id of item.form_definition_ids)
    forms.push((await getPublishedForm(db, id, connection)).compiled);
  return { name: item.name, orgName: item.org_name, forms, definition };
}

/** Returns all problems that prevent drawing this document of the item. */
export function problemsOfDrawing(document: ItemDocument, { forms, definition }: ItemInDocument): Problem[] {
  return checkItemDocument(document, knownFacts(forms, definition), definition);
}

/** Returns all problems that prevent publishing, including texts of a new template that were not filled in. */
function problemsOf(document: ItemDocument, item: ItemInDocument): Problem[] {
  return [...problemsOfDrawing(document, item), ...unfilledParts(document.template)];
}

/** Returns a problem if the item already has its maximum of other published documents. */
async function problemsOfDocumentCount(
  tx: Tx,
  { taskCode, code }: { taskCode: string; code: string },
): Promise<Problem[]> {
  if ((await queries.countOtherPublished(tx, taskCode, code)) < maxDocumentsOfItem) return [];
  const message = `一个事项最多发布${maxDocumentsOfItem}份文书，请先停用不再使用的文书`;
  return [{ field: 'template.code', message }];
}

export async function list({ db }: Pick<Context, 'db'>, { taskCode }: { taskCode?: string | undefined }) {
  const versions = await queries.listVersions(db, { taskCode });
  const byDocument = Map.groupBy(versions, (row) => `${row.taskCode}/${row.code}`);
  const items = await listItemNames(db);
  const buttonsOf = await namesOfButtons(db, new Set(versions.map((row) => row.taskCode)));
  const itemName = (code: string) => items.find((item) => item.taskCode === code)?.name ?? '';
  const rows = [...byDocument.values()].flatMap((group) => {
    const current = representativeVersion(group);
    if (!current) return [];
    const hasDraft = group.some(({ state }) => state === 'draft');
    const { look: layout } = current.content.template;
    const buttons = current.content.places.map(({ nodeId, buttonId }) =>
      buttonsOf(current.taskCode, nodeId, buttonId),
    );
    return [{ ...present(current), itemName: itemName(current.taskCode), look: layout, hasDraft, buttons }];
  });
  return { rows, items };
}

/**
 * Returns the version that represents a document: the one in force, else its draft, else the last that was in
 * force.
 */
function representativeVersion(versions: readonly queries.TemplateRow[]): queries.TemplateRow | undefined {
  return (
    versions.find(({ state }) => state === 'published') ??
    versions.find(({ state }) => state === 'draft') ??
    versions.find(({ publishedAt }) => publishedAt !== null) ??
    versions[0]
  );
}

/**
 * Returns the names of nodes and buttons by their ids, for items of these codes; a deleted one is named by
 * its id.
 */
async function namesOfButtons(db: Db, taskCodes: ReadonlySet<string>) {
  const definitions = new Map<string, ProcessDefinition>();
  for (const code of taskCodes) {
    const item = await findCurrentItem(db, code);
    if (item) definitions.set(code, (await getPublishedProcess(db, item.process_definition_id)).definition);
  }
  return (taskCode: string, nodeId: string, buttonId: string) => {
    const match = buttonsOfProcess(definitions.get(taskCode)).find(
      (button) => button.nodeId === nodeId && button.buttonId === buttonId,
    );
    return { nodeName: match?.nodeName ?? nodeId, buttonName: match?.buttonName ?? buttonId };
  };
}

export async function listVersions(
  { db }: Pick<Context, 'db'>,
  template: { taskCode: string; code: string },
) {
  const rows = await queries.listVersions(db, template);
  return rows.length === 0 ? refuse('notFound') : { rows: rows.map(present) };
}

export async function read(
  { db }: Pick<Context, 'db'>,
  { id }: { id: string },
): Promise<OutputOf<typeof documentTemplates.read> | Refusal<'notFound'>> {
  const row = await queries.findTemplate(db, id);
  if (!row) return refuse('notFound');
  const item = await findItemOfDocument(db, row.taskCode);
  const problems = isRefusal(item) ? [] : problemsOf(row.content, item);
  return { ...present(row), document: row.content, problems };
}

export async function readFacts({ db }: Pick<Context, 'db'>, { taskCode }: { taskCode: string }) {
  const item = await findItemOfDocument(db, taskCode);
  if (isRefusal(item)) return item;
  const { values, lists } = factTexts(item.forms, item.definition);
  return {
    values: [...values],
    lists: lists.map((list) => ({ ...list, members: [...list.members] })),
    nodes: Object.values(item.definition.nodes)
      .filter(({ kind }) => kind === 'userTask' || kind === 'start')
      .map(({ id, name }) => ({ id, name })),
    buttons: buttonsOfProcess(item.definition),
  };
}

/** Returns the buttons of a process that may make documents. */
function buttonsOfProcess(definition: ProcessDefinition | undefined) {
  return Object.values(definition?.nodes ?? {}).flatMap((node) => {
    if (node.kind !== 'userTask' && node.kind !== 'start') return [];
    const buttons = node.kind === 'userTask' ? node.buttons : [resubmitButton];
    return buttons.flatMap((button) => {
      const meaning = meaningOf(button, node);
      if (!meaning || button.opType !== 1 || button.state !== 1 || !usesHandlerBar(meaning)) return [];
      return [{ nodeId: node.id, nodeName: node.name, buttonId: button.id, buttonName: button.name }];
    });
  });
}

export async function check({ db }: Pick<Context, 'db'>, { taskCode, document }: TemplateInput) {
  const item = await findItemOfDocument(db, taskCode);
  return isRefusal(item) ? item : { problems: problemsOf(document, item) };
}

export interface TemplateInput {
  taskCode: string;
  document: ItemDocument;
}

export async function saveDraft(
  call: ActingCall<typeof documentTemplates.saveDraft>,
  { taskCode, document, over }: TemplateInput & { over?: string | null | undefined },
) {
  const { context, actor } = call;
  const item = await findItemOfDocument(context.db, taskCode);
  if (isRefusal(item)) return item;
  const { code } = document.template;
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    await queries.lockTemplate(tx, taskCode, code);
    const [newest] = await queries.listVersions(tx, { taskCode, code });
    if (over === null && newest) return refuse('templateChanged', { message: '该事项已有这个编码的文书' });
    const refusal = await refuseUnseenTemplate(tx, newest, over);
    if (refusal) return refusal;
    const saved = { document, savedAt: context.now(), savedBy: actor.name };
    const row =
      newest?.state === 'draft'
        ? await queries.overwriteDraft(tx, newest.id, saved)
        : await queries.insertTemplate(tx, {
            ...saved,
            taskCode,
            version: (newest?.version ?? 0) + 1,
            state: 'draft',
          });
    const answer = { ...present(row), problems: problemsOf(document, item) };
    return { answer, auditRecord: auditRecordOf('save', row) };
  });
}

/** A version, and its time of saving as displayed to the person. */
interface SeenVersion {
  id: string;
  over?: string | undefined;
}

/** Refuses a change of a template that was saved after the person read it. */
function refuseUnseenTemplate(tx: Tx, row: queries.TemplateRow | undefined, over: string | null | undefined) {
  return refuseOverwriting(tx, {
    over,
    current: row?.savedAt.toISOString() ?? null,
    title: '文书模板',
    lastChange: row && { name: row.savedBy, at: row.savedAt },
  });
}

/** Publishes a draft as the version in force; orders use it for documents from now on. */
export async function publish(call: ActingCall<typeof documentTemplates.publish>, { id, over }: SeenVersion) {
  const { context, actor } = call;
  const draft = await queries.findTemplate(context.db, id);
  if (!draft) return refuse('notFound');
  const item = await findItemOfDocument(context.db, draft.taskCode);
  if (isRefusal(item)) return item;
  const answer = await actIfStillAllowed(call, requiredRight, async (tx) => {
    await queries.lockTemplate(tx, draft.taskCode, draft.code);
    const row = await queries.findTemplate(tx, id);
    if (row?.state !== 'draft') return refuse('notFound', { message: '没有可发布的草稿' });
    const refusal = await refuseUnseenTemplate(tx, row, over);
    if (refusal) return refusal;
    const problems = [...problemsOf(row.content, item), ...(await problemsOfDocumentCount(tx, row))];
    if (problems.length > 0) return refuse('definitionInvalid', { message: invalidTemplateText, problems });
    const before = (await queries.listVersions(tx, row)).find(({ state }) => state === 'published');
    const published = await queries.markPublished(tx, row, { at: context.now(), name: actor.name });
    const auditRecord = auditRecordOf('publish', published);
    const detail = { ...auditRecord.detail, ...recordedChanges(changesOf(before, row, item)) };
    return { answer: present(published), auditRecord: { ...auditRecord, detail } };
  });
  clearPublishedCache(context.db);
  return answer;
}

/** Returns the changes against the version in force, with the labels of facts. */
function changesOf(
  before: queries.TemplateRow | undefined,
  after: queries.TemplateRow,
  { forms, definition }: ItemInDocument,
) {
  if (!before) return [];
  const texts = factTexts(forms, definition);
  return documentChanges(withLabels(before.content, texts), withLabels(after.content, texts));
}

export async function disable(
  call: ActingCall<typeof documentTemplates.disable>,
  { id, over, state }: SeenVersion & { state: 'draft' | 'published' },
) {
  const { context } = call;
  const template = await queries.findTemplate(context.db, id);
  if (!template) return refuse('notFound');
  const answer = await actIfStillAllowed(call, requiredRight, async (tx) => {
    await queries.lockTemplate(tx, template.taskCode, template.code);
    const row = await queries.findTemplate(tx, id);
    if (row?.state !== 'published' && row?.state !== 'draft') return refuse('notFound');
    const refusal = await refuseUnseenTemplate(tx, row, over);
    if (refusal) return refusal;
    if (row.state !== state)
      return refuse('templateChanged', { message: `该文书模板现为${stateLabel[row.state]}，请刷新后再操作` });
    const withdrawn = await queries.markDisabled(tx, id);
    return {
      answer: present(withdrawn),
      auditRecord: auditRecordOf(state === 'draft' ? 'discard' : 'withdraw', withdrawn),
    };
  });
  clearPublishedCache(context.db);
  return answer;
}

/**
 * Publishes a document as the next version of its code, for seeds; an unchanged document is not published
 * again. Returns the problems of the document.
 */
export async function publishDocument(
  tx: Tx,
  context: Pick<Context, 'db' | 'now'>,
  publisher: { name: string },
  { taskCode, document }: TemplateInput,
): Promise<Problem[]> {
  const item = await findItemOfDocument(context.db, taskCode, tx);
  if (isRefusal(item)) return [{ field: 'taskCode', message: item.message ?? '' }];
  const problems = problemsOf(document, item);
  if (problems.length > 0) return problems;
  const { code } = document.template;
  await queries.lockTemplate(tx, taskCode, code);
  const limitProblems = await problemsOfDocumentCount(tx, { taskCode, code });
  if (limitProblems.length > 0) return limitProblems;
  const earlierVersions = await queries.listVersions(tx, { taskCode, code });
  const published = earlierVersions.find(({ state }) => state === 'published');
  if (published && isSame(published.content, document)) return [];
  const row = await queries.insertTemplate(tx, {
    taskCode,
    document,
    version: (earlierVersions[0]?.version ?? 0) + 1,
    // Another person may already have a draft.
    state: 'replaced',
    savedAt: context.now(),
    savedBy: publisher.name,
  });
  await queries.markPublished(tx, row, { at: context.now(), name: publisher.name });
  return [];
}

function present(row: queries.TemplateRow): TemplateVersion {
  const { id, taskCode, code, version, state, content, savedAt, savedBy, publishedAt, publishedBy } = row;
  return {
    id,
    taskCode,
    code,
    name: content.template.name,
    version,
    state,
    stateLabel: state === 'withdrawn' && publishedAt === null ? '草稿已放弃' : stateLabel[state],
    savedAt: savedAt.toISOString(),
    savedBy,
    publishedAt: publishedAt?.toISOString() ?? null,
    publishedBy: publishedBy ?? '',
  };
}

function auditRecordOf(
  verb: 'save' | 'publish' | 'withdraw' | 'discard',
  { id, taskCode, code, version, content }: queries.TemplateRow,
) {
  return {
    chain: 'document-template',
    action: `document-template.${verb}`,
    objectKind: 'document-template',
    objectId: id,
    detail: { name: content.template.name, taskCode, code, version },
  };
}
