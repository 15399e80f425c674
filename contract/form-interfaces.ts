import { z } from 'zod';
import { interfaceLimits } from '#domain/interfaces/limits.ts';
import { endpoint } from './endpoint.ts';
import { traceId, workOrderCode } from './work-orders.ts';

/**
 * Calls of remote interfaces by forms (S2 §7, docs/decisions/0228). A browser names the field; address, headers and
 * secrets are those of the published form.
 */

interface Option {
  value: string;
  label: string;
  sign: string;
  children?: readonly Option[] | undefined;
  fills?: Readonly<Record<string, string>> | undefined;
}

const Option: z.ZodType<Option> = z.lazy(() =>
  z.object({
    value: z.string(),
    label: z.string(),
    /** Signature of the offered option; a submitted choice contains it. */
    sign: z.string(),
    children: z.array(Option).optional(),
    /** Texts for other fields that choosing the option fills in. */
    fills: z.record(z.string(), z.string()).optional(),
  }),
);

/** The answer of an interface as the field needs it; only one member is present. */
export const InterfaceAnswer = z.object({
  options: z.array(Option).optional(),
  /** Texts for fields; empty if the interface has found nothing. */
  fills: z.record(z.string(), z.string()).optional(),
});
export type InterfaceAnswer = z.output<typeof InterfaceAnswer>;

const use = z.enum(['options', 'default', 'complete', 'query']);
const fieldPath = z.string().max(140);
const maxParameters = interfaceLimits.params;
const parameters = z
  .record(z.string().max(64), z.string().max(interfaceLimits.paramLength))
  .refine((values) => Object.keys(values).length <= maxParameters, `参数不得超过${maxParameters}个`);
const text = z.string().max(interfaceLimits.paramLength).optional();

const query = {
  /** Field, or `table[].column`. */
  field: fieldPath,
  use,
  /** Values of the fields that the interface reads. */
  parameters,
  /** The typed text, for `complete`. */
  text,
};

const InterfaceQuery = z.strictObject({ formId: z.string().max(80), ...query });
export type InterfaceQuery = z.input<typeof InterfaceQuery>;

const refusals = ['remoteQueryFailed', 'tooManyRequests', 'forbidden', 'notFound'] as const;

export const formInterfaces = {
  atStart: endpoint({
    method: 'POST',
    mutates: false,
    path: '/api/items/:taskCode/form-interfaces',
    summary: '申报时查询表单接口',
    params: z.strictObject({ taskCode: z.string().max(60) }),
    body: InterfaceQuery,
    output: InterfaceAnswer,
    refusals,
  }),
  ofOrder: endpoint({
    method: 'POST',
    mutates: false,
    path: '/api/work-orders/:workorderCode/form-interfaces',
    summary: '办件中查询表单接口',
    params: z.strictObject({ workorderCode: workOrderCode }),
    /** The task of the person, if there are several. */
    body: InterfaceQuery.extend({ traceId: traceId.optional() }),
    output: InterfaceAnswer,
    refusals,
  }),
  /** For the preview and the test in the editor of forms: the form is not published. */
  try: endpoint({
    method: 'POST',
    mutates: false,
    path: '/api/forms/interfaces/try',
    summary: '试查表单接口',
    body: z.strictObject({ json: z.string().max(1_000_000), ...query }),
    output: InterfaceAnswer.extend({
      /** The beginning of the answer, for the author. */
      answer: z.string(),
      /** Reason why there is no result, as the end of a sentence; empty if there is one. */
      fault: z.string(),
    }),
    refusals: ['tooManyRequests', 'notFound', 'definitionInvalid'],
  }),
};
