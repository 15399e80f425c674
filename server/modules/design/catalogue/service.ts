import type { BusinessItemRow, catalogue } from '#contract/catalogue.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { timeLimitText } from '#domain/calendar/clock-ledger.ts';
import { initialValues } from '#domain/forms/compiled-form.ts';
import type { PetitionFields } from '#domain/items/petition-fields.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { timeLimitOf } from '#domain/workflow/model/step-limit.ts';
import { possibleStatuses } from '#domain/workflow/publishing/possible-statuses.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import {
  authorityAt,
  getPublishedForm,
  presentForm,
  withComputing,
  withElementFiles,
} from '#server/modules/design/forms/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { filesOfForms } from '#server/modules/design/shared-elements/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { findItem, findItemWithGuide, type ItemRecord, listCategories, listItems } from './queries.ts';

export { type ItemRecord, isVersionOf, listItemNames, listPetitionItems } from './queries.ts';

/** Finds the version of an item that can be started now. */
export function findCurrentItem(db: Db, taskCode: string): Promise<ItemRecord | undefined> {
  return findItem(db, taskCode);
}

/** Finds the item of a task code, or a version of it, for a reader of its documents. */
export async function findItemOfDocuments(
  db: Db,
  {
    businessId,
    businessDeployId,
  }: { businessId?: string | undefined; businessDeployId?: string | undefined },
): Promise<{ taskCode: string; processDefinitionId: string } | Refusal<'notFound'>> {
  const found = businessDeployId
    ? await findItemWithGuide(db, { id: businessDeployId })
    : businessId
      ? await findItemWithGuide(db, { taskCode: businessId })
      : undefined;
  const isNamed = found && (!businessId || !businessDeployId || found.task_code === businessId);
  if (!isNamed) return refuseUnknownItem();
  return { taskCode: found.task_code, processDefinitionId: found.process_definition_id };
}

/** Presents an item for lists. */
export async function presentItem(db: Db, item: ItemRecord): Promise<BusinessItemRow> {
  const { definition } = await getPublishedProcess(db, item.process_definition_id);
  const processes = await Promise.all(item.process_definition_ids.map((id) => getPublishedProcess(db, id)));
  const statuses = new Set(processes.flatMap((process) => possibleStatuses(process.definition)));
  return {
    id: item.id,
    taskCode: item.task_code,
    name: item.name,
    categoryId: item.category_id,
    categoryName: item.category_name,
    summary: item.summary,
    orgName: item.org_name,
    areaCode: item.area_code,
    limitText: limitTextOf(definition),
    statuses: [...statuses].sort((left, right) => left - right),
  };
}

function limitTextOf({ limit }: ProcessDefinition): string {
  return limit ? timeLimitText(timeLimitOf(limit)) : '';
}

export async function pageOfItems(
  context: Context,
  query: {
    page: number;
    size: number;
    name?: string;
    inputValue?: string;
    categoryId?: string;
    petitions?: 'true' | undefined;
  },
) {
  const name = query.name ?? query.inputValue;
  const { rows, total } = await listItems(context.db, {
    ...(name === undefined ? {} : { name }),
    ...(query.categoryId ? { categoryId: query.categoryId } : {}),
    petitions: query.petitions === 'true',
    page: query.page,
    size: query.size,
  });
  return { rows: await Promise.all(rows.map((row) => presentItem(context.db, row))), total };
}

export async function readCategories(context: Context) {
  return { rows: await listCategories(context.db) };
}

/** Refuses a code that no published item has. */
export function refuseUnknownItem(): Refusal<'notFound'> {
  return refuse('notFound', { message: '未找到该事项' });
}

function originalOf({ original }: PetitionFields) {
  return original ? { ...original, unfinished: original.unfinished === true } : null;
}

function similarOf({ similar }: PetitionFields) {
  return similar ? { matter: [...similar.matter], ...(similar.area && { area: similar.area }) } : null;
}

/** Returns an item with its forms as the initiator fills them in. */
export async function readItem(
  context: Context,
  taskCode: string,
): Promise<OutputOf<typeof catalogue.item> | Refusal<'notFound'>> {
  const namedItem = await findItemWithGuide(context.db, { taskCode });
  // An older version cannot be started: the published version is returned instead.
  const found = namedItem?.current
    ? namedItem
    : namedItem && (await findItem(context.db, namedItem.task_code));
  if (!found) return refuseUnknownItem();
  const { definition } = await getPublishedProcess(context.db, found.process_definition_id);
  const forms = await Promise.all(found.form_definition_ids.map((id) => getPublishedForm(context.db, id)));
  const day = { now: context.now(), holidays: await currentHolidays(context.db) };
  const compiledForms = forms.map(({ compiled }) => compiled);
  const elementFiles = await filesOfForms(context.db, compiledForms);
  return {
    ...(await presentItem(context.db, found)),
    guide: found.guide,
    duplicateCheck: found.duplicate_check,
    ownMatter: found.own_matter,
    applicantWord: found.applicant_word,
    serveTypes: found.serve_types,
    petition: found.petition_fields && {
      original: originalOf(found.petition_fields),
      similar: similarOf(found.petition_fields),
    },
    processDefinitionId: found.process_definition_id,
    forms: forms.map((form) => {
      const authority = authorityAt(definition, definition.startId, form.code);
      const opened = { form, content: initialValues(form.compiled), changes: [] };
      const shown = withComputing(presentForm(opened, authority), form.compiled, day);
      return withElementFiles(shown, form.compiled, elementFiles);
    }),
  };
}
