import { z } from 'zod';
import { decisionRefusals } from '#domain/workflow/model/decision-refusals.ts';
import { actionReason, actionRefusals, HandleResult } from './acting.ts';
import {
  ActionPreviewInput,
  ActionPreviewResult,
  BranchChoices,
  NextNode,
  NodeChoice,
} from './action-preview.ts';
import { endpoint, withFallback } from './endpoint.ts';
import { HandleInput, opinionFiles } from './handle-input.ts';
import { NodeButtonAnswer, traceId, workOrderCode, workOrderId } from './work-orders.ts';

/** Acting on a work order (S1 §4, §7); the payload is in handle-input.ts. */

/** The user tasks that come next, with the people who would get them. */
const NextNodes = z.object({ rows: z.array(NextNode) });

/** Refusals of the calls behind an action's dialogs, about the task itself. */
const taskRefusals = ['taskAlreadyHandled', 'notYourTask', 'forbidden'] as const;

export const handling = {
  handle: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorder/handle',
    summary: '办理办件',
    body: HandleInput,
    output: HandleResult,
    refusals: [...actionRefusals, 'notServed', 'documentNotMade', 'documentNotSealed'],
  }),
  handleCheck: endpoint({
    method: 'GET',
    path: '/workorder/workorder/handle/check',
    summary: '办理前检查',
    query: z.strictObject({ workorderId: workOrderId, actInstId: traceId }),
    output: z.object({ flag: z.boolean(), msg: z.string() }),
  }),
  withdraw: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorders/:workorderCode/withdraw',
    summary: '撤回（经办人）',
    params: z.strictObject({ workorderCode: workOrderCode }),
    /** Without a trace: the only task that the caller can take back. */
    body: z.strictObject({
      traceId: traceId.or(z.literal('')).nullish(),
      reason: withFallback(actionReason, ''),
    }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
  recall: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/workorder/workorders/:workorderCode/recall',
    summary: '撤回（发起人）',
    params: z.strictObject({ workorderCode: workOrderCode }),
    body: z.strictObject({ reason: withFallback(actionReason, '') }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
  reassign: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/reassign',
    summary: '改派',
    body: z.strictObject({ traceId, candidate: z.string().max(120), reason: withFallback(actionReason, '') }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
  /**
   * Adds files to an open order, for a person who registers orders and may read this one
   * (docs/decisions/0214).
   */
  addPapers: endpoint({
    method: 'POST',
    changes: ['orders'],
    path: '/api/work-orders/:workorderCode/papers',
    summary: '补充材料',
    params: z.strictObject({ workorderCode: workOrderCode }),
    body: z.strictObject({ note: withFallback(actionReason, ''), fileList: opinionFiles }),
    output: HandleResult,
    refusals: actionRefusals,
  }),
  withdrawCheck: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorders/:workorderCode/withdraw/check',
    summary: '能否撤回',
    params: z.strictObject({ workorderCode: workOrderCode }),
    output: z.object({ flag: z.boolean(), withdrawTraceId: z.string().nullable() }),
  }),
  returnNodes: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/returnNodes',
    summary: '可退回的环节',
    /** The caller's open task at the node; `traceId` selects one of several. */
    query: z.strictObject({
      proInsId: workOrderId,
      flowNodeId: z.string().max(100),
      traceId: traceId.optional(),
    }),
    output: z.object({
      rows: z.array(NodeChoice.extend({ handlerName: z.string(), visits: z.number().int() })),
      ways: z.array(z.enum(['replay', 'direct'])),
    }),
    refusals: taskRefusals,
  }),
  previewAction: endpoint({
    method: 'POST',
    reads: ['orders'],
    path: '/api/work-orders/action-preview',
    summary: '操作影响预览',
    body: ActionPreviewInput,
    output: ActionPreviewResult,
    /** The refusals of the action itself, except those about choices and texts that are still missing. */
    refusals: [
      ...decisionRefusals,
      'formInvalid',
      'actionContradictsForm',
      'ruleNotSatisfied',
      'formChanged',
      'busy',
    ],
    mutates: false,
  }),
  branchNodes: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/branchNodes',
    summary: '可选办理分支',
    query: z.strictObject({ traceId }),
    /** The handlers of each branch are computed from the stored forms. */
    output: BranchChoices,
    refusals: [...taskRefusals, 'busy'],
  }),
  nextNodeUsers: endpoint({
    method: 'GET',
    path: '/workorder/workorder/nextNodeUsers',
    summary: '下一环节及候选处理人',
    query: z.strictObject({
      traceId,
      buttonId: z.string().max(60).default(''),
      branchProcessingNodeId: z.string().max(500).default(''),
    }),
    output: NextNodes,
    refusals: [...decisionRefusals, 'busy'],
  }),
  /** Lists process variables that name handlers, with the people they name on this order now (S1 §3, §7). */
  variables: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/variables',
    summary: '流程变量',
    query: z.strictObject({ traceId }),
    output: z.object({
      rows: z.array(
        z.object({
          varName: z.string(),
          varKey: z.string(),
          /** Kind of the value: one person, an organisation, or handlers that the process has set. */
          varType: z.enum(['person', 'organisation', 'handler']),
          candidates: z.array(z.object({ key: z.string(), name: z.string() })),
        }),
      ),
    }),
  }),
  /** Lists the people who have handled the order before, the last first (S1 §2). */
  previousHandlers: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/previousHandlers',
    summary: '前序节点处理人',
    query: z.strictObject({ traceId }),
    output: z.object({
      rows: z.array(NodeChoice.extend({ key: z.string(), name: z.string(), fault: z.string().nullable() })),
    }),
  }),
  buttons: endpoint({
    method: 'GET',
    path: '/workorder/workorder/getHadleCurNodeButton',
    summary: '环节按钮',
    query: z.strictObject({ flowNodeId: z.string().max(100), defId: z.string().max(100) }),
    output: z.object({ rows: z.array(NodeButtonAnswer) }),
    refusals: ['notFound'],
  }),
};
