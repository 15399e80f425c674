import { z } from 'zod';
import { maxHandOverTasks } from '#domain/hand-overs/limits.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery, withFallback } from './endpoint.ts';
import { traceId } from './work-orders.ts';

/** Transfer of all waiting work of a departing person (decision 0110); S1 has no call for it. */

const instant = z.iso.datetime();
const person = z.object({ id: z.string(), name: z.string(), orgName: z.string() });
const staffId = withFallback(z.string().max(64), '');

/** The departing person and the receivers: one for all, and others for chosen items. */
const assignment = {
  /** True for tasks without a person in charge, instead of the tasks of a departing person. */
  unattended: withFallback(z.boolean(), false),
  fromId: staffId,
  receiverId: staffId,
  byItem: withFallback(
    z
      .array(z.strictObject({ taskCode: z.string().max(64), receiverId: z.string().max(64) }))
      .max(maxHandOverTasks),
    [],
  ),
};

const task = {
  traceId,
  workorderCode: z.string(),
  title: z.string(),
  taskCode: z.string(),
  itemName: z.string(),
  nodeName: z.string(),
};

export const HandOverPreview = z.object({
  /** Null for tasks without a person in charge. */
  from: person.extend({ inOffice: z.boolean() }).nullable(),
  /** Problems of the chosen receivers, at their fields. */
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Tasks to hand over, by item. */
  items: z.array(
    z.object({
      taskCode: z.string(),
      itemName: z.string(),
      /** Number of tasks that wait for the person. */
      open: z.number().int(),
      /** Number of tasks that wait for others whom the person asked. */
      held: z.number().int(),
      /** Number of seats at which others ask the person for an opinion. */
      seats: z.number().int(),
    }),
  ),
  total: z.number().int(),
  /** True if more tasks wait than one hand-over can take. */
  more: z.boolean(),
  /** Tasks that the chosen receivers cannot get, with the reason. */
  cannot: z.array(z.object({ ...task, reason: z.string() })),
  /** Number of tasks in orders where the receiver has done another node, or gets another task. */
  twice: z.number().int(),
  /** Number of tasks that name the person and others who can do them: they stay with those others. */
  shared: z.number().int(),
  /** Number of tasks that others with the same posts or roles can do: they stay. */
  byPosts: z.number().int(),
  drafts: z.number().int(),
  /** Substitute rules, current or future, that name the person on either side. */
  rules: z.array(z.object({ absentName: z.string(), substituteName: z.string() })),
  /** List views that a departed person still shares; no other user can delete them (0191). */
  views: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Id of an unfinished hand-over of this person; null if there is none. */
  unfinishedId: z.string().nullable(),
});
export type HandOverPreview = z.output<typeof HandOverPreview>;

const counts = {
  total: z.number().int(),
  waiting: z.number().int(),
  moved: z.number().int(),
  gone: z.number().int(),
  failed: z.number().int(),
};

export const HandOver = z.object({
  id: z.string(),
  /** Null for tasks that had no person in charge. */
  from: person.nullable(),
  receiverNames: z.array(z.string()),
  reason: z.string(),
  startedByName: z.string(),
  startedAt: instant,
  ...counts,
});
export type HandOver = z.output<typeof HandOver>;

/** `gone`: done or closed by another person before it could be moved. */
export const handOverStates = ['waiting', 'moved', 'gone', 'failed'] as const;

export const HandOverTask = z.object({
  ...task,
  receiverName: z.string(),
  state: z.enum(handOverStates),
  /** Reason why the task was not moved; empty otherwise. */
  reason: z.string(),
  /** Time when the task was moved, or could not be moved; null while it waits. */
  settledAt: instant.nullable(),
});
export type HandOverTask = z.output<typeof HandOverTask>;

export const UnattendedTask = z.object({
  ...task,
  startTime: instant,
  candidateNames: z.array(z.string()),
});
export type UnattendedTask = z.output<typeof UnattendedTask>;

/** Addressee of unattended tasks: a person who left or may not handle matters, or a post without people. */
export const UnattendedCandidate = z.object({
  key: z.string(),
  name: z.string(),
  /** Null for a post. */
  orgName: z.string().nullable(),
  /** True if the person is in service. */
  inOffice: z.boolean(),
  count: z.number().int(),
  /** For a post: the first of the people who had it and have left. */
  leavers: z.array(person),
});
export type UnattendedCandidate = z.output<typeof UnattendedCandidate>;

const id = z.strictObject({ id: z.string().max(64) });

export const handOvers = {
  page: endpoint({
    method: 'GET',
    reads: ['hand-overs'],
    path: '/api/administration/hand-overs',
    summary: '工作移交',
    query: z.strictObject({
      ...pageQuery,
      /** Part of the departing person's name. */
      keyword: z.string().trim().max(64).optional(),
      sort: z.enum(['startedAt']).default('startedAt'),
    }),
    output: pageOf(HandOver),
  }),
  /** Lists tasks without a person in charge, the longest open first, and their addressees. */
  unattended: endpoint({
    method: 'GET',
    reads: ['hand-overs', 'accounts', 'roles', 'office'],
    path: '/api/administration/hand-overs/unattended',
    summary: '无人可办的待办',
    query: z.strictObject(pageQuery),
    output: pageOf(UnattendedTask).extend({
      /** True if there are more than are counted. */
      more: z.boolean(),
      addressees: z.array(UnattendedCandidate),
    }),
  }),
  /** People to hand over from, including departed people. */
  people: endpoint({
    method: 'GET',
    reads: ['hand-overs', 'accounts', 'office'],
    path: '/api/administration/hand-overs/people',
    summary: '可移交工作的人员',
    query: z.strictObject({ keyword: z.string().trim().max(64).default('') }),
    output: z.object({ rows: z.array(person.extend({ inOffice: z.boolean() })) }),
  }),
  preview: endpoint({
    method: 'POST',
    reads: [],
    path: '/api/administration/hand-overs/preview',
    summary: '工作移交预览',
    body: z.strictObject(assignment),
    output: HandOverPreview,
    mutates: false,
  }),
  start: endpoint({
    method: 'POST',
    changes: ['hand-overs'],
    path: '/api/administration/hand-overs',
    summary: '发起工作移交',
    body: z.strictObject({ ...assignment, reason: withFallback(z.string().max(2000), '') }),
    output: z.object({ id: z.string() }),
    refusals: idempotencyRefusals,
  }),
  detail: endpoint({
    method: 'GET',
    reads: ['hand-overs'],
    path: '/api/administration/hand-overs/:id',
    summary: '工作移交明细',
    params: id,
    output: HandOver.extend({ tasks: z.array(HandOverTask) }),
    refusals: ['notFound'],
  }),
  /** Moves the next tasks, a limited number per call; the client repeats it until none waits. */
  move: endpoint({
    method: 'POST',
    changes: ['hand-overs'],
    path: '/api/administration/hand-overs/:id/move',
    summary: '继续工作移交',
    params: id,
    body: z.strictObject({
      /** True to retry the failed tasks. */
      again: withFallback(z.boolean(), false),
    }),
    output: z.object(counts),
    refusals: ['notFound', 'forbidden'],
  }),
  /** Removes a list view that a departed person still shares. */
  removeView: endpoint({
    method: 'DELETE',
    changes: ['views'],
    path: '/api/administration/hand-overs/views/:id',
    summary: '删除离职人员共享的列表视图',
    params: z.strictObject({ id: z.uuid() }),
    output: z.object({}),
    refusals: ['notFound', 'forbidden', ...idempotencyRefusals],
  }),
};
