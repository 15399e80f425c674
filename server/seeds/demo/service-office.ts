import type { z } from 'zod';
import { askingOthers } from '#contract/asking-others.ts';
import { copies } from '#contract/copies.ts';
import type { HandleInput } from '#contract/handle-input.ts';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import type { Actor } from '#domain/access/actor.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { atTime, type Context } from '#server/framework/context.ts';
import { onNamed } from '#server/framework/routing/access.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { markRead } from '#server/modules/cases/copies/service.ts';
import {
  actsOnFinishedTask,
  actsOnOrder,
  actsOnTask,
  type Caller,
  copy,
  handle,
  leaveNote,
  recall,
  sign,
  withdraw,
} from '#server/modules/cases/handling/service.ts';
import { initiate, saveDraft } from '#server/modules/cases/initiation/service.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { storeFile } from '#server/modules/records/files/service.ts';
import { unwrap } from '../unwrap.ts';
import type {
  AskEntry,
  DatedAction,
  EndEntry,
  FormEntry,
  OfficeActions,
  StartEntry,
} from './office-actions.ts';
import { applicantOf } from './people.ts';
import { samplePdf } from './sample-pdf.ts';
import { findItem, findTrace, getFormId, newestCopy } from './service-office.queries.ts';

/** An order of the demo that exists in the database. */
export interface ServedOrder {
  workorderId: string;
  definition: ProcessDefinition;
}

type Endpoint = Caller['endpoint'];

/**
 * Connects the people of the demo with the real services: each action is a call by that person at that time.
 */
export function openServiceOffice(context: Context): OfficeActions<ServedOrder> {
  const actors = new Map<string, Promise<Actor>>();

  function actorOf(step: DatedAction): Promise<Actor> {
    const known = actors.get(step.person) ?? getActor(context, step.person);
    actors.set(step.person, known);
    return known;
  }

  async function callerOf(step: DatedAction, endpoint: Endpoint): Promise<Caller> {
    return {
      context: atTime(context, step.at),
      actor: await actorOf(step),
      endpoint,
      idempotencyKey: step.key,
      // The key alone identifies an action of the plan.
      requestHash: step.key,
      requestId: step.key,
    };
  }

  /** Stores each material again, because a file belongs to the order that it was attached to. */
  async function scan(step: DatedAction, name: string) {
    const file = { name, bytes: samplePdf, contentType: 'application/pdf' };
    const { id, size } = await storeFile(atTime(context, step.at), await actorOf(step), file, step.key);
    return { id, name, size };
  }

  async function formsOf(step: DatedAction, entry: FormEntry | undefined) {
    if (!entry) return [];
    const content: Record<string, unknown> = { ...entry.content };
    for (const [field, names] of Object.entries(entry.files ?? {})) {
      content[field] = await Promise.all(names.map((name) => scan(step, name)));
    }
    return [{ formId: await getFormId(context.db, entry.formCode), content }];
  }

  async function startInput(step: DatedAction, { taskCode, applicant, form }: StartEntry) {
    const item = await findItem(context.db, taskCode);
    if (!item) throw new Error(`No item ${taskCode} on offer`);
    const applyer = applicantOf(applicant);
    const workorderForms = await formsOf(step, form);
    return { item, input: { taskCode, itemDeployId: item.id, applyer, workorderForms } };
  }

  async function submit(
    step: DatedAction,
    order: ServedOrder,
    nodeId: string,
    sent: Partial<z.input<typeof HandleInput>>,
  ): Promise<void> {
    const { workorderId } = order;
    const number = await findTrace(context.db, workorderId, nodeId, 'open');
    const input = handling.handle.body.parse({
      workorderId,
      workorderTraceId: `${workorderId}.${number}`,
      ...sent,
    });
    const caller = await callerOf(step, handling.handle);
    const named = { id: workorderId, trace: number };
    const answer = await onNamed(actsOnTask, caller, named, (found, task) =>
      handle(caller, found, task, input),
    );
    unwrap(whatOf(step, nodeId), answer);
  }

  const end =
    (handlerOperation: '4' | '13') =>
    (step: DatedAction, order: ServedOrder, { nodeId, buttonId, opinion }: EndEntry) =>
      submit(step, order, nodeId, { handlerOperation, buttonId, handlerOpinion: opinion });

  return {
    async saveDraft(step, entry) {
      const caller = await callerOf(step, initiation.saveDraft);
      const { input } = await startInput(step, entry);
      const call = { ...caller, endpoint: initiation.saveDraft };
      const saved = await saveDraft(call, initiation.saveDraft.body.parse(input));
      unwrap(whatOf(step, 'draft'), saved);
    },
    async start(step, entry) {
      const { item, input } = await startInput(step, entry);
      const { definition } = await getPublishedProcess(context.db, item.process_definition_id);
      const caller = await callerOf(step, initiation.initiate);
      const answer = await initiate(caller, initiation.initiate.body.parse(input));
      const { answerText } = unwrap(whatOf(step, 'start'), answer);
      const { data } = JSON.parse(answerText) as { data: { workorderId: string } };
      return { workorderId: data.workorderId, definition };
    },
    async handle(step, order, { nodeId, buttonId, opinion, form, nextHandlers = {}, branchNodeIds = [] }) {
      await submit(step, order, nodeId, {
        handlerOperation: operationOf(order.definition, nodeId, buttonId),
        buttonId,
        handlerOpinion: opinion,
        workorderForms: await formsOf(step, form),
        procInsNodeUserReqModel: Object.entries(nextHandlers).map(([flowNodeId, candidates]) => ({
          flowNodeId,
          candidates: [...candidates],
        })),
        branchProcessingNodeId: branchNodeIds.join(','),
      });
    },
    async return(step, order, { nodeId, buttonId, opinion, targetNodeIds, way }) {
      await submit(step, order, nodeId, {
        handlerOperation: '2',
        buttonId,
        handlerOpinion: opinion,
        backNodeIds: targetNodeIds.join(','),
        backWay: way,
      });
    },
    async resubmit(step, order, { opinion, form }) {
      await submit(step, order, order.definition.startId, {
        handlerOperation: '14',
        handlerOpinion: opinion,
        workorderForms: await formsOf(step, form),
      });
    },
    async withdraw(step, { workorderId }, { nodeId, reason }) {
      const number = await findTrace(context.db, workorderId, nodeId, 'done');
      const caller = await callerOf(step, handling.withdraw);
      const named = { id: workorderId, trace: number };
      const answer = await onNamed(actsOnFinishedTask, caller, named, (order, task) =>
        withdraw(caller, order, task, { reason }),
      );
      unwrap(whatOf(step, nodeId), answer);
    },
    async recall(step, { workorderId }, { reason }) {
      const caller = await callerOf(step, handling.recall);
      const answer = await onNamed(actsOnOrder, caller, { id: workorderId }, (order) =>
        recall(caller, order, { reason }),
      );
      unwrap(whatOf(step, 'recall'), answer);
    },
    terminate: end('4'),
    void: end('13'),
    async ask(step, order, entry) {
      await submit(step, order, entry.nodeId, { ...askedIn(entry), handlerOpinion: entry.opinion });
    },
    async answer(step, order, { nodeId, passes, opinion }) {
      // The action names no task: one of the tasks that wait here is this person's.
      const { workorderId } = order;
      const endpoint = passes === undefined ? askingOthers.sign : handling.handle;
      const caller = await callerOf(step, endpoint);
      const answer = await onNamed(actsOnTask, caller, { id: workorderId }, (found, task) =>
        passes === undefined
          ? sign(caller, found, task, { opinion })
          : handle(
              caller,
              found,
              task,
              handling.handle.body.parse({
                workorderId,
                handlerOperation: passes ? '01' : '02',
                handlerOpinion: opinion,
              }),
            ),
      );
      unwrap(whatOf(step, nodeId), answer);
    },
    async copy(step, { workorderId }, { nodeId, keys, note }) {
      const caller = await callerOf(step, copies.copy);
      const named = { id: workorderId, trace: await findTrace(context.db, workorderId, nodeId, 'open') };
      const answer = await onNamed(actsOnTask, caller, named, (order, task) =>
        copy(caller, order, task, { receivers: keys, reason: note }),
      );
      unwrap(whatOf(step, nodeId), answer);
    },
    async readCopy(step, { workorderId }, { note }) {
      const { context: then, ...caller } = await callerOf(step, copies.leaveNote);
      const call = { ...caller, context: then };
      const copyId = `${workorderId}.r${await newestCopy(context.db, workorderId)}`;
      const read = await onNamed(readsOrder, call, { id: workorderId }, (order) =>
        markRead(then, caller.actor, order, copyId, step.key),
      );
      unwrap(whatOf(step, 'copy'), read);
      if (note === '') return;
      const answer = await onNamed(actsOnOrder, call, { id: workorderId }, (order) =>
        leaveNote(call, order, { note }),
      );
      unwrap(whatOf(step, 'note'), answer);
    },
    async urge(step, order, { nodeId, receivers, title, text, reason }) {
      const channelType = [MessageChannel.inSite];
      await submit(step, order, nodeId, {
        handlerOperation: '7',
        workorderRemindInputVo: {
          title,
          content: text,
          reason,
          receivers: [...receivers],
          channelType,
        },
      });
    },
  };
}

