import { z } from 'zod';
import { CountersignResult } from './acting.ts';
import { delegateReturns, requestFields, signerPlace } from './asking-others-fields.ts';
import { PickedHandler } from './picked-handler.ts';
import { SubmittedForm } from './submitted-form.ts';
import { traceId, workOrderId } from './work-orders.ts';

/** Previews of an action: the portal shows its effects before it is carried out (docs/decisions/0083). */

/**
 * A button of the person's open task, or an action offered besides the buttons, with the choices made so far.
 */
export const ActionPreviewInput = z.strictObject({
  workorderId: workOrderId,
  /** The task that the action is about; empty for a recall, which is about the whole order. */
  traceId: traceId.optional(),
  offer: z
    .enum([
      'withdraw',
      'recall',
      'reassign',
      'callOffCountersign',
      'addToCountersign',
      'addToSigners',
      'removeSigner',
    ])
    .optional(),
  buttonId: z.string().max(60).default(''),
  branchProcessingNodeId: z.string().max(500).default(''),
  backNodeIds: z.string().max(500).default(''),
  backWay: z.enum(['replay', 'direct']).default('replay'),
  /** Handlers named for the next nodes. */
  procInsNodeUserReqModel: z
    .array(z.strictObject({ flowNodeId: z.string().max(100), candidates: z.array(PickedHandler).max(100) }))
    .max(50)
    .default([]),
  /** The person who gets the task by 改派, or to whom 退回经办人 returns it. */
  candidate: z.string().max(120).default(''),
  /**
   * People to ask in a countersign, as signers or as delegate, written as in the submission of the handler bar.
   */
  ...requestFields,
  signerPlace,
  delegateReturns,
  /** For changing a running countersign: the panel of people who were asked, and the seat to remove. */
  panelId: z.number().int().min(1).max(1_000_000).optional(),
  seat: z.number().int().nonnegative().max(1_000).optional(),
  /** Forms as filled in so far; conditions behind the node may depend on them. */
  workorderForms: z.array(SubmittedForm).max(20).default([]),
});
export type ActionPreviewInput = z.output<typeof ActionPreviewInput>;

export const NodeChoice = z.object({ flowNodeId: z.string(), flowNodeName: z.string() });

/** A user task that comes next, with the people who would get it and those who may be named for it. */
export const NextNode = NodeChoice.extend({
  /** People that the button lets the handler name: none, one of the candidates given here, or any handler. */
  naming: z.enum(['nobody', 'candidates', 'handlers']),
  candidates: z.array(z.object({ key: z.string(), name: z.string() })),
});

/** A task that an action opens: its node, its handlers and its limit. */
export const OpenedTask = NodeChoice.extend({
  handlerNames: z.array(z.string()),
  orgNames: z.array(z.string()),
  /** People behind those posts or groups; only some of them if there are many. */
  people: z.array(z.string()),
  peopleCount: z.number().int(),
  /** For example `3 个工作日`; empty if the node has no limit. */
  limitText: z.string(),
  dueAt: z.iso.datetime().nullable(),
});
export type OpenedTask = z.output<typeof OpenedTask>;

/** A branch of a manual gateway, with the tasks that it opens if it alone is chosen. */
export const BranchChoice = NodeChoice.extend({ opens: z.array(OpenedTask) });
export type BranchChoice = z.output<typeof BranchChoice>;

export const BranchChoices = z.object({ rows: z.array(BranchChoice), multiple: z.boolean() });
export type BranchChoices = z.output<typeof BranchChoices>;

const Status = z.object({ status: z.number().int(), statusLabel: z.string() });

export const ActionOutcome = z.object({
  from: Status,
  to: Status,
  /** True if the action ends the order for good. */
  ends: z.boolean(),
  opens: z.array(OpenedTask),
  /** The open tasks that the action closes, the person's own first. */
  closes: z.array(NodeChoice.extend({ traceId, handlerNames: z.array(z.string()), isOwn: z.boolean() })),
  /** The documents in force that the action makes void. */
  voids: z.array(z.object({ name: z.string(), documentNumber: z.string() })),
  /** Units in form fields that only the branches which are not chosen read, by field; they get no task. */
  leftOut: z.array(z.object({ fieldTitle: z.string(), unitNames: z.array(z.string()) })),
  /** Nodes at which the order waits for other branches. */
  waitsAt: z.array(NodeChoice),
  /** The action by which the same person can undo it until a later handler has acted. */
  undo: z.enum(['withdraw', 'recall']).nullable(),
  /** Undefined if the action decides no countersign. */
  countersign: CountersignResult.optional(),
});
export type ActionOutcome = z.output<typeof ActionOutcome>;

/** The people who may answer one seat of a countersign that is about to start. */
export const SeatVoters = z.object({
  /** Position of the seat in the list that was sent. */
  place: z.number().int(),
  /** Names; only some of them if there are many. */
  people: z.array(z.string()),
  peopleCount: z.number().int(),
});
export type SeatVoters = z.output<typeof SeatVoters>;

export const ActionPreviewResult = z.object({
  /** Null until a branch, the handlers or the nodes to return to are chosen. */
  outcome: ActionOutcome.nullable(),
  /** The branches to choose from, while the action lacks the choice; else null. */
  branches: BranchChoices.extend({
    /** The only branch that fits the forms as filled in; null if there is none or several may be chosen. */
    suggestedNodeId: z.string().nullable(),
  }).nullable(),
  /** The next nodes, for naming their handlers; empty for an action that names no handlers. */
  next: z.array(NextNode),
  /**
   * The people who can answer each seat, for starting or extending a countersign; empty for other actions.
   */
  voters: z.array(SeatVoters),
});
export type ActionPreviewResult = z.output<typeof ActionPreviewResult>;
