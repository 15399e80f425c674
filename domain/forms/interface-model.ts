import { interfaceParts, type OutboundInterface } from '../interfaces/outbound-interface.ts';

/** A remote interface that fields of a form use. */
export interface FormInterface extends OutboundInterface {
  /** ASCII, unique in the form; fields refer to the interface by it. */
  id: string;
  title: string;
  responseParams?: readonly ResponseParam[];
}

/**
 * A part of the answer: the member `key` of the data (or of each entry of its list) is written into a field, or is
 * the value, the label or the list of lower options of an option.
 */
export type ResponseParam = { key: string } & ({ field: string } | { part: OptionPart });
export type OptionPart = 'value' | 'label' | 'children';

export const optionPartLabel: Record<OptionPart, string> = {
  value: '选项的值',
  label: '选项的名称',
  children: '下级选项',
};

/** Returns an interface in words, for the list of changes; without values that may be secret. */
export function interfaceText(
  definition: FormInterface,
  titleOf: (id: string) => { title: string } | undefined,
): string {
  const { title, paramRemark, responseParams } = definition;
  const nameOf = (id: string) => `字段“${titleOf(id)?.title ?? id}”`;
  const taken = responseParams?.map((param) =>
    'field' in param ? `${param.key}→${nameOf(param.field)}` : `${param.key}→${optionPartLabel[param.part]}`,
  );
  const parts = [
    title,
    ...interfaceParts(definition, nameOf),
    taken?.length && `结果：${taken.join('、')}`,
    paramRemark && `说明：${paramRemark}`,
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join('；');
}

/** The part of an interface that browsers get: which fields it reads and fills, and nothing about its target. */
export interface PublicInterface {
  id: string;
  title: string;
  requestParams?: readonly ({ field: string } | { typed: true })[];
  responseParams?: readonly { field: string }[];
}

/** An interface as the server or a browser has it. */
export type AnyInterface = FormInterface | PublicInterface;
