import type { ItemSettings } from '#contract/item-settings.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { listCompiledForms } from '#server/modules/design/forms/service.ts';
import { getPublishedProcess, listPublishedProcesses } from '#server/modules/design/processes/service.ts';
import { checkItem } from './check-item.ts';
import { presentSettings } from './present.ts';
import * as queries from './queries.ts';

/** The stored items and checks for the item spreadsheets. */
export interface StoredItems {
  items: ReadonlyMap<string, { settings: ItemSettings; isPublished: boolean }>;
  categories: readonly { id: string; name: string }[];
  /** Returns every problem that prevents publishing an item with these settings. */
  problemsOf(settings: ItemSettings): Problem[];
}

export async function readStoredItems(db: Db, { config }: Pick<Context, 'config'>): Promise<StoredItems> {
  const newest = await queries.listNewestItems(db);
  const categories = await queries.listCategories(db);
  const organisations = new Set((await queries.listResponsibleOrganisations(db)).map(({ id }) => id));
  const forms = new Map((await listCompiledForms(db)).map((form) => [form.code, form]));
  const processes = await listPublishedProcesses(db);
  const keyOf = new Map(processes.map(({ id, key }) => [id, key]));
  const definitions = new Map<string, ProcessDefinition>();
  for (const { id, key } of processes) {
    // The newest of each comes first.
    if (!definitions.has(key)) definitions.set(key, (await getPublishedProcess(db, id)).definition);
  }
  return {
    items: new Map(
      newest.map(({ settings, current }) => [
        settings.taskCode,
        {
          settings: presentSettings(settings, keyOf.get(settings.processDefinitionId) ?? ''),
          isPublished: current,
        },
      ]),
    ),
    categories,
    problemsOf: (settings) =>
      checkItem(settings, {
        forms,
        definition: definitions.get(settings.processKey),
        hasCategory: categories.some(({ id }) => id === settings.categoryId),
        hasOrganisation: organisations.has(settings.orgId),
        traceOrigins: config.remoteTraces.origins,
      }),
  };
}
