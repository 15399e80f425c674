import type { HandleInput } from '#contract/handle-input.ts';
import { type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';

/** Operations that the specification documents and this portal does not support, with their names. */
/**
 * Refuses a block of another action, with its name, so that users do not think that it was
 * done. An empty block requests nothing. See docs/decisions/0058.
 */
export function refuseUnsupported(input: HandleInput): Refusal<'notServed'> | null {
  const problems: Problem[] = [];
  const { handlerOperation } = input;
  if (handlerOperation !== '7' && differsFromDefault(input.workorderRemindInputVo)) {
    problems.push({ field: 'workorderRemindInputVo', message: '该操作不能同时催办，请另行提交催办' });
  }
  if (!namesNext(handlerOperation) && namesCandidate(input.procInsNodeUserReqModel)) {
    problems.push({ field: 'procInsNodeUserReqModel', message: '该操作不能指定下一环节处理人' });
  }
  if (!asksOthers(handlerOperation) && namesPerson(input.countersignList)) {
    problems.push({ field: 'countersignList', message: '该操作不能同时发起会签或加签，请另行提交' });
  }
  const [first] = problems;
  return first ? refuse('notServed', { message: first.message, problems }) : null;
}

const namesNext = (operation: string) => ['1', '9', '12'].includes(operation);
const asksOthers = (operation: string) => ['3', '5', '8', '01', '02'].includes(operation);

/** Checks that an entry of a countersign names a person: old clients send one with default values. */
function namesPerson(entries: unknown): boolean {
  if (!Array.isArray(entries)) return differsFromDefault(entries);
  return entries
    .map(Object)
    .some(({ assignHandlerId, handlerId }) => differsFromDefault([assignHandlerId, handlerId]));
}

/** Checks that a list of next nodes names a person; a list without people is ignored. */
function namesCandidate(nodes: unknown): boolean {
  if (!Array.isArray(nodes)) return differsFromDefault(nodes);
  return nodes.some((node) => differsFromDefault(Object(node).candidates));
}

/**
 * Checks for a value that is not a default: old clients send every block with empty texts, lists and objects,
 * 0 and false.
 */
function differsFromDefault(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.some(differsFromDefault);
  if (typeof value === 'object' && value !== null) return Object.values(value).some(differsFromDefault);
  if (typeof value === 'string') return !['', '0', 'false'].includes(value.trim());
  return value !== undefined && value !== null && value !== false && value !== 0;
}
