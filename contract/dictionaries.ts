import { z } from 'zod';
import { endpoint, requiredText } from './endpoint.ts';

/** Dictionaries and form models for clients of the specification (S1 §7, S2 §3); docs/decisions/0063. */

/** One entry, with the names of S2 §3 "Form model". */
const DictionaryItem = z.object({
  dictItemValue: z.union([z.string(), z.number()]),
  dictItemName: z.string(),
  dictItemChName: z.string(),
  /** 1: may be chosen. */
  selectFlag: z.literal(1),
  /** Value of the other field for which the entry is available; empty if it always is. */
  parentDictItem: z.string(),
});

export const dictionaryCalls = {
  selections: endpoint({
    method: 'GET',
    path: '/business/business/dictionary/selections',
    summary: '字典选项',
    /** A code list by its name, or a form's field as `<form code>.<field id>`. */
    query: z.strictObject({ dictId: requiredText('请指明字典').max(200) }),
    output: z.object({ rows: z.array(DictionaryItem), total: z.number().int() }),
    refusals: ['notFound'],
  }),
  formModel: endpoint({
    method: 'GET',
    path: '/business/business/form/model/:code',
    summary: '按编码取表单模型',
    params: z.strictObject({ code: z.string().max(100) }),
    output: z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      version: z.number().int(),
      /** `schema` and `globalConfig` as one JSON text. */
      modelSchema: z.string(),
      fieldVos: z.array(
        z.object({
          fullyQualifiedId: z.string(),
          fieldName: z.string(),
          componentType: z.string(),
          /** Type of the field's value. */
          fieldType: z.enum(['string', 'number', 'array']),
          formMetadataDictionaryVo: z.object({ dictDataList: z.array(DictionaryItem) }).nullable(),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
};
