import type { FormChange } from '#contract/order-history.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { AuthorityByField } from '#domain/forms/authority.ts';
import { compareChanges, type StoredChange, unstoredChanges } from '#domain/forms/earlier-contents.ts';
import { formLimits } from '#domain/forms/limits.ts';
import { maskForm } from '#domain/forms/mask.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { mapMarkedFields } from '#domain/forms/wrapped-values.ts';
import type { Context } from '#server/framework/context.ts';
import type { WrapField } from '#server/framework/routing/form-key.ts';
import {
  decryptContent,
  getPublishedForm,
  type PublishedForm,
} from '#server/modules/design/forms/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import type { ReadableOrder } from './access.ts';
import { type FormWithChanges, listFormsWithChanges } from './history.queries.ts';
import type { OrderPageRecord } from './queries.ts';
import { formAuthorityOf } from './reader-forms.ts';

/** A change of a form with the task at which it was made. */
interface ChangeOfTask extends StoredChange {
  number: number | null;
}

/** Returns the changes of a form, also those of an earlier release, whose values are not stored. */
export function changesOf({ changes, stored }: Pick<FormWithChanges, 'changes' | 'stored'>): ChangeOfTask[] {
  const known = stored.map(({ staff_name: by, at, ...change }) => ({
    ...change,
    at: new Date(at).toISOString(),
    by,
  }));
  return [...known, ...unstoredChanges(changes, known).map((change) => ({ ...change, number: null }))];
}

/** Returns the changes with their values decrypted. */
export function decryptChanges<Change extends StoredChange>(
  { compiled }: PublishedForm,
  changes: readonly Change[],
  { crypto }: Context,
): Change[] {
  return changes.map((change) => ({
    ...change,
    previous: change.previous && decryptContent(compiled, change.previous, crypto),
  }));
}

/**
 * Returns the changes of an order's forms, newest first, with the values before and after each, as this person may
 * read the fields now (docs/decisions/0238).
 */
export async function formChanges(
  context: Context,
  actor: Actor,
  readable: ReadableOrder<OrderPageRecord>,
  query: { formCode?: string | undefined; fieldId?: string | undefined; before?: number | undefined },
  wrap?: WrapField,
) {
  const { order, definition } = readable;
  const authorityOf = formAuthorityOf(readable, actor, await currentDirectory(context.db));
  const forms = await listFormsWithChanges(context.db, order.id, { formCode: query.formCode });
  const presented = await Promise.all(
    forms.map(async (stored) => {
      const form = await getPublishedForm(context.db, stored.form_definition_id);
      const rows = changesOfReader(
        context,
        { form, stored, authority: authorityOf(form.code) },
        query.fieldId,
      );
      return { form, rows };
    }),
  );
  const rows = presented
    .flatMap((each) => each.rows.map((row) => ({ ...row, form: each.form })))
    .filter(({ version }) => query.before === undefined || version < query.before)
    .sort((one, other) => other.version - one.version || one.form.code.localeCompare(other.form.code));
  const page = firstPage(rows);
  return {
    rows: page.map(({ form, number, before, after, ...change }): FormChange => {
      const task = number === null ? undefined : order.state.tasks[number - 1];
      const wrapped = (values: Record<string, unknown>) =>
        wrap ? mapMarkedFields(form.compiled.fields, values, wrap) : values;
      return {
        ...change,
        formCode: form.code,
        traceId: number === null ? null : `${order.id}.${number}`,
        flowNodeName: (task && definition.nodes[task.nodeId]?.name) ?? '',
        onBehalfOf: task?.standsFor?.name ?? '',
        before: wrapped(before),
        after: wrapped(after),
      };
    }),
    forms: presented
      .filter(({ form }) => page.some((row) => row.form === form))
      .map(({ form }) => ({ formCode: form.code, formName: form.name, formStructure: form.structure })),
    nextBefore: page.length < rows.length ? (page.at(-1)?.version ?? null) : null,
  };
}

/** Returns the changes of the fields that this reader may see, or of one of them, with masked values. */
function changesOfReader(
  context: Context,
  { form, stored, authority }: { form: PublishedForm; stored: FormWithChanges; authority: AuthorityByField },
  fieldId: string | undefined,
) {
  const { compiled } = form;
  const changes = decryptChanges(form, changesOf(stored), context);
  const content = decryptContent(compiled, stored.content, context.crypto);
  const maskValues = (values: FormValues) =>
    maskForm(compiled, values, { authority, mayReveal: false }).values;
  return compareChanges(content, changes).flatMap(({ change, before, after }) => {
    // A field without a value is visible, too, so the authority of all changed fields is asked for.
    const shown = maskValues(Object.fromEntries(change.fields.map((id) => [id, null])));
    const fields = change.fields.filter(
      (id) => Object.hasOwn(shown, id) && (fieldId === undefined || id === fieldId),
    );
    if (fields.length === 0) return [];
    const ofFields = (values: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(values).filter(([id]) => fields.includes(id)));
    const { version, number, at, by } = change;
    return {
      ...{ version, number, at, handlerName: by, fields },
      before: ofFields(maskValues(before)),
      after: ofFields(maskValues(after)),
    };
  });
}

/** Returns the first rows within the limits of an answer; the rows of one version are never separated. */
function firstPage<Row extends { version: number; before: object; after: object }>(
  rows: readonly Row[],
): Row[] {
  let length = 0;
  const end = rows.findIndex(({ version, before, after }, index) => {
    const isOver = index >= formLimits.changesOfAnswer || length > formLimits.changesLengthOfAnswer;
    if (isOver && rows[index - 1]?.version !== version) return true;
    length += JSON.stringify([before, after]).length;
    return false;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}
