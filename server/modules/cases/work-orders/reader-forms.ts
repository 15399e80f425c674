import type { Actor } from '#domain/access/actor.ts';
import { type AuthorityByField, applyAuthority, FieldAccess } from '#domain/forms/authority.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { workKinds } from '#domain/workflow/actions/checks.ts';
import { visitsWithPendingForms } from '#domain/workflow/actions/queries.ts';
import type { DecisionContext, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import { readerAuthority } from '#domain/workflow/reader-authority.ts';
import type { Context } from '#server/framework/context.ts';
import {
  authorityAt,
  getPublishedForm,
  openForm,
  presentForm,
  presentPendingForm,
  withComputing,
  withElementFiles,
  withPendingValues,
} from '#server/modules/design/forms/service.ts';
import { filesOfForms } from '#server/modules/design/shared-elements/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import type { ReadableOrder } from './access.ts';
import type { PresentedForm } from './order-origin.ts';
import { openTaskOf } from './own-tasks.ts';
import type { OrderPageRecord } from './queries.ts';
import { findPendingForm, findTaskDraft } from './task-draft.ts';

export type ReadablePage = ReadableOrder<OrderPageRecord>;

/**
 * Returns the authority over a form at a task: a person who was asked for an opinion may only read the fields
 * that the node shows; the node's own handler fills them in.
 */
function authorityOf(definition: ProcessDefinition, { nodeId, kind }: Task, formCode: string) {
  const authority = authorityAt(definition, nodeId, formCode);
  if (workKinds.includes(kind)) return authority;
  return Object.fromEntries(
    Object.entries(authority).map(([field, level]) => [field, level === 2 ? 1 : level]),
  ) as typeof authority;
}

/**
 * Returns a function for the authority of this person over the forms of an order: that of the open task, else that of
 * a reader.
 */
export function formAuthorityOf(
  readableOrder: ReadablePage,
  actor: Actor,
  { addressee }: { addressee: DecisionContext['addressee'] },
): (formCode: string) => AuthorityByField {
  const { order, definition, trace } = readableOrder;
  const task = openTaskOf(readableOrder, actor, trace, addressee);
  return (formCode) =>
    task
      ? authorityOf(definition, task, formCode)
      : readerAuthority(order.state, definition, actor, formCode);
}

/** Returns the authority without any to edit, field by field. */
export function readOnlyAuthority(form: CompiledForm, authority: AuthorityByField): AuthorityByField {
  return Object.fromEntries(
    Object.entries(applyAuthority(form, authority)).map(([id, access]) => [
      id,
      access === FieldAccess.hidden ? FieldAccess.hidden : FieldAccess.readOnly,
    ]),
  );
}

/** Returns the order's forms as this person may read them, with their compiled form. */
export async function presentForms(
  context: Context,
  readableOrder: ReadablePage,
  actor: Actor,
): Promise<PresentedForm[]> {
  const opened = await openFormsForReader(context, readableOrder, actor);
  const day = { now: context.now(), holidays: await currentHolidays(context.db) };
  const compiledForms = opened.map(({ form }) => form.form.compiled);
  const elementFiles = await filesOfForms(context.db, compiledForms);
  return opened.map(({ form, authority, earlierContents }) => {
    const { compiled, model } = form.form;
    const shown = earlierContents
      ? presentPendingForm(form, earlierContents, authority)
      : presentForm(form, authority);
    const presentation = withElementFiles(withComputing(shown, compiled, day), compiled, elementFiles);
    return { presentation, compiled, model };
  });
}

/** Returns the order's forms, decrypted, with the values that are not submitted yet, and the access to each field. */
export async function openFormsForReader(context: Context, readableOrder: ReadablePage, actor: Actor) {
  const { order, trace } = readableOrder;
  const directory = await currentDirectory(context.db);
  const task = openTaskOf(readableOrder, actor, trace, directory.addressee);
  const formAuthority = formAuthorityOf(readableOrder, actor, directory);
  const visits = task ? visitsWithPendingForms(order.state, task) : [];
  const staged = task && findTaskDraft(context, order, task);
  return Promise.all(
    order.forms.map(async ({ form_definition_id, content, changes }) => {
      const form = await getPublishedForm(context.db, form_definition_id);
      const authority = formAuthority(form.code);
      const opened = openForm(form, content, context.crypto, changes);
      // The person's draft is newer than the stored values.
      const draft = staged?.forms.find(({ formCode }) => formCode === form.code);
      const storedValues = findPendingForm(order, visits, form.code);
      const returned = storedValues && { content: storedValues.content, openedOn: storedValues.opened_on };
      const result = withPendingValues(
        opened,
        { remainingValues: returned, draftValues: draft },
        authority,
        context.crypto,
      );
      return { ...result, authority };
    }),
  );
}
