import type { FormHistoryEntry } from '#contract/work-order-form.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type AuthorityByField, FieldAccess } from '#domain/forms/authority.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { readerAuthority } from '#domain/workflow/reader-authority.ts';
import type { Context } from '#server/framework/context.ts';
import type { WrapField } from '#server/framework/routing/form-key.ts';
import { getPublishedForm, openForm, presentForm, wrapForm } from '#server/modules/design/forms/service.ts';
import type { ReadableOrder } from './access.ts';
import { listFormerForms } from './queries.ts';
import { readOnlyAuthority } from './reader-forms.ts';

/**
 * Returns the stored contents of an order's forms other than the current ones: values typed at visits that
 * filled in no form (return, terminate, void), and contents that action 13 marked as deleted; oldest first.
 * They are readable with the same permissions as the forms, and not editable. See docs/decisions/0059.
 */
export async function formHistory(
  context: Context,
  actor: Actor,
  { order, definition }: ReadableOrder,
  wrapField?: WrapField,
): Promise<{ rows: FormHistoryEntry[] }> {
  const storedForms = await listFormerForms(context.db, order.id);
  const rows = await Promise.all(
    storedForms.map(
      async ({ kind, number, form_definition_id, content, node_name, act_name, handler_name, at }) => {
        const form = await getPublishedForm(context.db, form_definition_id);
        const readerAccess = readerAuthority(order.state, definition, actor, form.code);
        const authority = readOnlyAccess(form.compiled, readerAccess, kind === 'typed' ? content : undefined);
        return {
          kind,
          traceId: number === null ? null : `${order.id}.${number}`,
          flowNodeName: node_name,
          actName: act_name,
          handlerName: handler_name,
          at: at.toISOString(),
          form: wrapForm(
            presentForm(openForm(form, content, context.crypto), authority),
            form.compiled,
            wrapField,
          ),
        };
      },
    ),
  );
  return { rows };
}

/**
 * Returns the read-only access; for typed values only the typed fields are shown, because the others are
 * empty.
 */
function readOnlyAccess(
  form: CompiledForm,
  readerAccess: AuthorityByField,
  typed: Readonly<Record<string, unknown>> | undefined,
): AuthorityByField {
  const isShown = (id: string) => typed === undefined || Object.hasOwn(typed, id) || isHeading(form, id);
  return Object.fromEntries(
    Object.entries(readOnlyAuthority(form, readerAccess)).map(([id, access]) => [
      id,
      isShown(id) ? access : FieldAccess.hidden,
    ]),
  );
}

function isHeading(form: CompiledForm, id: string): boolean {
  return form.byId.get(id)?.kind.holdsValue === false;
}
