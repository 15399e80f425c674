import { randomUUID } from 'node:crypto';
import type { OutputOf } from '#contract/endpoint.ts';
import { itemChanges, withoutSecrets } from '#contract/item-changes.ts';
import type { ItemSettings } from '#contract/item-settings.ts';
import type { Category, items as calls, StoredItem } from '#contract/items.ts';
import { isSame } from '#domain/forms/same-value.ts';
import { canBeTitle } from '#domain/items/title-fields.ts';
import type { PartChange } from '#domain/part-change.ts';
import { type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { formsOfProcess } from '#domain/workflow/publishing/lint-bindings.ts';
import { cleanRichText } from '#server/adapters/rich-text/clean-rich-text.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { refuseOverwriting } from '#server/modules/access/audit/service.ts';
import { findLatestForms, formCodeOf, listForms } from '#server/modules/design/forms/service.ts';
import {
  findNewestPublished,
  getPublishedProcess,
  listNewestDefinitions,
  listPublishedProcesses,
} from '#server/modules/design/processes/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { checkItem, formsOfSettings } from './check-item.ts';
import { presentSettings } from './present.ts';
import * as queries from './queries.ts';

type SettingsContext = Pick<Context, 'now' | 'config'>;

/** Returns every problem that prevents publishing the item with these settings. */
export async function checkSettings(
  db: Db,
  context: Pick<Context, 'config'>,
  settings: ItemSettings,
): Promise<Problem[]> {
  return (await findReferences(db, context, settings)).problems;
}

/** Finds the records to which an item refers, and all problems of its settings. */
async function findReferences(db: Db, { config }: Pick<Context, 'config'>, settings: ItemSettings) {
  const process = await findNewestPublished(db, settings.processKey);
  const usedByProcess = process ? formsOfProcess(process.definition) : [];
  const found = await findLatestForms(db, [...new Set([...formsOfSettings(settings), ...usedByProcess])]);
  const areaCode = await queries.regionOfResponsibleOrganisation(db, settings.orgId);
  const problems = checkItem(settings, {
    forms: new Map([...found].map(([code, { form }]) => [code, form])),
    definition: process?.definition,
    hasCategory: await queries.hasCategory(db, settings.categoryId),
    hasOrganisation: areaCode !== undefined,
    traceOrigins: config.remoteTraces.origins,
  });
  const formIds = settings.formCodes.flatMap((code) => found.get(code)?.id ?? []);
  return { problems, process, areaCode, formIds };
}

/**
 * Publishes an item with the newest versions of its process and forms, as the item's next version, because
 * running orders keep their versions. A published item with the same settings is unchanged.
 */
export async function publishItem(
  tx: Tx,
  context: SettingsContext,
  settings: ItemSettings,
  over?: DisplayedVersion,
): Promise<PublishedItem | Refusal<'badInput' | 'dataChanged'>> {
  const { taskCode } = settings;
  await lockOfficeParts(tx);
  await queries.lockItem(tx, taskCode);
  const { problems, process, areaCode, formIds } = await findReferences(tx, context, settings);
  if (problems.length > 0) return refuse('badInput', { problems });
  if (!process || areaCode === undefined)
    throw new Error('An item without validation problems lacks its process or region');
  const { processKey: _, formCodes: __, ...otherSettings } = settings;
  const newSettings: queries.StoredItem = {
    ...otherSettings,
    name: otherSettings.name.trim(),
    guide: cleanRichText(otherSettings.guide),
    areaCode,
    processDefinitionId: process.id,
    formDefinitionIds: formIds,
  };
  const newest = await queries.findNewestItem(tx, taskCode);
  if (newest?.current && isSame(newest.settings, newSettings))
    return { taskCode, version: newest.version, stored: newSettings };
  const refusal = await refuseUnseenItem(tx, { taskCode, newest, over });
  if (refusal) return refusal;
  const version = (newest?.version ?? 0) + 1;
  await queries.disableItem(tx, taskCode);
  await queries.insertItem(tx, {
    ...newSettings,
    id: `${taskCode}-${version}`,
    version,
    publishedAt: context.now(),
  });
  return { taskCode, version, stored: newSettings, replaced: newest?.settings };
}

/** Returns what a publication changed, as its dialog lists it, without secrets; nothing for the first version. */
export async function changesOfPublication(
  db: Db,
  { stored, replaced }: PublishedItem,
): Promise<PartChange[]> {
  if (!replaced) return [];
  const present = async (item: queries.StoredItem) =>
    presentSettings(item, (await getPublishedProcess(db, item.processDefinitionId)).key);
  const { processDefinitionId: processId, formDefinitionIds: formIds } = replaced;
  const former = { settings: await present(replaced), versions: [{ processId, formIds }] };
  return withoutSecrets(itemChanges(former, await present(stored), await choicesOfItems(db)));
}

/** A publication of an item; `replaced` is undefined for the first version, and if nothing was changed. */
interface PublishedItem {
  taskCode: string;
  version: number;
  stored: queries.StoredItem;
  replaced?: queries.StoredItem | undefined;
}

/** The newest version of an item as displayed to a person. */
interface DisplayedVersion {
  version: number;
  current: boolean;
}

/**
 * Refuses a change of another version than the newest, or of one that was published or disabled meanwhile.
 */
function refuseUnseenItem(
  tx: Tx,
  item: { taskCode: string; newest: queries.NewestItem | undefined; over: DisplayedVersion | undefined },
) {
  const { version = 0, current = false } = item.newest ?? {};
  return refuseOverwriting(tx, {
    over: item.over,
    current: { version, current },
    title: '事项',
    lastChange: { kind: 'item', id: item.taskCode, sheets: ['items', 'item-papers'] },
    verb: current ? `发布第 ${version} 版` : '停用',
  });
}

/** Disables an item: it can no longer be started, and running orders continue. */
export async function disableItem(tx: Tx, taskCode: string, over?: DisplayedVersion) {
  await queries.lockItem(tx, taskCode);
  const newest = await queries.findNewestItem(tx, taskCode);
  const refusal = await refuseUnseenItem(tx, { taskCode, newest, over });
  if (refusal) return refusal;
  if (!newest?.current) return refuse('notFound');
  await queries.disableItem(tx, taskCode);
  return { taskCode };
}

export async function listStoredItems(db: Db): Promise<{ rows: StoredItem[]; categories: Category[] }> {
  const [versions, running, categories, processes, forms] = [
    await queries.listItemVersions(db),
    await queries.countRunningOrders(db),
    await queries.listCategories(db),
    await listPublishedProcesses(db),
    await listForms(db),
  ];
  const newestProcess = new Map([...processes].reverse().map(({ key, id }) => [key, id]));
  const newestForm = new Map(forms.map(({ code, id }) => [code, id]));
  const rows = [...Map.groupBy(versions, ({ task_code }) => task_code).values()].flatMap((versionsOfItem) => {
    const [newest] = versionsOfItem;
    if (!newest) return [];
    const stale = newest.form_definition_ids.some((id) => newestForm.get(formCodeOf(id)) !== id);
    return [
      {
        taskCode: newest.task_code,
        name: newest.name,
        version: newest.version,
        current: newest.current,
        categoryName: newest.category_name,
        orgName: newest.org_name,
        processId: newest.process_id,
        processName: newest.process_name,
        outdated: stale || newestProcess.get(newest.key) !== newest.process_id,
        publishedAt: newest.published_at.toISOString(),
        running: versionsOfItem.reduce((sum, { id }) => sum + (running.get(id) ?? 0), 0),
      },
    ];
  });
  return { rows, categories };
}

/** Returns the newest settings of an item, and its versions. */
export async function readItem(
  db: Db,
  taskCode: string,
): Promise<OutputOf<typeof calls.read> | Refusal<'notFound'>> {
  const newest = await queries.findNewestItem(db, taskCode);
  if (!newest) return refuse('notFound');
  const [versions, running] = [
    await queries.listItemVersions(db, taskCode),
    await queries.countRunningOrders(db),
  ];
  const process = await getPublishedProcess(db, newest.settings.processDefinitionId);
  return {
    settings: presentSettings(newest.settings, process.key),
    version: newest.version,
    current: newest.current,
    versions: versions.map((row) => ({
      version: row.version,
      publishedAt: row.published_at.toISOString(),
      processId: row.process_id,
      formIds: row.form_definition_ids,
      running: running.get(row.id) ?? 0,
    })),
  };
}

/** Lists the settings of all published items, in the order of their codes. */
export async function listPublishedItems(db: Db): Promise<ItemSettings[]> {
  const keyOf = new Map((await listPublishedProcesses(db)).map(({ id, key }) => [id, key]));
  return (await queries.listNewestItems(db))
    .filter(({ current }) => current)
    .map(({ settings }) => presentSettings(settings, keyOf.get(settings.processDefinitionId) ?? ''));
}

export async function choicesOfItems(db: Db): Promise<OutputOf<typeof calls.choices>> {
  const [categories, organisations, processes, forms] = [
    await queries.listCategories(db),
    await queries.listResponsibleOrganisations(db),
    await listPublishedProcesses(db),
    await listForms(db),
  ];
  const compiled = await findLatestForms(
    db,
    forms.map(({ code }) => code),
  );
  const definitions = await listNewestDefinitions(db);
  const formsOf = new Map(definitions.map(({ key, definition }) => [key, formsOfProcess(definition)]));
  return {
    categories,
    organisations,
    processes: [...Map.groupBy(processes, ({ key }) => key).values()].flatMap(([newest]) =>
      newest ? { ...newest, formCodes: formsOf.get(newest.key) ?? [] } : [],
    ),
    forms: forms.map(({ code, name, version }) => ({
      code,
      name,
      version,
      fields: (compiled.get(code)?.form.fields ?? [])
        .filter(({ kind }) => kind.holdsValue && kind.nests === undefined)
        .map((field) => ({
          id: field.id,
          title: field.title,
          kind: field.kindName,
          titles: canBeTitle(field),
          options: field.options.map(({ value, label }) => ({ value, label })),
        })),
    })),
  };
}

/** Saves a category of the catalogue; without an id it is a new one. */
export async function saveCategory(
  tx: Tx,
  {
    id,
    name,
    sortBy,
    over,
  }: {
    id?: string | undefined;
    name: string;
    sortBy: number;
    over?: { name: string; sortBy: number } | undefined;
  },
) {
  if (id !== undefined) {
    await queries.lockCategory(tx, id);
    const before = (await queries.listCategories(tx)).find((row) => row.id === id);
    if (!before) return refuse('notFound');
    const refusal = await refuseOverwriting(tx, {
      over,
      current: { name: before.name, sortBy: before.sortBy },
      title: '分类',
      lastChange: { kind: 'item', id },
    });
    if (refusal) return refusal;
  }
  const category = { id: id ?? randomUUID(), name, sortBy };
  await queries.saveCategory(tx, category);
  return { id: category.id };
}

/**
 * Deletes a category that no item ever had and no user group refers to. The office is locked, so that no item
 * or group can refer to it meanwhile.
 */
export async function removeCategory(tx: Tx, id: string) {
  const category = (await queries.listCategories(tx)).find((row) => row.id === id);
  if (!category) return refuse('notFound');
  if (category.items > 0) {
    const message = `分类“${category.name}”下有 ${category.items} 个事项，不能删除`;
    return refuse('badInput', { problems: [{ field: 'id', message }] });
  }
  const groups = await queries.listGroupsFor(tx, id);
  if (groups.length > 0) {
    const message = `用户组“${groups.join('”“')}”的业务应用包含分类“${category.name}”，不能删除`;
    return refuse('badInput', { problems: [{ field: 'id', message }] });
  }
  await queries.removeCategory(tx, id);
  return { id };
}

export {
  findNewestItem as findNewestVersion,
  insertCategories,
  listCategories,
  listNewestItems,
  readRecordSettings,
  saveCategory as upsertCategory,
} from './queries.ts';
