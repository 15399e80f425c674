import type { ApplicantWord } from '#domain/applicants/applicant-word.ts';
import type { ServiceType } from '#domain/enumerations/service-type.ts';
import { compileForm } from '#domain/forms/compile.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { isSame } from '#domain/forms/merge.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { checkExtFields, type ExtField } from '#domain/items/ext-fields.ts';
import { checkPetitionFields, type PetitionFields } from '#domain/items/petition-fields.ts';
import { checkSituations, type Paper, type Situation } from '#domain/items/situations.ts';
import { checkTraceSource, type TraceSource } from '#domain/items/trace-source.ts';
import { lintBindings } from '#domain/workflow/lint-bindings.ts';
import type { ProcessDefinition } from '#domain/workflow/model.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { cleanRichText } from '#server/modules/catalogue/service.ts';
import { publishForm } from '#server/modules/forms/service.ts';
import { publishProcess, readProcess } from '#server/modules/processes/service.ts';
import { mustNotRefuse } from './must-not-refuse.ts';
import { officeAreaCode, readSeedJson, readSeedText } from './office.ts';
import { findCurrentItem, insertCategories, insertItem, withdrawItem } from './seed.queries.ts';

interface ItemEntry {
  taskCode: string;
  name: string;
  categoryId: string;
  orgId: string;
  processKey: string;
  formCodes: string[];
  titleFields: string[];
  duplicateCheck: boolean;
  applicantWord: ApplicantWord;
  serveTypes: ServiceType[];
  secondApproval: boolean;
  extFields: ExtField[];
  petitionFields?: PetitionFields;
  traceSource?: TraceSource;
  papers?: Paper[];
  situations?: Situation[];
  summary: string;
  guide: string;
}

interface ItemFile {
  categories: { id: string; name: string }[];
  items: ItemEntry[];
}

const publisher = { name: '肖涵' };
/** The first versions were published before the first order of the demo began. */
const firstPublishedDaysAgo = 370;
const day = 86_400_000;

/**
 * Publishes forms and processes through their services and puts the items on offer. An item that is on offer already
 * with the same settings, forms and process stays; one that has changed gets its next version, and orders that run keep
 * theirs.
 */
export async function publishItems(context: Context): Promise<void> {
  const { categories, items } = readSeedJson<ItemFile>('business/items.json');
  await inTransaction(context.db, async (tx) => {
    await insertCategories(tx, categories);
    for (const [index, item] of items.entries()) await publishItem(tx, context, item, index + 1);
  });
}

async function publishItem(tx: Tx, context: Context, item: ItemEntry, sortBy: number): Promise<void> {
  const current = await findCurrentItem(tx, item.taskCode);
  const now = context.now();
  const publishedAt = current ? now : new Date(now.getTime() - firstPublishedDaysAgo * day);
  const atThatTime = { ...context, now: () => publishedAt };
  const formDefinitionIds: string[] = [];
  const models = item.formCodes.map((code) => readSeedJson<FormModel>(`forms/${code}.json`));
  lintFields(item, models, context.config.remoteTraces.origins);
  for (const model of models) {
    const form = await publishForm(tx, atThatTime, publisher, model);
    formDefinitionIds.push(mustNotRefuse(`Form ${model.globalConfig.code}`, form).id);
  }
  const xml = readSeedText(`processes/${item.processKey}.bpmn`);
  const read = await readProcess(xml);
  const process = mustNotRefuse(
    `Process ${item.processKey}`,
    await publishProcess(tx, atThatTime, publisher, read),
  );
  if (read.definition) lintBoundForms(item, read.definition, models);
  const { processKey: _, formCodes: __, ...settings } = item;
  const wanted = {
    ...settings,
    guide: cleanRichText(settings.guide),
    petitionFields: settings.petitionFields ?? null,
    traceSource: settings.traceSource ?? null,
    papers: settings.papers ?? [],
    situations: settings.situations ?? [],
    areaCode: officeAreaCode,
    processDefinitionId: process.id,
    formDefinitionIds,
    sortBy,
  };
  if (current && isSame(current.settings, wanted)) return;
  const version = (current?.version ?? 0) + 1;
  if (current) await withdrawItem(tx, current.id);
  await insertItem(tx, { ...wanted, id: `${item.taskCode}-${version}`, version, publishedAt });
}

function lintFields(item: ItemEntry, models: readonly FormModel[], traceOrigins: readonly string[]): void {
  const forms = compiledForms(models);
  const { extFields, petitionFields, traceSource, formCodes, papers = [], situations = [] } = item;
  const [problem] = [
    ...checkExtFields(extFields, forms),
    ...(petitionFields ? checkPetitionFields(petitionFields, forms) : []),
    ...(traceSource ? checkTraceSource(traceSource, traceOrigins) : []),
    ...checkSituations({ formCodes, papers, situations }),
  ];
  if (problem) throw new Error(`Item ${item.taskCode}: ${problem.message}`);
}

/** Buttons of the process speak of the forms that the item's orders have. */
function lintBoundForms(item: ItemEntry, definition: ProcessDefinition, models: readonly FormModel[]): void {
  const forms = new Map(compiledForms(models).map((form) => [form.code, form]));
  const [problem] = lintBindings(definition, forms);
  if (problem) throw new Error(`Item ${item.taskCode}: ${problem.message}`);
}

function compiledForms(models: readonly FormModel[]): CompiledForm[] {
  return models.map(compileForm).filter((form): form is CompiledForm => !Array.isArray(form));
}
