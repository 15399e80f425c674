import type { ItemSettings } from '#contract/item-settings.ts';
import type { FormModel } from '#domain/forms/model.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { publishForm } from '#server/modules/design/forms/service.ts';
import {
  findNewestVersion,
  insertCategories,
  publishItem,
  readRecordSettings,
} from '#server/modules/design/items/service.ts';
import { publishProcess, readProcess } from '#server/modules/design/processes/service.ts';
import { readSeedJson, readSeedText } from './office.ts';
import { unwrap } from './unwrap.ts';

type Optional =
  | 'ownMatter'
  | 'records'
  | 'petitionFields'
  | 'traceSource'
  | 'papers'
  | 'situations'
  | 'supervision';
type ItemEntry = Omit<ItemSettings, Optional | 'sortBy'> &
  Partial<Pick<ItemSettings, Exclude<Optional, 'records'>>> & {
    records?: Partial<ItemSettings['records']>;
  };

interface ItemFile {
  categories: { id: string; name: string }[];
  items: ItemEntry[];
}

const publisher = { name: '肖涵' };
/** The first versions were published before the first order of the demo began. */
const firstPublishedDaysAgo = 370;
const dayMs = 86_400_000;

/**
 * Publishes forms, processes and items through their services. A published item with the same settings, forms
 * and process is kept; a changed item gets a new version, and existing orders keep the version that they started
 * with.
 */
export async function publishItems(context: Context): Promise<void> {
  const { categories, items } = readSeedJson<ItemFile>('business/items.json');
  await inTransaction(context.db, async (tx) => {
    await insertCategories(tx, categories);
    for (const [index, item] of items.entries()) await publishSeedItem(tx, context, item, index + 1);
  });
}

async function publishSeedItem(tx: Tx, context: Context, item: ItemEntry, sortBy: number): Promise<void> {
  const current = await findNewestVersion(tx, item.taskCode);
  const now = context.now();
  const publishedAt = current ? now : new Date(now.getTime() - firstPublishedDaysAgo * dayMs);
  const pastContext = { ...context, now: () => publishedAt };
  const { processKey, formCodes } = item;
  for (const code of formCodes) {
    const model = readSeedJson<FormModel>(`forms/${code}.json`);
    unwrap(`Form ${code}`, await publishForm(tx, pastContext, publisher, model));
  }
  const process = await readProcess(readSeedText(`processes/${processKey}.bpmn`), publisher.name);
  unwrap(`Process ${processKey}`, await publishProcess(tx, pastContext, publisher, process));
  const settings = {
    ...item,
    ownMatter: item.ownMatter ?? false,
    supervision: item.supervision ?? null,
    records: readRecordSettings(item.records ?? {}),
    petitionFields: item.petitionFields ?? null,
    traceSource: item.traceSource ?? null,
    papers: item.papers ?? [],
    situations: item.situations ?? [],
    sortBy,
  };
  unwrap(`Item ${item.taskCode}`, await publishItem(tx, pastContext, settings));
}
