import { formFacts } from '#domain/documents/form-facts.ts';
import { papersFor, situationsInForms } from '#domain/items/situations.ts';
import { type CheckedPaper, outstandingPapers } from '#domain/materials/material-check.ts';
import type { Paper } from '#domain/materials/materials.ts';
import type { RareData } from '#domain/records/rare-data.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { getPublishedForm, openForm } from '#server/modules/design/forms/service.ts';
import { readRecordSettings } from '#server/modules/design/items/service.ts';
import { findMaterials, type MaterialsRow } from './materials.queries.ts';

/**
 * Returns the materials that the order needs: those of its item's version, which never changes, for the situation
 * that its forms choose.
 */
export async function papersOfOrder(
  { db, crypto }: Pick<Context, 'db' | 'crypto'>,
  { papers, situations, forms }: MaterialsRow,
): Promise<Paper[]> {
  if (situations.length === 0) return papersFor({ papers, situations }, []);
  const texts = await Promise.all(
    forms.map(async ({ form_definition_id, content }) => {
      const form = await getPublishedForm(db, form_definition_id);
      return Object.values(formFacts(form.compiled, openForm(form, content, crypto).content, {}, 'masked'));
    }),
  );
  const chosenNames = new Set(texts.flat().filter((text) => typeof text === 'string'));
  return papersFor({ papers, situations }, situationsInForms(situations, chosenNames));
}

/** Returns the materials that the order needs, and the results of their last check. */
export async function readMaterials(
  context: Pick<Context, 'db' | 'crypto'>,
  workorderId: string,
): Promise<{ papers: Paper[]; results: readonly CheckedPaper[] }> {
  const row = await findMaterials(context.db, workorderId);
  return { papers: await papersOfOrder(context, row), results: row.checks[0]?.results ?? [] };
}

/**
 * Refuses to confirm the receipt of an order (result 2006) whose materials were checked and have a problem, if the item
 * allows rare supplements and none covers them (S1 §4, "supplement action tied to missing-material handling").
 */
export async function refuseReceipt(
  context: Pick<Context, 'db' | 'crypto'>,
  { id, state }: { id: string; state: OrderState },
): Promise<Refusal<'recordOpen'> | null> {
  const row = await findMaterials(context.db, id);
  const results = row.checks[0]?.results ?? [];
  if (results.length === 0 || !readRecordSettings(row.record_settings ?? {}).rare.enabled) return null;
  const coveredIds = (state.records ?? [])
    .filter(
      ({ kind, state: recordState }) => kind === RecordKind.rareSupplement && recordState !== 'returned',
    )
    .flatMap(({ data }) => (data as RareData).papers.map((paper) => paper.id));
  const problems = outstandingPapers(await papersOfOrder(context, row), results).filter(
    (paper) => !coveredIds.includes(paper.id),
  );
  if (problems.length === 0) return null;
  const names = problems.map(({ name }) => name).join('、');
  return refuse('recordOpen', {
    message: `材料尚未齐全：${names}。请先容缺收件、要求补正，或者补齐后重新核对`,
  });
}
