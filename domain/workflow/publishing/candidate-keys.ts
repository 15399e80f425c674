import { isMissingRecord } from '../../refusals/missing-record.ts';
import type { Problem } from '../../refusals/refusals.ts';
import { keysIn } from '../decision/candidates.ts';
import type { FlowNode, ProcessDefinition } from '../model/model.ts';
import { subjectOf } from './lint-nodes.ts';

/** The place at which a definition names a key: a step, a variable, or the process itself. */
interface KeyPlace {
  field: string;
  subject: string;
}

const kindLabel: Readonly<Record<string, string>> = {
  staff: '人员',
  window: '窗口',
  position: '岗位',
  group: '用户组',
  role: '角色',
  department: '部门',
  org: '机构',
};

function candidatesOf(node: FlowNode) {
  return node.kind === 'userTask' ? node.candidates : [];
}

/**
 * Returns every candidate key in the definition with its places: handlers, variables that steps use for
 * handlers, administrator.
 */
export function candidateKeysOf(definition: ProcessDefinition): Map<string, KeyPlace[]> {
  const { key, name, variables, administratorKey } = definition;
  const processSubject = `流程“${name || key}”`;
  const placesByKey = new Map<string, KeyPlace[]>();
  const add = (candidateKey: string, place: KeyPlace) =>
    placesByKey.set(candidateKey, [...(placesByKey.get(candidateKey) ?? []), place]);
  if (administratorKey !== '')
    add(administratorKey, { field: key, subject: `${processSubject}的兜底处理人` });
  for (const node of Object.values(definition.nodes)) {
    for (const rule of candidatesOf(node)) {
      const place = { field: node.id, subject: `${subjectOf(node)}的处理人` };
      if (rule.kind === 'variable')
        for (const variableKey of keysIn(variables[rule.name])) add(variableKey, place);
      else if (rule.kind !== 'previousNode') add(`${rule.kind}:${rule.id}`, place);
    }
  }
  return placesByKey;
}

/** Returns the problem of an unknown key. */
export function problemOfMissing({ field, subject }: KeyPlace, key: string): Problem {
  const colon = key.indexOf(':');
  const kind = key.slice(0, colon);
  const message = `${subject}：没有编码为“${key.slice(colon + 1)}”的${kindLabel[kind] ?? kind}`;
  return { field, message, ...(isMissingRecord(kind) && { missing: kind }) };
}
