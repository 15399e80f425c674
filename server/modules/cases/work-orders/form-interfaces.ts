import type { formInterfaces } from '#contract/form-interfaces.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Call } from '#server/framework/routing/route.ts';
import { askInterface } from '#server/modules/design/forms/service.ts';
import { openTasksOf } from './own-tasks.ts';
import { openFormsForReader, type ReadablePage } from './reader-forms.ts';

/** Asks an interface of a form of an order for a person who may fill the field in at the present task (S2 §7). */
export async function askInterfaceOfOrder({
  context,
  actor,
  order,
  body: { formId, traceId: _, ...query },
}: Call<typeof formInterfaces.ofOrder, Actor, ReadablePage>) {
  if (openTasksOf(order, actor).length === 0) return refuse('forbidden');
  const opened = await openFormsForReader(context, order, actor);
  const found = opened.find(({ form }) => form.form.id === formId);
  if (!found) return refuse('notFound', { message: '该办件没有这个表单' });
  const { form, authority } = found;
  return askInterface(context, actor, form.form, query, { authority, content: form.content });
}
