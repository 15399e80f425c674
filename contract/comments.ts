import { z } from 'zod';
import { inputText } from '#domain/texts/input-texts.ts';
import { actionRefusals, HandleResult, opinion } from './acting.ts';
import { idText } from './asking-others-fields.ts';
import { endpoint, withFallback } from './endpoint.ts';
import { formValues } from './submitted-form.ts';
import { traceId, workOrderCode } from './work-orders.ts';

/**
 * The comments post (S1 §7): an older spelling of handle and return that identifies the order by its code.
 * docs/decisions/0058 describes each field.
 */

const ignoredField = z.unknown().optional();

/** True or false as old clients spell it; an empty value is false. */
const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])], { error: inputText.notAnOption })
  .nullish()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** Ids as a list, or joined by commas. */
const idList = z
  .union(
    [
      z.array(idText).max(100),
      z
        .string()
        .max(5000)
        .transform((joined) => joined.split(',')),
    ],
    {
      error: inputText.badFormat,
    },
  )
  .nullish()
  .transform((ids) => (ids ?? []).map((id) => id.trim()).filter((id) => id !== ''));

/**
 * One form of the update that precedes the comment; `id` is the one that the server returned for the form.
 */
const UpdatedForm = z.strictObject({
  id: z.string().min(1).max(100),
  content: formValues,
  metaData: ignoredField,
});

export const CommentInput = z.strictObject({
  /** The order's code again (办件流水号): every order is one case. */
  caseCode: workOrderCode.or(z.literal('')).nullish(),
  /** Text of the opinion. */
  caseText: withFallback(opinion, ''),
  /** Remark shown below the opinion. */
  remark: withFallback(opinion, ''),
  /** The node (环节) that the comment is about. */
  itemActId: withFallback(z.string().max(100), ''),
  /**
   * The visit of the node, our trace id; without it the caller's only open task (at that node, if one is
   * named).
   */
  actInstId: traceId.or(z.literal('')).nullish(),
  /** Documents that are attached to the opinion. */
  workorderDocIdList: idList,
  /** True for circulated materials; the portal does not use them, so the value has no effect. */
  isCirculated: flag,
  /** True to return the order to the previous node, with the comment as the reason. */
  isMaterialCirculationReturn: flag,
  /** The window (办理窗口) that received the order, written as in the specification; only at the node 收件. */
  widnowId: idText,
  /** Our addition: the button, if the node has several that handle. */
  buttonId: withFallback(z.string().max(60), ''),
  /** The form update before the comment, in the same transaction; its action key is B12. */
  actKey: z.literal(['B12', ''], { error: inputText.notAnOption }).nullish(),
  forms: withFallback(z.array(UpdatedForm).max(20), []),
});
export type CommentInput = z.output<typeof CommentInput>;

export const comments = {
  post: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorders/:workorderCode/comments',
    summary: '提交办理意见',
    params: z.strictObject({ workorderCode: workOrderCode }),
    body: CommentInput,
    output: HandleResult,
    refusals: [...actionRefusals, 'notServed', 'documentNotMade', 'documentNotSealed'],
  }),
};
