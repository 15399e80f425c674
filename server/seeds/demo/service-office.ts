import type { z } from 'zod';
import { askingOthers } from '#contract/asking-others.ts';
import { copies } from '#contract/copies.ts';
import type { HandleInput } from '#contract/handle-input.ts';
import { handling } from '#contract/handling.ts';
import { type InitiateInput, initiation } from '#contract/initiation.ts';
import type { PetitionJudgement } from '#contract/petitions.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { withFoundOrder } from '#server/framework/routing/access.ts';
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
import { findSimilarPetitions } from '#server/modules/cases/petitions/service.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { unwrap } from '../unwrap.ts';
import type { AskEntry, DatedAction, EndEntry, OfficeActions } from './office-actions.ts';
import { createServiceCalls, type DatabaseOrder, labelOfAction } from './service-calls.ts';
import { findNewestCopy, findTrace } from './service-office.queries.ts';
import { createServiceRecords } from './service-records.ts';

/** Returns the judgement of the person who registers a petition that has similar ones. */
async function judge(caller: Caller, { taskCode, applyer }: InitiateInput): Promise<PetitionJudgement> {
  const { name, certCategory, certCode, mobile } = applyer;
  const typed = { taskCode, name, certCategory, certCode, mobile, matter: '', area: [] };
  const found = unwrap('Similar petitions', await findSimilarPetitions(caller, typed));
  const earlierCode = found.rows.find(({ samePerson }) => samePerson)?.workorderCode ?? '';
  return { result: earlierCode === '' ? 'new' : 'repeat', earlierCode, newFacts: '' };
}

/**
 * Connects the people of the demo with the real services: each action is a call by that person at that time.
 */
export function createServiceOffice(context: Context): OfficeActions<DatabaseOrder> {
  const { callerOf, formsOf, startInput, submit } = createServiceCalls(context);

  const createEndAction =
    (handlerOperation: '4' | '13') =>
    (step: DatedAction, order: DatabaseOrder, { nodeId, buttonId, opinion }: EndEntry) =>
      submit(step, order, nodeId, { handlerOperation, buttonId, handlerOpinion: opinion });

  return {
    async saveDraft(step, entry) {
      const caller = await callerOf(step, initiation.saveDraft);
      const { input } = await startInput(step, entry);
      const call = { ...caller, endpoint: initiation.saveDraft };
      const saved = await saveDraft(call, initiation.saveDraft.body.parse(input));
      unwrap(labelOfAction(step, 'draft'), saved);
    },
    async start(step, entry, reviewed) {
      const { item, input } = await startInput(step, entry);
      const { definition } = await getPublishedProcess(context.db, item.process_definition_id);
      const caller = await callerOf(step, initiation.initiate);
      const body = initiation.initiate.body.parse({ ...input, reviewOf: reviewed?.workorderCode });
      const first = await initiate(caller, body);
      // As a clerk does: who has been here before repeats the petition, and what is only alike is a new matter.
      const mustJudge = isRefusal(first) && first.problems?.some(({ field }) => field === 'judgement');
      const answer = mustJudge
        ? await initiate(caller, { ...body, judgement: await judge(caller, body) })
        : first;
      const { answerText } = unwrap(labelOfAction(step, 'start'), answer);
      const { data } = JSON.parse(answerText) as {
        data: { workorderId: string; workorderCode: string };
      };
      return { workorderId: data.workorderId, workorderCode: data.workorderCode, definition };
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
      const taskOfOrder = { id: workorderId, trace: number };
      const answer = await withFoundOrder(actsOnFinishedTask, caller, taskOfOrder, (order, task) =>
        withdraw(caller, order, task, { reason }),
      );
      unwrap(labelOfAction(step, nodeId), answer);
    },
    async recall(step, { workorderId }, { reason }) {
      const caller = await callerOf(step, handling.recall);
      const answer = await withFoundOrder(actsOnOrder, caller, { id: workorderId }, (order) =>
        recall(caller, order, { reason }),
      );
      unwrap(labelOfAction(step, 'recall'), answer);
    },
    terminate: createEndAction('4'),
    void: createEndAction('13'),
    async ask(step, order, entry) {
      await submit(step, order, entry.nodeId, {
        ...consultationFields(entry),
        handlerOpinion: entry.opinion,
      });
    },
    async answer(step, order, { nodeId, passes, opinion }) {
      // The action does not name a task, because only one of the waiting tasks belongs to this person.
      const { workorderId } = order;
      const endpoint = passes === undefined ? askingOthers.sign : handling.handle;
      const caller = await callerOf(step, endpoint);
      const answer = await withFoundOrder(actsOnTask, caller, { id: workorderId }, (foundOrder, task) =>
        passes === undefined
          ? sign(caller, foundOrder, task, { opinion })
          : handle(
              caller,
              foundOrder,
              task,
              handling.handle.body.parse({
                workorderId,
                handlerOperation: passes ? '01' : '02',
                handlerOpinion: opinion,
              }),
            ),
      );
      unwrap(labelOfAction(step, nodeId), answer);
    },
    async copy(step, { workorderId }, { nodeId, keys, note }) {
      const caller = await callerOf(step, copies.copy);
      const taskOfOrder = {
        id: workorderId,
        trace: await findTrace(context.db, workorderId, nodeId, 'open'),
      };
      const answer = await withFoundOrder(actsOnTask, caller, taskOfOrder, (order, task) =>
        copy(caller, order, task, { receivers: keys, reason: note }),
      );
      unwrap(labelOfAction(step, nodeId), answer);
    },
    async readCopy(step, { workorderId }, { note }) {
      const { context: callContext, ...caller } = await callerOf(step, copies.leaveNote);
      const call = { ...caller, context: callContext };
      const copyId = `${workorderId}.r${await findNewestCopy(context.db, workorderId)}`;
      const result = await withFoundOrder(readsOrder, call, { id: workorderId }, (order) =>
        markRead(callContext, caller.actor, order, copyId, step.key),
      );
      unwrap(labelOfAction(step, 'copy'), result);
      if (note === '') return;
      const answer = await withFoundOrder(actsOnOrder, call, { id: workorderId }, (order) =>
        leaveNote(call, order, { note }),
      );
      unwrap(labelOfAction(step, 'note'), answer);
    },
    async urge(step, order, { nodeId, receivers, title, text, reason }) {
      const channelType = [MessageChannel.inPortal];
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
    ...createServiceRecords(context),
  };
}

/** Returns the fields of a submission for the people who are asked (docs/decisions/0094). */
function consultationFields(entry: AskEntry): Partial<z.input<typeof HandleInput>> {
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
