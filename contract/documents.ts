import { z } from 'zod';
import { inputText } from '#domain/texts/input-texts.ts';
import { opinion } from './acting.ts';
import { endpoint, idempotencyRefusals, requiredText, withFallback } from './endpoint.ts';
import { SubmittedForm } from './submitted-form.ts';
import { traceId, workOrderCode, workOrderId } from './work-orders.ts';

/**
 * Documents that an action makes (S1 §3 Document, §4 flow of an action, §7): prepared for a preview,
 * confirmed, and then used by the submission itself. See docs/decisions/0096.
 */

export const OrderDocument = z.object({
  /** Id of the document's file; the activation stores the sealed document as another file. */
  id: z.string(),
  /** Name of the document in the item. */
  name: z.string(),
  /** Name of the document's file. */
  docName: z.string(),
  /** Id of the document in every call, from the first preview on. */
  docId: z.string(),
  /** Address for a reader who has a one-time ticket for it. */
  attachmentUrl: z.string(),
  /** Address of the same document as a Word file; empty if there is none. */
  attachmentDocxUrl: z.string(),
  /** Our addition: 文号; empty for a document without a number. */
  documentNumber: z.string(),
  /** 0: not confirmed yet. */
  isActive: z.union([z.literal(0), z.literal(1)]),
});
export type OrderDocument = z.output<typeof OrderDocument>;

/** A document just made for a preview. */
export const PreparedDocument = OrderDocument.extend({
  /**
   * Our addition: characters that no font of the portal can draw, with the facts that contain them; each is
   * drawn as an empty box.
   */
  missingLetters: z.array(z.object({ field: z.string(), letter: z.string(), codePoint: z.string() })),
});
export type PreparedDocument = z.output<typeof PreparedDocument>;

export const DocumentNotMade = z.object({ name: z.string(), reason: z.string() });
export type DocumentNotMade = z.output<typeof DocumentNotMade>;

/** A document of an order as its readers see it. */
export const PublicDocument = OrderDocument.extend({
  /** Code of the document in the item. */
  code: z.string(),
  /** `prepared`: made, but not confirmed or not used by its action; only the person who made it sees it. */
  state: z.enum(['prepared', 'valid', 'void']),
  stateLabel: z.string(),
  /** True if its text differs from the order as it is today. */
  changed: z.boolean(),
  madeAt: z.iso.datetime(),
  /** Code for verifying the document without a session; empty for a document without verification. */
  verificationCode: z.string(),
  /** Reason why it is void; without person and time if it became void together with its step or its order. */
  voided: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime().nullable() }).nullable(),
  /** A document made by an action button is confirmed only by that action. */
  can: z.object({ void: z.boolean(), confirm: z.boolean() }),
});
export type PublicDocument = z.output<typeof PublicDocument>;

/** Longest reason for making a document void, in characters. */
export const maxVoidReason = 200;

const docId = z.uuid('文书标识不正确');

/** Ids as a list, or joined by commas; duplicates are removed. */
const docIds = z.preprocess(
  (value) => [
    ...new Set(
      (Array.isArray(value) ? value : String(value ?? '').split(','))
        .map((id) => (typeof id === 'string' ? id.trim() : id))
        .filter((id) => id !== ''),
    ),
  ],
  z.array(docId).min(1, '请选择文书').max(50),
);

/** 1: confirm; 0 (our addition): discard what was prepared and not used. */
const isActive = z
  .literal([0, 1, '0', '1'], { error: inputText.notAnOption })
  .default(1)
  .transform((value) => Number(value) as 0 | 1);

const refusals = [
  'taskAlreadyHandled',
  'notYourTask',
  'actionNotAllowed',
  'formInvalid',
  'formChanged',
  'actionContradictsForm',
  'badInput',
  'documentNotMade',
] as const;

