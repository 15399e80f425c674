import type { ActionPreviewResult } from '#contract/action-preview.ts';
import { type NamedHandler, NodeHandlersField } from './NodeHandlersField.tsx';
import type { ActionChoice } from './use-submission.ts';

/** Named handlers, by the node that they are for. */
export type HandlersByNode = Readonly<Record<string, readonly NamedHandler[]>>;

/** Returns the named handlers for a submission, without nodes that have none. */
export function handlersToSubmit(
  handlersByNode: HandlersByNode,
): Pick<ActionChoice, 'procInsNodeUserReqModel'> {
  const namedEntries = Object.entries(handlersByNode).filter(([, handlers]) => handlers.length > 0);
  if (namedEntries.length === 0) return {};
  return {
    procInsNodeUserReqModel: namedEntries.map(([flowNodeId, handlers]) => ({
      flowNodeId,
      candidates: handlers.map(({ key }) => key),
    })),
  };
}

/** Shows a field for each next node whose handlers the user may name. */
export function NextHandlers(props: {
  /** Trace of the task. */
  traceId: string;
  nodes: ActionPreviewResult['next'];
  required: boolean;
  /** If true, marks the nodes that have no named handler. */
  marksMissing: boolean;
  handlersByNode: HandlersByNode;
  onChange: (handlersByNode: HandlersByNode) => void;
}) {
  const { traceId, nodes, required, marksMissing, handlersByNode, onChange } = props;
  return nodes
    .filter(({ naming }) => naming !== 'nobody')
    .map((node) => (
      <NodeHandlersField
        key={node.flowNodeId}
        traceId={traceId}
        nodeName={node.flowNodeName}
        suggestedHandlers={node.candidates}
        restricted={node.naming === 'candidates'}
        required={required}
        value={handlersByNode[node.flowNodeId] ?? []}
        isMissing={marksMissing && (handlersByNode[node.flowNodeId]?.length ?? 0) === 0}
        onChange={(handlers) => onChange({ ...handlersByNode, [node.flowNodeId]: handlers })}
      />
    ));
}
