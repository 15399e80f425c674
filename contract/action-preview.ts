import { z } from 'zod';
import { askedFields, delegateReturns, signerPlace } from './asked-others.ts';
import { PickedHandler } from './picked-handler.ts';
import { SubmittedForm } from './submitted-form.ts';
import { traceId, workOrderId } from './work-orders.ts';

/** Previews of an action: its effects, asked for before it is done (docs/decisions/0083). */

/** A button of the person's open task, or an offer beside them, with what has been chosen for it so far. */
export const ActionPreviewInput = z.strictObject({
  workorderId: workOrderId,
  /** The task that it is about; a recall is about the whole order. */
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
  /** Handlers named for next nodes. */
  procInsNodeUserReqModel: z
    .array(z.strictObject({ flowNodeId: z.string().max(100), candidates: z.array(PickedHandler).max(100) }))
    .max(50)
    .default([]),
  /** To whom a task is given by 改派, or is sent back by 退回经办人. */
  candidate: z.string().max(120).default(''),
  /** The people whom a countersign, signers or a delegation ask, spelt as in the submission of the bar. */
  ...askedFields,
  signerPlace,
  delegateReturns,
  /** Those who are asked already, and the seat that is taken off. */
  panelId: z.number().int().min(1).max(1_000_000).optional(),
  seat: z.number().int().nonnegative().max(1_000).optional(),
  /** Forms as the person has filled them in so far: conditions behind the node may depend on them. */
  workorderForms: z.array(SubmittedForm).max(20).default([]),
});
export type ActionPreviewInput = z.output<typeof ActionPreviewInput>;

export const NodeChoice = z.object({ flowNodeId: z.string(), flowNodeName: z.string() });

/** A user task that comes next, with who would get it and who may be named for it. */
export const NextNode = NodeChoice.extend({
  /** People that the button lets the handler name: no person, only the candidates given here, any handler. */
  naming: z.enum(['nobody', 'candidates', 'handlers']),
  candidates: z.array(z.object({ key: z.string(), name: z.string() })),
});

/** A task that an action opens: at which node, for whom, until when. */
export const OpenedTask = NodeChoice.extend({
  handlerNames: z.array(z.string()),
  orgNames: z.array(z.string()),
  /** People behind those names, where they are posts or groups; some of them where they are many. */
  people: z.array(z.string()),
  peopleCount: z.number().int(),
  /** `3 个工作日`; empty where the node has no limit. */
  limitText: z.string(),
  dueAt: z.iso.datetime().nullable(),
});
export type OpenedTask = z.output<typeof OpenedTask>;

/** A branch of a manual gateway, with the tasks that it opens when it is chosen alone. */
export const BranchChoice = NodeChoice.extend({ opens: z.array(OpenedTask) });
export type BranchChoice = z.output<typeof BranchChoice>;

const Status = z.object({ status: z.number().int(), statusLabel: z.string() });

export const ActionOutcome = z.object({
  from: Status,
  to: Status,
  /** The order is over with it and cannot be brought back. */
  ends: z.boolean(),
  opens: z.array(OpenedTask),
  /** The open tasks that close, the person's own first. */
  closes: z.array(NodeChoice.extend({ traceId, handlerNames: z.array(z.string()), isOwn: z.boolean() })),
  /** The place where the order will wait for other branches. */
  waitsAt: z.array(NodeChoice),
  /** The action by which the same person may undo it until a later handler has acted. */
  undo: z.enum(['withdraw', 'recall']).nullable(),
});
export type ActionOutcome = z.output<typeof ActionOutcome>;

/** Names the people who may answer one of the seats that a countersign is about to ask for. */
export const SeatVoters = z.object({
  /** The seat's place in the list that was sent. */
  place: z.number().int(),
  /** Names; some of them where they are many. */
  people: z.array(z.string()),
  peopleCount: z.number().int(),
});
export type SeatVoters = z.output<typeof SeatVoters>;

export const ActionPreviewAnswer = z.object({
  /** Null while a branch, handlers or nodes to return to are still to be chosen. */
  outcome: ActionOutcome.nullable(),
  /** The nodes that come next, for naming their handlers; empty for an action that names no handlers. */
  next: z.array(NextNode),
  /** For a countersign that is started or asks more people; empty for every other action. */
  voters: z.array(SeatVoters),
});
export type ActionPreviewAnswer = z.output<typeof ActionPreviewAnswer>;
