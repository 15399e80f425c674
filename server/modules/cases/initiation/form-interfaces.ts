import type { formInterfaces } from '#contract/form-interfaces.ts';
import { initialValues } from '#domain/forms/compiled-form.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { Call } from '#server/framework/routing/route.ts';
import { findCurrentItem } from '#server/modules/design/catalogue/service.ts';
import { askInterface, authorityAt, getPublishedForm } from '#server/modules/design/forms/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';

/** Asks an interface of a form of an item that the person is about to start (S2 §7). */
export async function askInterfaceAtStart({
  context,
  actor,
  params,
  body: { formId, ...query },
}: Call<typeof formInterfaces.atStart>) {
  const item = await findCurrentItem(context.db, params.taskCode);
  if (!item?.form_definition_ids.includes(formId)) return refuse('notFound', { message: '未找到该表单' });
  const { definition } = await getPublishedProcess(context.db, item.process_definition_id);
  const form = await getPublishedForm(context.db, formId);
  const authority = authorityAt(definition, definition.startId, form.code);
  return askInterface(context, actor, form, query, { authority, content: initialValues(form.compiled) });
}
