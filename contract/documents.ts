import { z } from 'zod';
import { inputText } from '#domain/texts/input-texts.ts';
import { opinion } from './acting.ts';
import { endpoint, onceOnlyRefusals, orStanding, requiredText } from './endpoint.ts';
import { SubmittedForm } from './submitted-form.ts';
import { traceId, workOrderCode, workOrderId } from './work-orders.ts';

/**
 * Documents that an action makes (S1 §3 Document, §4 flow of an action, §7): prepared for a preview,
 * confirmed, and then taken by the submission itself. See docs/decisions/0096.
 */

export const OrderDocument = z.object({
  /** Id of its file; the activation seals it as another file. */
  id: z.string(),
  /** The item's name of it. */
  name: z.string(),
  /** Name of its file. */
  docName: z.string(),
  /** Identifies the document in every call, from the first preview on. */
  docId: z.string(),
  /** Shown to a reader who has a one-time ticket for it. */
  attachmentUrl: z.string(),
  /** The same as a text document; empty where there is none. */
  attachmentDocxUrl: z.string(),
  /** Our addition: 文号; empty for a document without. */
  documentNumber: z.string(),
  /** 0 until it is confirmed. */
  isActive: z.union([z.literal(0), z.literal(1)]),
});
export type OrderDocument = z.output<typeof OrderDocument>;

/** A document that has just been made for a preview. */
export const PreparedDocument = OrderDocument.extend({
  /** Our addition: letters that no face of the portal draws, with the facts that they come from; they stand there as empty boxes. */
  missingLetters: z.array(z.object({ field: z.string(), letter: z.string(), codePoint: z.string() })),
});
export type PreparedDocument = z.output<typeof PreparedDocument>;

export const DocumentNotMade = z.object({ name: z.string(), reason: z.string() });
export type DocumentNotMade = z.output<typeof DocumentNotMade>;

/** A document of an order as its readers see it. */
export const PublicDocument = OrderDocument.extend({
  /** The item's own code of it. */
  code: z.string(),
  /** Made, and not confirmed or not taken by its action: its person alone sees it. */
  state: z.enum(['prepared', 'valid', 'void']),
  stateLabel: z.string(),
  /** True where its text differs from the order as it is today. */
  changed: z.boolean(),
  madeAt: z.iso.datetime(),
  /** Code by which a visitor without a session verifies it; empty for a document without verification. */
  verificationCode: z.string(),
  /** Reason why it is void; without person and moment where it became void with its step or its order. */
  voided: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime().nullable() }).nullable(),
  /** A document of an action button is confirmed by its action alone. */
  can: z.object({ void: z.boolean(), confirm: z.boolean() }),
});
export type PublicDocument = z.output<typeof PublicDocument>;

/** Characters of the reason for which a document is made void. */
export const maxVoidReason = 200;

const docId = z.uuid('文书标识不正确');

/** As a list, or joined by commas, each once. */
const docIds = z.preprocess(
  (given) => [
    ...new Set(
      (Array.isArray(given) ? given : String(given ?? '').split(','))
        .map((id) => (typeof id === 'string' ? id.trim() : id))
        .filter((id) => id !== ''),
    ),
  ],
  z.array(docId).min(1, '请选择文书').max(50),
);

/** 1 confirms; 0 is our addition and throws away what was prepared and not used. */
const isActive = z
  .literal([0, 1, '0', '1'], { error: inputText.notAnOption })
  .default(1)
  .transform((given) => Number(given) as 0 | 1);

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
  /** Prepares the documents that a button makes upon the forms as they are filled in; none where it makes none. */
  preview: endpoint({
    method: 'POST',
    changes: ['documents'],
    path: '/workorder/workorder/doc/preview/:workorderId',
    summary: '预览文书',
    params: z.strictObject({ workorderId: workOrderId }),
    body: z.strictObject({
      workorderCode: workOrderCode.or(z.literal('')).nullish(),
      /** Without one: the caller's only open task of the order. */
      traceId: traceId.or(z.literal('')).nullish(),
      flowNodeId: z.string().max(100).nullish(),
      flowNodeName: z.unknown().optional(),
      buttonId: z.string().max(60),
      /** The forms as a submission carries them. */
      formContent: orStanding(z.array(SubmittedForm).max(20), []),
      /** Our addition: the opinion of the bar, for documents that say it. */
      handlerOpinion: orStanding(opinion, ''),
      /** Only this one of those that were prepared is made anew. */
      docId: docId.or(z.literal('')).nullish(),
    }),
    output: z.object({
      rows: z.array(PreparedDocument),
      /** Our addition: documents that the button names and that cannot be made, with the reason; the action goes without them. */
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
      ...onceOnlyRefusals,
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
      ...onceOnlyRefusals,
    ],
  }),
  /** Documents of an order that its readers may see (S1 §7), and the caller's own that wait to be confirmed. */
  publicList: endpoint({
    method: 'GET',
    reads: ['documents'],
    path: '/workorder/workorder/doc/public/:workorderId',
    summary: '办件文书',
    params: z.strictObject({ workorderId: workOrderId }),
    query: z.strictObject({
      /** Our addition: the open task that 生成 is about; without one the longest open. */
      traceId: traceId.or(z.literal('')).nullish(),
    }),
    output: z.object({
      rows: z.array(PublicDocument),
      /** Our addition: documents that the caller may make by hand at that task; the reason where one cannot be made. */
      byHand: z.array(z.object({ code: z.string(), whyNot: z.string() })),
    }),
  }),
  /** Documents that an item makes (S1 §7); `byHand`: 生成 makes it, where the moment is right. */
  configList: endpoint({
    method: 'GET',
    reads: ['documents', 'templates'],
    path: '/workorder/workorder/doc/config/list',
    summary: '文书配置列表',
    query: z.strictObject({
      /** The item's task code. */
      businessId: z.string().max(64).optional(),
      /** A version of the item. */
      businessDeployId: z.string().max(64).optional(),
    }),
    output: z.object({
      rows: z.array(
        z.object({ code: z.string(), name: z.string(), byHand: z.boolean(), madeAt: z.string() }),
      ),
    }),
    refusals: ['notFound'],
  }),
  /** Makes a document that no button makes, of the order as it is now; it is on the order when it is confirmed. */
  generate: endpoint({
    method: 'POST',
    changes: ['documents'],
    path: '/workorder/workorder/doc/generate/:workorderId',
    summary: '生成文书',
    params: z.strictObject({ workorderId: workOrderId }),
    body: z.strictObject({
      code: z.string().max(60),
      /** Without one: the caller's only open task of the order. */
      traceId: traceId.or(z.literal('')).nullish(),
    }),
    output: z.object({ rows: z.array(PreparedDocument) }),
    refusals: [...refusals, 'notFound'],
  }),
  /** Voids a document that was sent out. It stays in the record, and verification reports that it is void. */
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
