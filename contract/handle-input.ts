import { z } from 'zod';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import { maxUrgeTextLength, maxUrgeTitleLength } from '#domain/workflow/model/limits.ts';
import { actionReason, lenientText, opinion } from './acting.ts';
import {
  assigneeList,
  codeSchema,
  countersignResult,
  delegateReturns,
  requestFields,
  signerPlace,
} from './asking-others-fields.ts';
import { withFallback } from './endpoint.ts';
import { NotificationBlock, SendMessageBlock } from './notification-block.ts';
import { PickedHandler } from './picked-handler.ts';
import { SubmittedForm } from './submitted-form.ts';
import { traceId, workOrderCode, workOrderId } from './work-orders.ts';

/** The payload of the handler bar (S1 §3 "Handling submission payload"). */

/** Handlers that the caller names for a next node; docs/decisions/0097 describes the pick. */
export const NextNodeHandlers = z.strictObject({
  flowNodeId: z.string().max(100),
  candidates: z.array(PickedHandler).max(100),
});

/** A documented field that the portal ignores. */
const ignoredField = z.unknown().optional();
/** A documented block of an unsupported feature; a block that is not empty is refused by its name. */
const unsupportedBlock = z.unknown().optional();

/** One attachment of a submission; the server uses name, kind and size of its own row. */
const SubmittedFile = z.strictObject({
  category: ignoredField,
  name: ignoredField,
  url: z.string().max(500).optional(),
  size: ignoredField,
  id: z.string().max(100).optional(),
});

/** Attachments of an opinion (S1 §3): at most ten, which the server finds by their ids. */
export const opinionFiles = z.array(SubmittedFile).max(100).nullish();
export type SubmittedFiles = z.output<typeof opinionFiles>;

/** Fields of every submission: its task, the opinion, and documented fields that are ignored. */
const commonFields = {
  workorderId: workOrderId,
  /**
   * Without a trace: the caller's only open task of the order; for taking back, the only task that allows it.
   */
  workorderTraceId: traceId.or(z.literal('')).nullish(),
  workorderCode: workOrderCode.or(z.literal('')).nullish(),
  procInsId: workOrderId.or(z.literal('')).nullish(),
  handlerOpinion: withFallback(opinion, ''),
  fileList: opinionFiles,
  /**
   * Our addition: the documents that were previewed and confirmed; the action is refused if they no longer
   * exist.
   */
  workorderDocIdList: z.array(z.uuid('文书标识不正确')).max(50).optional(),
  countersignList: ignoredField,
  countersignHandlerResult: ignoredField,
  handlerLimitUnit: ignoredField,
  handlerLimitTime: ignoredField,
  countersignWay: ignoredField,
  countersignHandlerType: ignoredField,
  countersignFlowCondition: ignoredField,
  countersignPromoterName: ignoredField,
  countersignPromoterId: ignoredField,
  traceAssignId: ignoredField,
  workorderRemindInputVo: unsupportedBlock,
  revokeCheckedVo: ignoredField,
  isWindowSpecific: ignoredField,
  workorderSendMessageVo: SendMessageBlock,
  /** The other spelling of a message: candidate list, msgNotify, msg and channelType. */
  message: NotificationBlock,
};

/**
 * Fields that only some operations read; the others accept and ignore them, because old clients send every
 * field.
 */
const operationFields = {
  buttonId: withFallback(z.string().max(60), ''),
  workorderForms: withFallback(z.array(SubmittedForm).max(20), []),
  /** Next nodes' handlers (forward; optional on handle). */
  procInsNodeUserReqModel: withFallback(z.array(NextNodeHandlers).max(50), []),
  /** Chosen branch node of the manual gateway; several are joined by a comma. */
  branchProcessingNodeId: withFallback(z.string().max(500), ''),
  /** Nodes to return to, joined by a comma or as a list. */
  backNodeIds: withFallback(
    z.union([z.string().max(500), z.array(z.string().max(100)).max(50).transform(String)], {
      error: inputText.badFormat,
    }),
    '',
  ),
  /**
   * Our addition: `replay` repeats the steps between; `direct` returns straight to the person who sent it
   * back.
   */
  backWay: z.enum(['replay', 'direct']).default('replay'),
};

const ignoredFields = {
  buttonId: ignoredField,
  workorderForms: ignoredField,
  procInsNodeUserReqModel: ignoredField,
  branchProcessingNodeId: ignoredField,
  backNodeIds: ignoredField,
  backWay: ignoredField,
};

