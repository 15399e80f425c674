import type { Problem } from '../refusals/refusals.ts';
import { isBlank } from '../texts/characters.ts';
import { type FormsOfItem, findField } from './field-at-path.ts';

/** Facts of an order that an item may show among its extra fields. */
export const OrderFact = {
  initiatorName: 'initiatorName',
  serveType: 'serveType',
  nodeName: 'nodeName',
  secondBatch: 'secondBatch',
} as const;
export type OrderFact = (typeof OrderFact)[keyof typeof OrderFact];

export const orderFactLabel: Record<OrderFact, string> = {
  initiatorName: '发起人',
  serveType: '收件方式',
  nodeName: '当前环节',
  secondBatch: '是否二次审批',
};

/**
 * One extra field of an item's orders (S1 §3 `extFields`): its label and the source of its value, either a
 * form field as `<form code>.<field id>` or a fact of the order.
 */
export type ExtField = { label: string; field: string } | { label: string; fact: OrderFact };

/** Returns every problem that prevents publishing an item with these extra fields. */
export function checkExtFields(extFields: readonly ExtField[], forms: FormsOfItem): Problem[] {
  return extFields.flatMap((ext, index) => {
    const toProblems = (message: string) => [
      { field: `extFields[${index}]`, message: `扩展信息“${ext.label}”：${message}` },
    ];
    if (isBlank(ext.label)) return [{ field: `extFields[${index}]`, message: '请填写扩展信息的名称' }];
    if ('field' in ext && ext.field === '') return toProblems('请选择取自哪里');
    if ('fact' in ext)
      return Object.hasOwn(OrderFact, ext.fact) ? [] : toProblems(`没有办件信息“${ext.fact}”`);
    const field = findField(ext.field, forms);
    if (typeof field === 'string') return toProblems(field);
    return field.kind.nests !== undefined || !field.kind.holdsValue
      ? toProblems(`字段“${field.title}”没有单一的值`)
      : [];
  });
}

/**
 * Returns the extra fields of one order as texts, in the item's order. `fieldText` returns a form field as
 * this reader sees it, masked as in the form; fields that are empty or hidden from the reader are left out.
 */
export function extFieldValues(
  extFields: readonly ExtField[],
  order: { facts: Readonly<Record<OrderFact, string>>; fieldText: (path: string) => string | undefined },
): { label: string; value: string }[] {
  return extFields.flatMap((ext) => {
    const value = 'fact' in ext ? order.facts[ext.fact] : order.fieldText(ext.field);
    return value ? [{ label: ext.label, value }] : [];
  });
}
