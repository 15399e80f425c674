import type { Problem } from '../refusals/refusals.ts';
import { definitionLimits } from './limits.ts';
import { lintNode, subjectOf } from './lint-nodes.ts';
import { lintResults } from './lint-results.ts';
import type { ProcessDefinition } from './model.ts';
import { checkSoundness } from './soundness.ts';

/**
 * Everything that stands against publishing a definition, each with the element's name: what no order may run into
 * later. A definition without problems leads every order to an end, whatever its handlers choose.
 */
export function lintDefinition(definition: ProcessDefinition): Problem[] {
  const tooLarge = lintSize(definition);
  if (tooLarge.length > 0) return tooLarge;
  const problems = [
    ...lintEnds(definition),
    ...lintFlows(definition),
    ...Object.values(definition.nodes).flatMap((node) => lintNode(definition, node)),
  ];
  const shape = [...lintReachability(definition), ...lintLoops(definition)];
  // Walking all markings only tells something new about a flow whose pieces fit.
  const walks = problems.length === 0 && shape.length === 0 ? checkSoundness(definition) : [];
  const found = [...problems, ...shape, ...walks];
  return found.length > 0 ? found : lintResults(definition);
}

/** What is too large is not looked at any further, for that is what the bounds are there to spare. */
function lintSize({ key, name, nodes, flows }: ProcessDefinition): Problem[] {
  const parts = [
    ['节点', Object.keys(nodes).length, definitionLimits.nodes],
    ['连线', Object.keys(flows).length, definitionLimits.flows],
  ] as const;
  const whole = parts.flatMap(([part, count, most]) =>
    count > most ? [{ field: key, message: `流程“${name || key}”：${part}不得超过${most}个` }] : [],
  );
  const gateways = Object.values(nodes).flatMap((node) => {
    const most = node.kind === 'inclusive' ? definitionLimits.inclusiveWaysOut : definitionLimits.waysOut;
    if (node.outgoing.length <= most) return [];
    return [{ field: node.id, message: `${subjectOf(node)}：离开的连线不得超过${most}条` }];
  });
  return [...whole, ...gateways];
}

function lintEnds(definition: ProcessDefinition): Problem[] {
  const nodes = Object.values(definition.nodes);
  const problems: Problem[] = [];
  const process = `流程“${definition.name || definition.key}”`;
  if (definition.nodes[definition.startId]?.kind !== 'start') {
    problems.push({ field: definition.key, message: `${process}：缺少开始事件` });
  }
  if (!nodes.some(({ kind }) => kind === 'end')) {
    problems.push({ field: definition.key, message: `${process}：缺少结束事件` });
  }
  if (!nodes.some(({ kind }) => kind === 'userTask')) {
    problems.push({ field: definition.key, message: `${process}：没有任何办理环节` });
  }
  return problems;
}

function lintFlows({ nodes, flows }: ProcessDefinition): Problem[] {
  return Object.values(flows).flatMap(({ id, name, sourceId, targetId }) =>
    nodes[sourceId] && nodes[targetId]
      ? []
      : [{ field: id, message: `连线“${name || id}”：没有连接到有效的节点` }],
  );
}

/** Every node is on a way from the start to an end. */
function lintReachability(definition: ProcessDefinition): Problem[] {
  const flows = Object.values(definition.flows);
  const fromStart = spread([definition.startId], (nodeId) =>
    flows.filter(({ sourceId }) => sourceId === nodeId).map(({ targetId }) => targetId),
  );
  const ends = Object.values(definition.nodes).filter(({ kind }) => kind === 'end');
  const toEnd = spread(
    ends.map(({ id }) => id),
    (nodeId) => flows.filter(({ targetId }) => targetId === nodeId).map(({ sourceId }) => sourceId),
  );
  return Object.values(definition.nodes).flatMap((node) => {
    const subject = subjectOf(node);
    if (!fromStart.has(node.id)) return [{ field: node.id, message: `${subject}：从开始事件走不到这里` }];
    return toEnd.has(node.id) ? [] : [{ field: node.id, message: `${subject}：从这里走不到结束事件` }];
  });
}

/** A loop without a person in it would never stop. */
function lintLoops({ nodes, flows }: ProcessDefinition): Problem[] {
  const automatic = (nodeId: string) => nodes[nodeId]?.kind !== 'userTask';
  const next = (nodeId: string) =>
    Object.values(flows).flatMap(({ sourceId, targetId }) =>
      sourceId === nodeId && automatic(targetId) ? [targetId] : [],
    );
  const looping = Object.values(nodes).find(({ id }) => automatic(id) && spread(next(id), next).has(id));
  if (looping === undefined) return [];
  return [{ field: looping.id, message: `${subjectOf(looping)}：处在没有办理环节的循环中` }];
}

function spread(from: readonly string[], next: (nodeId: string) => string[]): Set<string> {
  const seen = new Set(from);
  const front = [...from];
  for (let nodeId = front.pop(); nodeId !== undefined; nodeId = front.pop()) {
    for (const reached of next(nodeId)) {
      if (seen.has(reached)) continue;
      seen.add(reached);
      front.push(reached);
    }
  }
  return seen;
}