export const documents = {
  /**
   * Prepares the documents that a button makes from the forms as filled in; none if the button makes none.
   */
  preview: endpoint({
    method: 'POST',
    changes: ['documents'],
    path: '/workorder/workorder/doc/preview/:workorderId',
    summary: '预览文书',
    params: z.strictObject({ workorderId: workOrderId }),
    body: z.strictObject({
      workorderCode: workOrderCode.or(z.literal('')).nullish(),
      /** Without a trace: the caller's only open task of the order. */
      traceId: traceId.or(z.literal('')).nullish(),
      flowNodeId: z.string().max(100).nullish(),
      flowNodeName: z.unknown().optional(),
      buttonId: z.string().max(60),
      /** The forms as in a submission. */
      formContent: withFallback(z.array(SubmittedForm).max(20), []),
      /** Our addition: the opinion of the bar, for documents that quote it. */
      handlerOpinion: withFallback(opinion, ''),
      /** Only this one of the prepared documents is made again. */
      docId: docId.or(z.literal('')).nullish(),
    }),
    output: z.object({
      rows: z.array(PreparedDocument),
      /**
       * Our addition: documents of the button that cannot be made, with the reason; the action continues
       * without them.
       */
      notMade: z.array(DocumentNotMade),
    }),
    refusals: [...refusals, 'notFound'],
  }),
  activateAll: endpoint({
    method: 'POST',
    changes: ['documents'],
    path: '/workorder/workorder/doc/activate',
    summary: '激活文书（批量）',
    body: z.strictObject({ docIds, isActive }),
    output: z.object({ rows: z.array(OrderDocument) }),
    refusals: [
      'notFound',
      'taskAlreadyHandled',
      'actionNotAllowed',
      'documentNotSealed',
      ...idempotencyRefusals,
    ],
  }),
  activate: endpoint({
    method: 'POST',
    changes: ['documents'],
    path: '/workorder/workorder/doc/:docId/activate',
    summary: '激活文书',
    params: z.strictObject({ docId }),
    body: z.strictObject({ isActive }),
    output: z.object({ rows: z.array(OrderDocument) }),
    refusals: [
      'notFound',
      'taskAlreadyHandled',
      'actionNotAllowed',
      'documentNotSealed',
      ...idempotencyRefusals,
    ],
  }),
  /** Lists an order's documents that its readers may see (S1 §7), and the caller's own unconfirmed ones. */
  publicList: endpoint({
    method: 'GET',
    reads: ['documents'],
    path: '/workorder/workorder/doc/public/:workorderId',
    summary: '办件文书',
    params: z.strictObject({ workorderId: workOrderId }),
    query: z.strictObject({
      /** Our addition: the open task that 生成 is about; without it, the task that has been open longest. */
      traceId: traceId.or(z.literal('')).nullish(),
    }),
    output: z.object({
      rows: z.array(PublicDocument),
      /** Our addition: documents that the caller may make with 生成 at that task, or the reason against it. */
      byHand: z.array(z.object({ code: z.string(), whyNot: z.string() })),
      /** Our addition: codes of documents whose buttons belong to steps that the order can no longer reach. */
      stepsOver: z.array(z.string()),
    }),
  }),
  /**
   * Lists the documents that an item makes (S1 §7); `byHand`: a handler makes it with 生成, when the step
   * allows it.
   */
  configList: endpoint({
    method: 'GET',
    reads: ['documents', 'templates'],
    path: '/workorder/workorder/doc/config/list',
    summary: '文书配置列表',
    query: z.strictObject({
      /** Task code of the item. */
      businessId: z.string().max(64).optional(),
      /** Id of a version of the item. */
      businessDeployId: z.string().max(64).optional(),
    }),
    output: z.object({
      rows: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          byHand: z.boolean(),
          madeAt: z.string(),
          /** Our addition: every button makes it only if a condition holds. */
          isConditional: z.boolean(),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  /**
   * Makes a document, without an action button, of the order as it is now; it is added to the order when
   * confirmed.
   */
  generate: endpoint({
    method: 'POST',
    changes: ['documents'],
    path: '/workorder/workorder/doc/generate/:workorderId',
    summary: '生成文书',
    params: z.strictObject({ workorderId: workOrderId }),
    body: z.strictObject({
      code: z.string().max(60),
      /** Without a trace: the caller's only open task of the order. */
      traceId: traceId.or(z.literal('')).nullish(),
    }),
    output: z.object({ rows: z.array(PreparedDocument) }),
    refusals: [...refusals, 'notFound'],
  }),
  /**
   * Voids a document that was sent out; it stays in the record, and its verification reports that it is void.
   */
  void: endpoint({
    method: 'POST',
    changes: ['documents'],
    path: '/workorder/workorder/doc/:docId/void',
    summary: '作废文书',
    params: z.strictObject({ docId }),
    body: z.strictObject({ reason: requiredText('请填写作废原因').max(maxVoidReason) }),
    output: z.object({ id: z.string() }),
    refusals: ['notFound', 'forbidden'],
  }),
};
export type DocumentPreviewInput = z.output<typeof documents.preview.body>;
