import type { Problem } from '../../refusals/refusals.ts';
import { isInheritedProperty, problemOfLength, problemOfLine } from '../../texts/characters.ts';
import type { FlowNode, ProcessDefinition } from '../model/model.ts';
import { lintNode, subjectOf } from './lint-nodes.ts';
import { lintResults } from './lint-results.ts';
import { lintSize } from './lint-size.ts';
import { checkSoundness } from './soundness/check-soundness.ts';

/** Maximum length of a name, for display in lists. */
const maxNameLength = 100;

/**
 * Returns every problem that forbids publishing a definition, each with the element's name, so that no order
 * runs into it later. In a definition without problems every order reaches an end, whatever its handlers
 * choose.
 */
export function lintDefinition(definition: ProcessDefinition): Problem[] {
  const tooLarge = lintSize(definition);
  if (tooLarge.length > 0) return tooLarge;
  const problems = [
    ...lintNames(definition),
    ...lintIds(definition),
    ...lintEnds(definition),
    ...lintFlows(definition),
    ...Object.values(definition.nodes).flatMap((node) => lintNode(definition, node)),
  ];
  const shapeProblems = [...lintReachability(definition), ...lintLoops(definition)];
  // Exploring all markings finds new problems only in a flow whose parts are valid.
  const unsound =
    problems.length === 0 && shapeProblems.length === 0 ? checkSoundness(definition).problems : [];
  const allProblems = [...problems, ...shapeProblems, ...unsound];
  return allProblems.length > 0 ? allProblems : lintResults(definition);
}

/**
 * Refuses ids that are inherited properties of every object: a lookup by them would find a value that was
 * never stored.
 */
function lintIds({ key, name, nodes, flows }: ProcessDefinition): Problem[] {
  const ids = [key, ...Object.keys(nodes), ...Object.keys(flows)];
  return ids.filter(isInheritedProperty).map((id) => ({
    field: id,
    message: `流程“${name || key}”：“${id}”不能作为编号，请改为其他编号`,
  }));
}

/**
 * Checks names: in lists, on buttons and on documents a name is a single line that is displayed as it is
 * stored.
 */
function lintNames({ key, name, nodes, flows }: ProcessDefinition): Problem[] {
  const nameProblems = (field: string, text: string, subject: string): Problem[] => {
    const message =
      problemOfLine(text, `${subject}：名称`) ?? problemOfLength(text, maxNameLength, `${subject}：名称`);
    return message === undefined ? [] : [{ field, message }];
  };
  return [
    ...nameProblems(key, name, `流程“${name || key}”`),
    ...Object.values(nodes).flatMap((node) => nameProblems(node.id, node.name, subjectOf(node))),
    ...Object.values(flows).flatMap((flow) =>
      nameProblems(flow.id, flow.name ?? '', `连线“${flow.name || flow.id}”`),
    ),
    ...Object.values(nodes).flatMap((node) =>
      (node.kind === 'userTask' ? node.buttons : []).flatMap((button) =>
        nameProblems(node.id, button.name, `${subjectOf(node)}：按钮“${button.name}”`),
      ),
    ),
  ];
}

function lintEnds(definition: ProcessDefinition): Problem[] {
  const nodes = Object.values(definition.nodes);
  const problems: Problem[] = [];
  const process = `流程“${definition.name || definition.key}”`;
  if (definition.nodes[definition.startId]?.kind !== 'start') {
    problems.push({ field: definition.key, message: `${process}：缺少开始事件，请画一个` });
  }
  if (!nodes.some(({ kind }) => kind === 'end')) {
    problems.push({ field: definition.key, message: `${process}：缺少结束事件，请在最后画一个` });
  }
  if (!nodes.some(({ kind }) => kind === 'userTask')) {
    problems.push({ field: definition.key, message: `${process}：没有任何办理环节，请至少画一个` });
  }
  return problems;
}

function lintFlows({ nodes, flows }: ProcessDefinition): Problem[] {
  return Object.values(flows).flatMap(({ id, name, sourceId, targetId }) =>
    nodes[sourceId] && nodes[targetId]
      ? []
      : [{ field: id, message: `连线“${name || id}”：没有连接到有效的节点，请重新连接` }],
  );
}

/** Checks that every node is on a path from the start to an end. */
function lintReachability(definition: ProcessDefinition): Problem[] {
  const nodes = Object.values(definition.nodes);
  const fromStart = reachableFrom([definition.startId], (nodeId) => nodesAfter(definition, nodeId));
  const toEnd = reachableFrom(
    nodes.filter(({ kind }) => kind === 'end').map(({ id }) => id),
    (nodeId) =>
      (definition.nodes[nodeId]?.incoming ?? []).map((flowId) => definition.flows[flowId]?.sourceId ?? ''),
  );
  return nodes.flatMap((node) => {
    const subject = subjectOf(node);
    if (!fromStart.has(node.id))
      return [{ field: node.id, message: `${subject}：从开始事件无法到达此处，请补充连线或删除` }];
    return toEnd.has(node.id)
      ? []
      : [{ field: node.id, message: `${subject}：从此处无法到达结束事件，请补充连线` }];
  });
}

/**
 * Finds loops that could run forever without a person: loops without a user task, or whose user tasks may be
 * skipped.
 */
function lintLoops(definition: ProcessDefinition): Problem[] {
  const nodes = Object.values(definition.nodes);
  const nodesInLoopsWithout = (waits: (node: FlowNode) => boolean) => {
    const unblocked = new Set(nodes.filter((node) => !waits(node)).map(({ id }) => id));
    const looping = nodesInLoops(definition, unblocked);
    return nodes.filter(({ id }) => looping.has(id));
  };
  const [empty] = nodesInLoopsWithout(({ kind }) => kind === 'userTask');
  if (empty) return [{ field: empty.id, message: `${subjectOf(empty)}：处在没有办理环节的循环中` }];
  const skipped = nodesInLoopsWithout((node) => node.kind === 'userTask' && node.emptyCandidates !== 'skip');
  const task = skipped.find(({ kind }) => kind === 'userTask');
  if (task === undefined) return [];
  const message = '所在循环的办理环节在没有处理人时都会跳过，流程将无法停止；请至少设置一个不跳过的环节';
  return [{ field: task.id, message: `${subjectOf(task)}：${message}` }];
}

/** Returns the given nodes that are part of a loop among them. */
function nodesInLoops(definition: ProcessDefinition, nodeIds: ReadonlySet<string>): Set<string> {
  const remaining = new Set(nodeIds);
  const hasNoneLeft = (neighbours: readonly string[]) => !neighbours.some((id) => remaining.has(id));
  for (let before = -1; before !== remaining.size; ) {
    before = remaining.size;
    for (const id of remaining) {
      const sources = definition.nodes[id]?.incoming.map(
        (flowId) => definition.flows[flowId]?.sourceId ?? '',
      );
      if (hasNoneLeft(nodesAfter(definition, id)) || hasNoneLeft(sources ?? [])) remaining.delete(id);
    }
  }
  return remaining;
}

function nodesAfter(definition: ProcessDefinition, nodeId: string): string[] {
  return (definition.nodes[nodeId]?.outgoing ?? []).map((flowId) => definition.flows[flowId]?.targetId ?? '');
}

function reachableFrom(from: readonly string[], next: (nodeId: string) => readonly string[]): Set<string> {
  const seen = new Set(from);
  for (const nodeId of seen) for (const reached of next(nodeId)) seen.add(reached);
  return seen;
}
