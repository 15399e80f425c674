/**
 * Reads handlers in the notation of other modellers: attributes, elements with attributes or text, and BPMN's own
 * resource roles.
 */
import type { ModdleElement } from 'bpmn-moddle';
import type { CandidateRule } from '#domain/workflow/model/model.ts';
import { addHint, childrenOf, type ElementReader, isElement, textOf } from './element-reader.ts';
import { foreignParts, handlerParts } from './foreign-parts.ts';
import { refuseFor } from './refuse-element.ts';

type KeyedKind = Extract<CandidateRule, { id: string }>['kind'];

/** Kinds of handlers by their names in other modellers, in lower case and without a plural s. */
const kindsByName: Readonly<Record<string, KeyedKind>> = {
  user: 'staff',
  staff: 'staff',
  person: 'staff',
  member: 'staff',
  employee: 'staff',
  role: 'role',
  group: 'group',
  dept: 'department',
  department: 'department',
  org: 'org',
  organization: 'org',
  organisation: 'org',
  post: 'position',
  position: 'position',
  station: 'position',
};

/** Names of the initiator in the expressions of all modellers. */
const initiatorNames = ['$INITIATOR', 'INITIATOR', 'startUserId', 'execution.startUserId'];

/**
 * Returns the text inside `${…}`, `#{…}` or after `=`, or the text itself; undefined if the value is no text.
 */
function expressionOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.trim().replace(/^(?:[$#]\{\s*([^{}]*?)\s*\}|=\s*(.*))$/s, '$1$2');
}

/** Returns the collection of several instances, and the name of one of its members in expressions. */
export function modellerCollection(
  reader: ElementReader,
  loop: ModdleElement,
): { collection: string; member: string } {
  const texts: Record<string, unknown> = {};
  for (const { localName, value } of foreignParts(loop)) {
    const part = localName === 'loopCharacteristics' && isElement(value) ? value : undefined;
    if (part === undefined) texts[localName] = value;
    else {
      texts.collection = part.get('inputCollection');
      texts.elementVariable = part.get('inputElement');
      if (part.get('outputCollection')) refuseFor(reader, ' outputCollection（汇集结果）', 'data');
    }
  }
  const { collection, elementVariable } = texts;
  return { collection: expressionOf(collection) ?? '', member: expressionOf(elementVariable) ?? '' };
}

/**
 * Reads the candidates: assignee and candidate users are people, candidate groups are user groups, each by
 * its id in the other program; an expression is read only if it is one of `names`, such as the
 * name of the initiator.
 */
export function modellerCandidates(
  reader: ElementReader,
  element: ModdleElement,
  names: ReadonlyMap<string, CandidateRule>,
): CandidateRule[] {
  const initiator = [...names.values()].find(({ kind }) => kind === 'previousNode');
  const rulesByName = new Map([
    ...(initiator ? initiatorNames.map((name) => [name, initiator] as const) : []),
    ...names,
  ]);
  const rules: CandidateRule[] = [];
  const add = (kind: KeyedKind, ids: unknown, label?: string) => {
    if (typeof ids !== 'string') return;
    const parts = ids.split(/[,，;](?![^{]*\})/).map((part) => part.trim());
    for (const id of parts.filter((part) => part !== '')) {
      const name = expressionOf(id) ?? id;
      const rule = rulesByName.get(name);
      if (rule && (name !== id || initiatorNames.includes(id))) rules.push(rule);
      else if (name === id) rules.push({ kind, id, name: (parts.length === 1 && label) || id });
      else
        addHint(
          reader,
          `处理人“${id}”是其他系统的表达式，已略过：请用 portal:candidate 填写处理人，或由上一环节用“转交”指定`,
        );
    }
  };
  for (const { localName, value } of foreignParts(element)) {
    const defaultKind = Object.hasOwn(handlerParts, localName) ? handlerParts[localName] : undefined;
    if (defaultKind !== undefined && isElement(value)) add(...readHandlerElement(value, defaultKind));
    else if (defaultKind !== undefined) add(defaultKind, value);
    else if (localName === 'assignmentDefinition' && isElement(value)) {
      for (const [name, kind] of Object.entries(handlerParts)) add(kind, value.get(name));
    }
  }
  for (const owner of childrenOf(element, 'resources')) {
    const isPerson = owner.$type !== 'bpmn:PotentialOwner';
    for (const part of assignmentExpression(owner)?.split(/,(?![^(]*\))/) ?? []) {
      const [, kind, ids] = /^\s*(user|group)\(([^()]*)\)\s*$/.exec(part) ?? [];
      const isOfPeople = kind === undefined ? isPerson : kind === 'user';
      add(isOfPeople ? 'staff' : 'group', kind === undefined ? part : ids);
    }
  }
  return rules;
}

/** Returns the handlers of an element such as `<flowable:assignee type="role" value="77" text="人事"/>`. */
function readHandlerElement(
  part: ModdleElement,
  defaultKind: 'staff' | 'group',
): [kind: KeyedKind, ids: string | undefined, label: string | undefined] {
  const first = (...names: string[]) =>
    names.map((name) => textOf(part, name)).find((text) => text !== undefined);
  const kindName = first('type', 'kind')?.toLowerCase().replace(/s$/, '') ?? '';
  const kind = Object.hasOwn(kindsByName, kindName) ? kindsByName[kindName] : undefined;
  const ids = first('value', 'ids', 'id', 'code', 'userId', 'groupId', 'expression', '$body');
  const label = first('text', 'label', 'name');
  return [kind ?? defaultKind, ids ?? label, label];
}

function assignmentExpression(owner: ModdleElement): string | undefined {
  const assignment = owner.get('resourceAssignmentExpression');
  const expression = isElement(assignment) ? assignment.get('expression') : undefined;
  return isElement(expression) ? textOf(expression, 'body') : undefined;
}