const { buttonId, workorderForms, procInsNodeUserReqModel, branchProcessingNodeId, backNodeIds, backWay } =
  operationFields;

/** Handle, forward and choose branch: the flow continues. */
const ContinueFlowInput = z.strictObject({
  ...commonFields,
  ...ignoredFields,
  handlerOperation: codeSchema('1', '9', '12'),
  buttonId,
  workorderForms,
  procInsNodeUserReqModel,
  branchProcessingNodeId,
});

/** 2006 confirms the receipt of an order whose missing materials are supplied later (S1 §4): a handling with that result. */
const ReceiptInput = ContinueFlowInput.extend({
  handlerOperation: z.literal(['2006', 2006]).transform(() => '1' as const),
});

const ReturnInput = z.strictObject({
  ...commonFields,
  ...ignoredFields,
  handlerOperation: codeSchema('2'),
  buttonId,
  workorderForms,
  backNodeIds,
  backWay,
});

/** Terminate and void. */
const StopInput = z.strictObject({
  ...commonFields,
  ...ignoredFields,
  handlerOperation: codeSchema('4', '13'),
  buttonId,
  workorderForms,
});

const ResubmitInput = z.strictObject({
  ...commonFields,
  ...ignoredFields,
  handlerOperation: codeSchema('14'),
  workorderForms,
});

/** The handler's withdraw or, on a start trace, the initiator's recall; the opinion is the reason. */
const TakeBackInput = z.strictObject({
  ...commonFields,
  ...ignoredFields,
  handlerOperation: codeSchema('6'),
});

/**
 * Urge (S1 §3, §5): the documented block, plus receivers and channels, for which the specification has no
 * names. Its reason is the block's, else the opinion of the bar.
 */
export const UrgeBlock = z.strictObject({
  title: withFallback(lenientText(maxUrgeTitleLength), ''),
  content: withFallback(lenientText(maxUrgeTextLength), ''),
  reason: withFallback(actionReason, ''),
  fileList: opinionFiles,
  /** Candidate keys of waiting tasks, or ids of people behind such a key. */
  receivers: withFallback(z.array(z.string().max(120)).max(500), []),
  channelType: withFallback(z.array(z.enum(MessageChannel)).max(10), []),
});

const UrgeInput = z.strictObject({
  ...commonFields,
  ...ignoredFields,
  handlerOperation: codeSchema('7'),
  workorderRemindInputVo: withFallback(UrgeBlock, {
    title: '',
    content: '',
    reason: '',
    fileList: undefined,
    receivers: [],
    channelType: [],
  }),
});

/**
 * Starts a countersign, with the opinion as its reason, or answers one: with `countersignHandlerResult`, or
 * with the bar's own code 01 or 02.
 */
const CountersignInput = z.strictObject({
  ...commonFields,
  ...ignoredFields,
  handlerOperation: codeSchema('5', '01', '02'),
  ...requestFields,
  countersignHandlerResult: countersignResult,
  workorderForms,
  /**
   * Our addition: the opinion typed in the bar while the reason is another text; the bar shows it again
   * afterwards.
   */
  stagedOpinion: withFallback(opinion, ''),
});

const AddSignersInput = z.strictObject({
  ...commonFields,
  ...ignoredFields,
  handlerOperation: codeSchema('3'),
  workorderForms,
  countersignList: assigneeList,
  countersignHandlerType: requestFields.countersignHandlerType,
  signerPlace,
});

const DelegateInput = z.strictObject({
  ...commonFields,
  ...ignoredFields,
  handlerOperation: codeSchema('8'),
  workorderForms,
  /** A list with exactly one person. */
  countersignList: assigneeList,
  delegateReturns,
});

/**
 * Content of a submission by its operation. docs/decisions/0058 lists the documented operations that are
 * served, 0072 explains the shape of the union.
 */
export const HandleInput = z.discriminatedUnion(
  'handlerOperation',
  [
    ContinueFlowInput,
    ReturnInput,
    StopInput,
    ResubmitInput,
    TakeBackInput,
    UrgeInput,
    CountersignInput,
    AddSignersInput,
    DelegateInput,
    ReceiptInput,
  ],
  { error: ({ code }) => (code === 'invalid_union' ? inputText.notAnOption : undefined) },
);
export type HandleInput = z.output<typeof HandleInput>;
