/** A remote interface that fields of a form use, with the names of the specification (S2 §3). */
export interface FormInterface {
  /** ASCII, unique in the form; fields refer to the interface by it. */
  id: string;
  title: string;
  targetUrl: string;
  method: 'GET' | 'POST';
  /** Path of the data in the answer, members joined by dots; `data` by default. */
  dataKey?: string;
  /** A note about the parameters for the authors of the form. */
  paramRemark?: string;
  /** Values may contain `{token}`, the operator's secret for the origin. */
  headers?: Readonly<Record<string, string>>;
  requestParams?: readonly RequestParam[];
  responseParams?: readonly ResponseParam[];
}

/**
 * A parameter of the request: the query of a GET, a member of the JSON body of a POST. Its value is fixed, that of a
 * field, or the text that is being typed into a field with auto-complete.
 */
export type RequestParam = { key: string } & ({ value: string } | { field: string } | { typed: true });

/**
 * A part of the answer: the member `key` of the data (or of each entry of its list) is written into a field, or is the
 * value, the label or the list of lower options of an option.
 */
export type ResponseParam = { key: string } & ({ field: string } | { part: OptionPart });
export type OptionPart = 'value' | 'label' | 'children';

export const optionPartLabel: Record<OptionPart, string> = {
  value: '选项的值',
  label: '选项的名称',
  children: '下级选项',
};

/**
 * Returns an interface in words, for the list of changes; of its headers only the names, because the values may be
 * secret.
 */
export function interfaceText(
  { title, targetUrl, method, dataKey, paramRemark, headers = {}, ...params }: FormInterface,
  titleOf: (id: string) => { title: string } | undefined,
): string {
  const nameOf = (id: string) => `字段“${titleOf(id)?.title ?? id}”`;
  const sent = params.requestParams?.map((param) => {
    if ('field' in param) return `${param.key}＝${nameOf(param.field)}`;
    return `${param.key}＝${'typed' in param ? '正在输入的文字' : param.value}`;
  });
  const taken = params.responseParams?.map((param) =>
    'field' in param ? `${param.key}→${nameOf(param.field)}` : `${param.key}→${optionPartLabel[param.part]}`,
  );
  const parts = [
    title,
    `${method} ${targetUrl}`,
    dataKey && `数据在 ${dataKey}`,
    Object.keys(headers).length > 0 && `请求头：${Object.keys(headers).join('、')}`,
    sent?.length && `参数：${sent.join('、')}`,
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
