/**
 * Reads `bpmn:multiInstanceLoopCharacteristics` of a user task: several people handle it, one instance for each
 * (docs/process-extension.md).
 */
import type { ModdleElement } from 'bpmn-moddle';
import type { CandidateRule, UserTaskNode } from '#domain/workflow/model/model.ts';
import { addHint, addProblem, type ElementReader, isElement, textOf } from './element-reader.ts';
import { modellerCollection } from './modeller-handlers.ts';
import { checkProperties } from './properties.ts';
import { conditionText } from './read-condition.ts';
import { refuseFor } from './refuse-element.ts';

/** The marker of several instances in a file. */
interface Loop {
  instances: NonNullable<UserTaskNode['instances']>;
  /** The number of instances in the file, if it has one. */
  cardinality: string | undefined;
  /** Variable with the people who each get an instance; empty if there is none. */
  collection: string;
  /** Name of one of these people in expressions; empty if there is none. */
  member: string;
}

/** Refuses several instances of a task that is not done by a person. */
export function refuseLoop(reader: ElementReader, element: ModdleElement): void {
  const loop = element.get('loopCharacteristics');
  if (!isElement(loop)) return;
  if (isMultiple(loop)) refuseFor(reader, '这里的多实例', 'instances');
  else refuseFor(reader, '循环执行（standardLoopCharacteristics）', 'loop');
}

function isMultiple({ $type }: ModdleElement): boolean {
  return $type === 'bpmn:MultiInstanceLoopCharacteristics';
}

/** Reads the marker of a user task; undefined for a task with one instance. */
export function readLoop(reader: ElementReader, element: ModdleElement): Loop | undefined {
  const loop = element.get('loopCharacteristics');
  if (!isElement(loop)) return undefined;
  if (!isMultiple(loop)) {
    refuseLoop(reader, element);
    return undefined;
  }
  checkProperties(reader, loop);
  const cardinality = loop.get('loopCardinality');
  const condition = loop.get('completionCondition');
  // Camunda 8 uses longer names for these numbers.
  const until = isElement(condition)
    ? conditionText(reader, condition)?.replace(/\bnumberOf((?:Active|Completed)?Instances)\b/g, 'nrOf$1')
    : undefined;
  const { collection, member } = modellerCollection(reader, loop);
  if (collection !== '' && !/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(collection)) {
    addProblem(reader, `多实例的集合“${collection}”不是变量名，请改用 portal:candidate 列出处理人`);
  }
  return {
    instances: {
      sequence: loop.get('isSequential') === true ? 'inOrder' : 'any',
      ...(until !== undefined && { until }),
    },
    cardinality: isElement(cardinality) ? (textOf(cardinality, 'body') ?? '') : undefined,
    collection,
    member,
  };
}

/**
 * Returns the instances of a node: one for each of its candidates, so that a count in the marker must be
 * the same.
 */
export function instancesOf(
  reader: ElementReader,
  loop: Loop | undefined,
  candidates: readonly CandidateRule[],
  hasPortalCandidates: boolean,
): Pick<UserTaskNode, 'instances'> {
  if (loop === undefined) return {};
  const { instances, cardinality, collection, member } = loop;
  const keys = candidates.map((rule) => `${rule.kind}:${idOf(rule)}`);
  for (const duplicateKey of new Set(keys.filter((key, index) => keys.indexOf(key) < index))) {
    const rule = candidates[keys.indexOf(duplicateKey)];
    if (rule) addProblem(reader, `多实例的处理人“${idOf(rule)}”重复，每个处理人只办一份`);
  }
  const byVariable = candidates.some(({ kind }) => kind === 'variable');
  if (cardinality !== undefined && (byVariable || cardinality !== String(candidates.length))) {
    addProblem(
      reader,
      `多实例的 loopCardinality“${cardinality}”与处理人不符：每个处理人各办一份，请用 portal:candidate 逐个列出处理人`,
    );
  }
  if (collection !== '' && hasPortalCandidates) {
    addHint(reader, `已忽略多实例的集合“${collection}”（处理人以 portal:candidate 为准）`);
  } else if (
    collection !== '' &&
    !candidates.some((rule) => rule.kind === 'variable' && rule.name === collection)
  ) {
    addProblem(
      reader,
      `多实例的集合“${collection}”没有用于处理人，请把处理人写成 \${${member || '元素变量'}}`,
    );
  }
  if (collection === '' && cardinality === undefined && !byVariable && candidates.length < 2) {
    addHint(reader, '多实例只有一个处理人，只会产生一份');
  }
  return { instances };
}

function idOf(rule: CandidateRule): string {
  if (rule.kind === 'variable') return rule.name;
  return rule.kind === 'previousNode' ? rule.nodeId : rule.id;
}
