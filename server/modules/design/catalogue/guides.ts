import type { OutputOf } from '#contract/endpoint.ts';
import type { guides } from '#contract/guides.ts';
import {
  formsOfAllApplicants,
  formsOfSituations,
  papersFor,
  situationNodes,
} from '#domain/items/situations.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { getPublishedForm, type PublishedForm } from '#server/modules/design/forms/service.ts';
import { findItemWithGuide, type ItemReference, type ItemWithGuide } from './queries.ts';
import { presentItem, refuseUnknownItem } from './service.ts';

type Answer<Name extends keyof typeof guides> = Promise<
  OutputOf<(typeof guides)[Name]> | Refusal<'notFound'>
>;

/** Returns the guide of an item, with its materials and situations (decision 0153). */
export async function readGuide(context: Context, itemName: ItemReference): Answer<'guide'> {
  const item = await findItemWithGuide(context.db, itemName);
  if (!item) return refuseUnknownItem();
  const { name, summary, orgName, limitText } = await presentItem(context.db, item);
  const nodes = situationNodes(item.situations);
  return {
    taskCode: item.task_code,
    name,
    summary,
    guide: item.guide,
    orgName,
    limitText,
    papers: item.papers,
    situations: nodes.map((node, index) => ({
      ...node,
      papers: [...(item.situations[index]?.papers ?? [])],
    })),
  };
}

export async function readItemDetail(context: Context, name: ItemReference): Answer<'itemDetail'> {
  const item = await findItemWithGuide(context.db, name);
  if (!item) return refuseUnknownItem();
  return { ...(await presentItem(context.db, item)), guide: item.guide, current: item.current };
}

export async function listItemForms(context: Context, name: ItemReference): Answer<'itemForms'> {
  const item = await findItemWithGuide(context.db, name);
  return item ? listRelatedForms(context, item, formsOfAllApplicants) : refuseUnknownItem();
}

export async function readSituationTree(context: Context, name: ItemReference): Answer<'situationTree'> {
  const item = await findItemWithGuide(context.db, name);
  if (!item) return refuseUnknownItem();
  const rows = situationNodes(item.situations);
  return { rows, total: rows.length };
}

export async function readSituation(
  context: Context,
  { taskCode, id }: { taskCode: string; id: string },
): Answer<'situation'> {
  const item = await findItemWithGuide(context.db, { taskCode });
  if (!item) return refuseUnknownItem();
  const node = situationNodes(item.situations).find((candidate) => candidate.id === id);
  if (!node) return refuseUnknownSituation();
  const { rows } = await listRelatedForms(context, item, (formReferences) =>
    formsOfSituations(formReferences, [id]),
  );
  return { ...node, papers: papersFor({ papers: [], situations: item.situations }, [id]), forms: rows };
}

export async function listSituationForms(
  context: Context,
  { taskCode, situationIds }: { taskCode: string; situationIds: string[] },
): Answer<'situationForms'> {
  const item = await findItemWithGuide(context.db, { taskCode });
  if (!item) return refuseUnknownItem();
  const knownIds = new Set(item.situations.map(({ id }) => id));
  if (!situationIds.every((id) => knownIds.has(id))) return refuseUnknownSituation();
  return listRelatedForms(context, item, (formReferences) => formsOfSituations(formReferences, situationIds));
}

function refuseUnknownSituation(): Refusal<'notFound'> {
  return refuse('notFound', { message: '未找到该情形' });
}

async function listRelatedForms(
  { db }: Context,
  item: ItemWithGuide,
  codesOf: (formReferences: { formCodes: string[]; situations: ItemWithGuide['situations'] }) => string[],
) {
  const forms = await Promise.all(item.form_definition_ids.map((id) => getPublishedForm(db, id)));
  const formCodes = codesOf({ formCodes: forms.map(({ code }) => code), situations: item.situations });
  const rows = forms.filter(({ code }) => formCodes.includes(code)).map(presentRelatedForm);
  return { rows, total: rows.length };
}

function presentRelatedForm({ id, code, name }: PublishedForm) {
  return { id, formCode: code, formName: name };
}