/** Returns the part of a submission that names the people who are asked (docs/decisions/0094). */
function askedIn(entry: AskEntry): Partial<z.input<typeof HandleInput>> {
  const seat = (key: string, groupName = '') => ({
    groupName,
    handlerType: key.startsWith('staff:') ? ('1' as const) : ('4' as const),
    assignHandlerId: key,
  });
  if (entry.asks === 'delegate') {
    return { handlerOperation: '8', countersignList: [seat(entry.key)], delegateReturns: entry.returns };
  }
  if (entry.asks === 'signers') {
    const countersignList = entry.keys.map((key) => seat(key));
    return { handlerOperation: '3', countersignList, signerPlace: entry.place };
  }
  return {
    handlerOperation: '5',
    countersignWay: '2',
    countersignHandlerType: entry.sequence === 'inOrder' ? '2' : '1',
    countersignFlowCondition: '1',
    handlerLimitTime: entry.limitDays,
    handlerLimitUnit: '1',
    countersignList: Object.entries(entry.groups).flatMap(([name, keys]) =>
      keys.map((key) => seat(key, name)),
    ),
  };
}

function operationOf(definition: ProcessDefinition, nodeId: string, buttonId: string): '1' | '9' | '12' {
  const node = definition.nodes[nodeId];
  const code = node?.kind === 'userTask' ? node.buttons.find(({ id }) => id === buttonId)?.code : undefined;
  return code === '9' || code === '12' ? code : '1';
}

function whatOf(step: DatedAction, what: string): string {
  return `${step.key} ${what} by ${step.person} at ${step.at.toISOString()}`;
}
