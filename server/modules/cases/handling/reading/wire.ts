import type { z } from 'zod';
import type { AssigneeEntry } from '#contract/asking-others-fields.ts';
import type { HandleInput, NextNodeHandlers } from '#contract/handle-input.ts';
import type { SubmittedForm } from '#contract/submitted-form.ts';
import { problemOfOpinion } from '#domain/opinions/opinion.ts';
import { isRefusal, type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import {
  actions,
  type Command,
  type CommandAction,
  commandActions,
} from '#domain/workflow/actions/registry.ts';
import type { BarSubmission } from '#domain/workflow/decision/action.ts';
import { namedField } from '#domain/workflow/decision/naming.ts';
import type { DecisionContext, OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { isNoticeField, urgeOf } from '../notices/notice-block.ts';
import { fieldOfSeats, seatsRequestOf } from '../order/seat-requests.ts';
import { refuseUnsupported } from './unsupported-operations.ts';

/** Splits ids joined by commas, the specification's form for several values. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

type NamedHandlers = readonly z.output<typeof NextNodeHandlers>[];

export function nextHandlersOf(handlers: NamedHandlers) {
  return Object.fromEntries(handlers.map(({ flowNodeId, candidates }) => [flowNodeId, candidates]));
}

type FindAddressee = DecisionContext['addressee'];

/** Fields of the commands that contain the text of the handler bar. */
const fieldsOfBarText: readonly string[] = ['opinion', 'reason'];

/** Fields of an urge's block with other names on the wire. */
const fieldsOfUrge: Readonly<Record<string, string>> = { text: 'content', channels: 'channelType' };

/**
 * Names each problem's field as in the call; a problem of named handlers gets the index of their node in the list
 * that was sent.
 */
export function withWireFields<R extends Refusal>(
  refusal: R,
  input: HandleInput,
  addressee: FindAddressee,
): R {
  const namedHandlers = namedHandlersOf(input);
  const entryIndexes = seatsRequestOf(input, addressee)?.entryIndexes ?? [];
  const wireField = (field: string) => {
    if (isNoticeField(field)) return field;
    if (input.handlerOperation === '7') return `workorderRemindInputVo.${fieldsOfUrge[field] ?? field}`;
    if (fieldsOfBarText.includes(field)) return 'handlerOpinion';
    const seatField = fieldOfSeats(field, entryIndexes);
    if (seatField !== undefined) return seatField;
    const index = namedHandlers.findLastIndex(({ flowNodeId }) => namedField(flowNodeId) === field);
    return index < 0 ? field : `procInsNodeUserReqModel.${index}.candidates`;
  };
  return withFields(refusal, wireField);
}

/** Returns the refusal with its problems at the call's own field names. */
export function withFields<R extends Refusal>(refusal: R, nameOf: (field: string) => string): R {
  const { problems } = refusal;
  if (problems === undefined) return refusal;
  return {
    ...refusal,
    problems: problems.map(({ field, message }) => ({ field: nameOf(field), message })),
  };
}

function namedHandlersOf(input: HandleInput): NamedHandlers {
  const { handlerOperation: operation } = input;
  return operation === '1' || operation === '9' || operation === '12' ? input.procInsNodeUserReqModel : [];
}

/**
 * Returns the command for a submission of the handler bar (S1 §4 handling action codes), on the task that it
 * names. A code or block of an unsupported feature is refused with its name.
 */
export function commandOf(
  input: HandleInput,
  taskId: number,
  {
    state,
    definition,
    addressee,
  }: { state: OrderState; definition: ProcessDefinition; addressee: FindAddressee },
): Command | Refusal<'notServed' | 'actionNotAllowed' | 'badInput'> {
  const unsupported = refuseUnsupported(input);
  if (isRefusal(unsupported)) return unsupported;
  const refusal = refuseWrongEntries(input) ?? refuseDuplicateNodes(input);
  if (refusal !== null) return refusal;
  const action = actionOfOperation(input, state.tasks[taskId - 1]?.nodeId === definition.startId);
  const command = action && actions[action].commandFromBar?.(submissionOf(input, taskId, addressee));
  return command ?? refuse('actionNotAllowed');
}

/**
 * Refuses entries that no command can express: an entry that names two handlers, a delegate who is not one
 * person, an invalid opinion that would be stored.
 */
function refuseWrongEntries(input: HandleInput): Refusal<'badInput'> | null {
  const { handlerOperation: operation } = input;
  if (operation !== '3' && operation !== '5' && operation !== '8') return null;
  const entries = input.countersignList;
  const problems = problemsOfEntries(entries);
  const problem = operation === '5' ? problemOfOpinion(input.stagedOpinion, false) : undefined;
  if (problem !== undefined) problems.push({ field: 'stagedOpinion', message: problem });
  if (operation === '8') {
    if (entries.length > 1) problems.push({ field: 'countersignList', message: '委派只能选择一名人员' });
    else if (entries[0]?.handlerType === '4')
      problems.push({ field: 'countersignList.0', message: '委派只能选择人员' });
  }
  return problems.length > 0 ? refuse('badInput', { problems }) : null;
}

/**
 * Refuses two lists for one node: a command contains only one, and the people of the other must not be
 * dropped silently.
 */
function refuseDuplicateNodes(input: HandleInput): Refusal<'badInput'> | null {
  const nodeIds = namedHandlersOf(input).map(({ flowNodeId }) => flowNodeId);
  const problems = nodeIds.flatMap((nodeId, index) =>
    nodeIds.indexOf(nodeId) < index
      ? [{ field: `procInsNodeUserReqModel.${index}.flowNodeId`, message: '同一环节不能重复指定处理人' }]
      : [],
  );
  return problems.length > 0 ? refuse('badInput', { problems }) : null;
}

/** Returns the problems of entries that can be found without looking up people. */
export function problemsOfEntries(entries: readonly AssigneeEntry[]): Problem[] {
  return entries.flatMap(({ assignHandlerId: assigneeId, handlerId }, index) =>
    assigneeId !== '' && handlerId !== '' && assigneeId !== handlerId
      ? [{ field: `countersignList.${index}`, message: '一个席位只能指定一名人员或一个部门' }]
      : [],
  );
}

/**
 * Returns the action of an operation; two numbers have two meanings on the wire. 6: on the initiator's own
 * trace it recalls the whole order, on a handler's it withdraws one step. 5: without an answer it starts a
 * countersign, with one it answers.
 */
export function actionOfOperation(input: HandleInput, isAtStart: boolean): CommandAction | undefined {
  const { handlerOperation } = input;
  if (handlerOperation === '5' || handlerOperation === '01' || handlerOperation === '02')
    return passesOf(input) === undefined ? 'startCountersign' : 'answerCountersign';
  const matchingActions = commandActions.filter((action) => {
    const { operation, commandFromBar } = actions[action];
    return commandFromBar !== undefined && String(operation) === handlerOperation;
  });
  return (
    matchingActions.find((action) => (actions[action].actorRole === 'initiator') === isAtStart) ??
    matchingActions[0]
  );
}

/** Returns the answer to a countersign; undefined if the submission has none. */
function passesOf(input: HandleInput): boolean | undefined {
  switch (input.handlerOperation) {
    case '01':
      return true;
    case '02':
      return false;
    case '5':
      return input.countersignHandlerResult === null ? undefined : input.countersignHandlerResult === '1';
    default:
      return undefined;
  }
}

function submissionOf(input: HandleInput, taskId: number, addressee: FindAddressee): BarSubmission {
  const base = {
    taskId,
    opinion: input.handlerOpinion,
    buttonId: '',
    targetNodeIds: [],
    way: 'replay',
  } as const;
  switch (input.handlerOperation) {
    case '1':
    case '9':
    case '12': {
      const nextHandlers = nextHandlersOf(input.procInsNodeUserReqModel);
      const branchNodeIds = listOf(input.branchProcessingNodeId);
      return {
        ...base,
        buttonId: input.buttonId,
        ...(Object.keys(nextHandlers).length > 0 ? { nextHandlers } : {}),
        ...(branchNodeIds.length > 0 ? { branchNodeIds } : {}),
      };
    }
    case '2':
      return {
        ...base,
        buttonId: input.buttonId,
        targetNodeIds: listOf(input.backNodeIds),
        way: input.backWay,
      };
    case '4':
    case '13':
      return { ...base, buttonId: input.buttonId };
    case '7': {
      const { reason } = input.workorderRemindInputVo;
      return { ...base, opinion: reason === '' ? base.opinion : reason, urge: urgeOf(input) };
    }
    case '3':
    case '5':
    case '8':
    case '01':
    case '02': {
      const passes = passesOf(input);
      const seatsRequest = seatsRequestOf(input, addressee);
      return {
        ...base,
        ...(passes !== undefined && { passes }),
        ...(seatsRequest && { requests: seatsRequest.requests }),
      };
    }
    default:
      return base;
  }
}

/** Returns the forms of a submission, if its operation takes any. */
export function formsOf(input: HandleInput): readonly SubmittedForm[] {
  switch (input.handlerOperation) {
    case '1':
    case '9':
    case '12':
    case '2':
    case '4':
    case '13':
    case '14':
    case '3':
    case '5':
    case '8':
    case '01':
    case '02':
      return input.workorderForms;
    default:
      return [];
  }
}
