import { z } from 'zod';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { endpoint } from './endpoint.ts';
import { DueLight } from './list-columns.ts';
import { traceId, workOrderId } from './work-orders.ts';

/**
 * Calls on the people who have an order now, and those who have or had a node of its diagram (S1 §2 current
 * operators list, §7).
 */

const instant = z.iso.datetime();

export const CurrentHandler = z.object({
  /** Candidate key of the person. */
  key: z.string(),
  name: z.string(),
  orgName: z.string(),
  /** Posts of the person, joined by 、. */
  positionNames: z.string(),
});
export type CurrentHandler = z.output<typeof CurrentHandler>;

/** A person who does a task while its handler is away (decision 0108). */
export const Substitute = z.object({
  key: z.string(),
  name: z.string(),
  orgName: z.string(),
  /** Names of the absent handlers, joined by 、. */
  absentName: z.string(),
});
export type Substitute = z.output<typeof Substitute>;

/** A waiting task, with the people who may take it. */
export const WaitingHandlers = z.object({
  traceId,
  flowNodeId: z.string(),
  flowNodeName: z.string(),
  /** Time since when the task waits. */
  startTime: instant,
  due: DueLight,
  /** The addressees that it waits for: posts, departments, people. */
  candidates: z.array(z.object({ candidateCode: z.string(), candidateName: z.string() })),
  /** The people behind the candidates, fifty at most; `handlerCount` is their full number. */
  handlers: z.array(CurrentHandler),
  handlerCount: z.number().int(),
  /** Substitutes for any of these people, if not among them already. */
  substitutes: z.array(Substitute),
});
export type WaitingHandlers = z.output<typeof WaitingHandlers>;

/** One visit of a node. */
export const NodeVisit = z.object({
  traceId,
  /** 0: in progress; else complete (S1 §4). */
  handlerStatus: z.number().int(),
  actName: z.string(),
  handlerName: z.string(),
  handlerOrgName: z.string(),
  startTime: instant,
  endTime: instant.nullable(),
  /** Names of the candidates while the visit is in progress. */
  candidateNames: z.array(z.string()),
  handlers: z.array(CurrentHandler),
  handlerCount: z.number().int(),
  substitutes: z.array(Substitute),
});
export type NodeVisit = z.output<typeof NodeVisit>;

export const currentHandlers = {
  ofOrder: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/currentHandlers',
    summary: '当前环节处理人',
    query: z.strictObject({ workorderId: workOrderId }),
    output: z.object({
      rows: z.array(WaitingHandlers),
      /** Channels by which they can be notified: in the portal, and those that the office has set up. */
      channels: z.array(z.enum(MessageChannel)),
      lastUrgedAt: instant.nullable(),
      /** Time from which the order may be urged again; null if it may be urged now. */
      urgeableFrom: instant.nullable(),
    }),
  }),
  ofNode: endpoint({
    method: 'GET',
    reads: ['orders'],
    path: '/workorder/workorder/nodeHandlers',
    summary: '流程图环节处理人',
    query: z.strictObject({
      procInsId: workOrderId,
      processDefId: z.string().max(100),
      flowNodeId: z.string().max(100),
    }),
    output: z.object({ flowNodeName: z.string(), rows: z.array(NodeVisit) }),
    refusals: ['notFound'],
  }),
};
