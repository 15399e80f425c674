/** Placeholders of a template, in the order and with the names of the specification (S2 §3). */
export const placeholders = {
  workorderCode: '办件流水号',
  bizCode: '业务编码',
  implementCode: '实施主体编码',
  implementName: '实施主体名称',
  areaCode: '区划编码',
  areaName: '区划名称',
  handlerAccount: '经办人账号',
  handlerName: '经办人姓名',
  orgCode: '机构编码',
  orgName: '机构名称',
  handleDate: '办理日期',
  createdAt: '创建时间',
  orderNumber: '办件编号',
  yearNumber: '年份号',
  sequenceNumber: '顺序号',
} as const satisfies Record<string, string>;

export type MessagePlaceholder = keyof typeof placeholders;
export type PlaceholderValues = Readonly<Record<MessagePlaceholder, string>>;

const keys = new Map(
  Object.entries(placeholders).map(([key, name]) => [name as string, key as MessagePlaceholder]),
);
const pattern = /\{([^{}]*)\}/g;

/** Returns names in braces that are no placeholders, and unpaired braces, each as it was typed. */
export function unknownPlaceholders(template: string): string[] {
  const unknown = [...template.matchAll(pattern)]
    .filter(([, name = '']) => !keys.has(name))
    .map(([all]) => all);
  const unpairedBraces = template.replace(pattern, '').match(/[{}]/g) ?? [];
  return [...new Set([...unknown, ...unpairedBraces])];
}

/** Returns the template with every placeholder filled. The values filled in are not searched for placeholders again. */
export function fillTemplate(template: string, values: PlaceholderValues): string {
  return template.replace(pattern, (all, name: string) => {
    const key = keys.get(name);
    return key === undefined ? all : values[key];
  });
}

/** Returns the parts of an order number (S2 §3): the four-digit year, and the sequence. */
export function partsOfCode(code: string): { year: string; sequence: string } {
  return { year: code.slice(0, 4), sequence: code.slice(4) };
}

/** Values for the preview of a template. */
export const sampleValues: PlaceholderValues = {
  workorderCode: '2026000128',
  bizCode: '2026000128',
  implementCode: 'xinfang',
  implementName: '淳安县信访局',
  areaCode: '330127',
  areaName: '淳安县',
  handlerAccount: 'liuyang',
  handlerName: '刘洋',
  orgCode: 'xinfang',
  orgName: '淳安县信访局',
  handleDate: '2026-03-02',
  createdAt: '2026-03-02 10:00',
  orderNumber: '2026000128',
  yearNumber: '2026',
  sequenceNumber: '000128',
};
