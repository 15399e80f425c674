import { FieldAccess, resolveAuthority } from '#domain/forms/authority.ts';
import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import { entriesOf } from '#domain/forms/nested-values.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { authorityAt, getPublishedForm } from '#server/modules/design/forms/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import * as queries from './query-index.queries.ts';

/** Number of orders in one transaction, which locks rows of the bitmap index that the next one needs. */
const batchSize = 200;
/** Maximum number of characters of an order's forms that can be searched; the rest is ignored. */
const maxSearchTextLength = 4_000;

/**
 * Updates the index of the combined query with the latest changes (docs/decisions/0144). One process writes
 * at a time; other processes leave the work to it, because every recorded change starts the job again.
 */
export async function indexOrders(context: JobContext): Promise<void> {
  for (;;) {
    if (context.stopSignal?.aborted) return context.notifier.wake('work-order.index');
    const indexed = await inTransaction(context.db, async (tx) => {
      if (!(await queries.tryLockIndex(tx))) return 0;
      const { ids, changeRows } = await queries.drainChanges(tx, batchSize);
      const unindexed = changeRows < batchSize ? await queries.listUnindexed(tx, batchSize) : [];
      if (ids.length > 0) {
        await queries.assignPlaces(tx, ids);
        await writeTerms(tx, ids);
      }
      await writeSearchTexts(tx, context, [...new Set([...ids, ...unindexed])]);
      return Math.max(changeRows, unindexed.length);
    });
    if (indexed < batchSize) return;
  }
}

/**
 * Indexes the search text of every order with this form again, after a version of it that protects more: texts that
 * must no longer be found by searching are neither found nor stored. Works in the order of ids, with as many
 * orders in one transaction as the index job.
 */
export async function reindexSearchTexts(context: Context, formCode: string): Promise<void> {
  let last: string | undefined;
  do {
    last = await inTransaction(context.db, async (tx) => {
      await queries.waitForIndex(tx);
      const ids = await queries.listIndexedWithForm(tx, formCode, last, batchSize);
      await writeSearchTexts(tx, context, ids);
      return ids.length < batchSize ? undefined : ids.at(-1);
    });
  } while (last !== undefined);
  // Other processes have left the changes recorded meanwhile to this one.
  await indexOrders(context);
}

async function writeTerms(tx: Tx, ids: readonly string[]): Promise<void> {
  const orders = await queries.readTerms(tx, ids);
  const changes = (
    termsOf: (order: queries.TermsOfPlace) => readonly string[],
    otherTermsOf: typeof termsOf,
  ) =>
    orders.flatMap((order) => {
      const others = new Set(otherTermsOf(order));
      return termsOf(order).flatMap((term) => (others.has(term) ? [] : [{ term, place: order.place }]));
    });
  const before = (order: queries.TermsOfPlace) => order.indexedTerms;
  const now = (order: queries.TermsOfPlace) => order.currentTerms;
  await queries.writeTerms(tx, orders, { added: changes(now, before), removed: changes(before, now) });
}

async function writeSearchTexts(tx: Tx, context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const searchTexts = [];
  for (const { workorder_id, process_definition_id, forms } of await queries.readForms(tx, ids)) {
    const { definition } = await getPublishedProcess(context.db, process_definition_id);
    const words: string[] = [];
    for (const { form_definition_id, content } of forms ?? []) {
      const { compiled } = await getPublishedForm(context.db, form_definition_id);
      words.push(...readableTexts(compiled, definition, content));
    }
    searchTexts.push({ workorder_id, body: words.join(' ').toLowerCase().slice(0, maxSearchTextLength) });
  }
  await queries.writeSearchTexts(tx, searchTexts);
}

/**
 * Returns the texts of fields that every reader of the order may read: without secret or encrypted fields,
 * and without fields that a node of the process hides.
 */
function readableTexts(
  form: CompiledForm,
  definition: ProcessDefinition,
  content: Record<string, unknown>,
): string[] {
  const hidden = new Set(
    Object.keys(definition.nodes).flatMap((nodeId) =>
      Object.entries(resolveAuthority(form, authorityAt(definition, nodeId, form.code)))
        .filter(([, access]) => access === FieldAccess.hidden)
        .map(([id]) => id),
    ),
  );
  return form.fields.flatMap((field) => textsOf(field, content[field.id], hidden));
}

function textsOf(field: CompiledField, value: unknown, hidden: ReadonlySet<string>): string[] {
  if (hidden.has(field.path) || field.maskRule !== undefined || field.encrypted || !field.kind.searchable)
    return [];
  if (typeof value === 'string') {
    const text = field.kind.ruleText?.(value) ?? value;
    return text === '' ? [] : [text];
  }
  const { directory } = field.kind;
  if (directory && Array.isArray(value))
    return value.map((entry) => directory.nameOf(entry)).filter((name) => name !== '');
  return entriesOf(value, '').flatMap(({ entry }) =>
    field.columns.flatMap((column) => textsOf(column, entry[column.id], hidden)),
  );
}
