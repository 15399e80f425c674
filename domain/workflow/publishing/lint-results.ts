import type { Problem } from '../../refusals/refusals.ts';
import { actionOf } from '../actions/registry.ts';
import type { FlowNode, ProcessDefinition } from '../model/model.ts';
import { concurrentFlows } from './concurrency.ts';

/**
 * Reports parallel branches that may record different results, or reach ends with different ones, if
 * `resultPrecedence` contains neither: the last to arrive would decide by chance (docs/decisions/0065).
 */
export function lintResults(definition: ProcessDefinition): Problem[] {
  const subject = `流程“${definition.name || definition.key}”`;
  const problem = (text: string): Problem => ({ field: definition.key, message: `${subject}：${text}` });
  const unused = (definition.resultPrecedence ?? []).filter((code) => !isUsed(definition, code));
  const tasks = parallelResults(definition, resultsRecordedBy);
  const ends = parallelResults(definition, (node) =>
    node.kind === 'end' && node.behaviour === 'plain' ? [node.result] : [],
  );
  const advice = '，请在 resultPrecedence 中写明哪个优先';
  return [
    ...unused.map((code) => problem(`resultPrecedence 中的 ${code} 没有按钮或结束事件使用`)),
    ...(tasks ? [problem(`同时进行的环节${tasks.names}可能得出不同的结果（${tasks.codes}）${advice}`)] : []),
    ...(ends
      ? [problem(`同时进行的分支可能到达结果不同的结束事件${ends.names}（${ends.codes}）${advice}`)]
      : []),
  ];
}

/** Returns the process results that handling the node may record. */
function resultsRecordedBy(node: FlowNode): number[] {
  if (node.kind !== 'userTask') return [];
  return node.buttons.flatMap(({ code, state, resultCode }) => {
    const action = actionOf(code);
    const advances = action === 'handle' || action === 'forward' || action === 'chooseBranch';
    return state === 1 && advances && resultCode !== undefined ? [resultCode] : [];
  });
}

function isUsed({ nodes }: ProcessDefinition, code: number): boolean {
  return Object.values(nodes).some((node) =>
    node.kind === 'end' ? node.result === code : resultsRecordedBy(node).includes(code),
  );
}

/**
 * Returns the nodes that may give different results in parallel, none of them in the precedence, and those
 * results.
 */
function parallelResults(
  definition: ProcessDefinition,
  resultsOf: (node: FlowNode) => readonly number[],
): { names: string; codes: string } | null {
  const unordered = Object.values(definition.nodes)
    .map((node) => ({
      node,
      results: resultsOf(node).filter((code) => !definition.resultPrecedence?.includes(code)),
    }))
    .filter(({ results }) => results.length > 0);
  if (new Set(unordered.flatMap(({ results }) => results)).size < 2) return null;
  const concurrent = concurrentFlows(definition);
  const areConcurrent = (node: FlowNode, other: FlowNode) =>
    node.incoming.some((flowId) =>
      other.incoming.some((otherFlowId) => concurrent.get(flowId)?.has(otherFlowId)),
    );
  const differing = unordered.filter(({ node, results }) =>
    unordered.some(
      (other) => areConcurrent(node, other.node) && new Set([...results, ...other.results]).size > 1,
    ),
  );
  if (differing.length === 0) return null;
  const codes = new Set(differing.flatMap(({ results }) => results));
  return {
    names: differing.map(({ node }) => `“${node.name || node.id}”`).join('、'),
    codes: [...codes].join('、'),
  };
}
