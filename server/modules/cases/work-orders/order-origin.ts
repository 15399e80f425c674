import type { WorkOrderForm } from '#contract/work-order-form.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { isServiceType, serviceTypeLabel } from '#domain/enumerations/service-type.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { textOfForm } from '#domain/forms/text.ts';
import { extFieldValues } from '#domain/items/ext-fields.ts';
import { activeNodeIds } from '#domain/workflow/actions/queries.ts';
import type { PublishedProcess } from '#server/modules/design/processes/service.ts';
import type { OrderRecord } from './queries.ts';

type OrderOrigin = Pick<
  WorkOrderPage['order'],
  | 'procId'
  | 'procDefId'
  | 'itemDeployId'
  | 'categoryId'
  | 'categoryName'
  | 'serveType'
  | 'secondBatch'
  | 'nodeName'
>;

/** A form as presented to a reader, with its published version. */
export interface PresentedForm {
  presentation: WorkOrderForm;
  compiled: CompiledForm;
  model: FormModel;
}

/** Returns the facts about process, item and intake in every answer about an order (S1 §3). */
export function originOf(order: OrderRecord, process: PublishedProcess): OrderOrigin {
  const names = activeNodeIds(order.state).map((id) => process.definition.nodes[id]?.name ?? '');
  return {
    procId: process.key,
    procDefId: order.process_definition_id,
    itemDeployId: order.business_item_id,
    categoryId: order.category_id,
    categoryName: order.category_name,
    serveType: order.serve_types,
    secondBatch: order.second_approval,
    nodeName: names.filter((name) => name !== '').join('、'),
  };
}

/** Returns the extra fields of the order's item, with the values of forms that this reader sees. */
export function extFieldsOf(
  order: OrderRecord,
  process: PublishedProcess,
  forms: readonly PresentedForm[],
): { label: string; value: string }[] {
  const { serveType, secondBatch, nodeName } = originOf(order, process);
  return extFieldValues(order.ext_fields, {
    facts: {
      initiatorName: order.initiator_name,
      serveType: serveType.map((type) => (isServiceType(type) ? serviceTypeLabel[type] : type)).join('、'),
      secondBatch: secondBatch ? '是' : '否',
      nodeName,
    },
    fieldText: textsOf(forms),
  });
}

/**
 * Returns the texts of the presented forms by path; each form is converted when its first field is needed.
 */
function textsOf(forms: readonly PresentedForm[]): (path: string) => string | undefined {
  const cache = new Map<string, Map<string, string>>();
  return (path) => {
    const [code = '', fieldId = ''] = path.split('.');
    const texts =
      cache.get(code) ?? textsById(forms.find(({ presentation }) => presentation.formCode === code));
    cache.set(code, texts);
    return texts.get(fieldId);
  };
}

function textsById(form: PresentedForm | undefined): Map<string, string> {
  if (form === undefined) return new Map();
  const { compiled, presentation } = form;
  return new Map(
    textOfForm(compiled, presentation.content, presentation.authority).map(({ id, text }) => [id, text]),
  );
}
