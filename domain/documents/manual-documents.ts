import type { ProcessDefinition } from '../workflow/model/model.ts';
import { conditionHolds, type DocumentTemplate } from './document-template.ts';
import type { ItemDocument } from './item-document.ts';
import type { Facts } from './placeholders.ts';

/** Checks whether users can make the document manually. */
export function isManuallyGenerated({ places, byHand }: Pick<ItemDocument, 'places' | 'byHand'>): boolean {
  return byHand !== undefined || places.length === 0;
}

/** Refusal to make a second document while one is in force. */
export const alreadyGeneratedMessage = '该文书已经生成，请查看或下载已有的文书';

/** Checks whether the document is made only once: it has a number of its own and a button makes it. */
export function isGeneratedOnce({
  places,
  template,
}: Pick<ItemDocument, 'places'> & { template?: Pick<DocumentTemplate, 'numbering'> }): boolean {
  return places.length > 0 && template?.numbering !== undefined;
}

/**
 * Returns the reason why the document cannot be made manually now; undefined if it can. A document that a
 * button makes with a number of its own is made only once: the sent letter can be printed again, but a second
 * letter must not be sent.
 */
export function manualRefusalReason(
  document: Pick<ItemDocument, 'places' | 'byHand'> & { template?: Pick<DocumentTemplate, 'numbering'> },
  { nodes }: Pick<ProcessDefinition, 'nodes'>,
  current: {
    nodeId: string;
    /** Ids of the nodes that the order can still reach. */
    reachableIds: ReadonlySet<string>;
    facts: () => Facts;
    isGenerated: boolean;
  },
): string | undefined {
  if (!isManuallyGenerated(document)) return '该文书在办理时由按钮生成';
  if (isGeneratedOnce(document) && current.isGenerated) return alreadyGeneratedMessage;
  const { nodeIds = [], when, otherwise } = document.byHand ?? {};
  if (nodeIds.length > 0 && !nodeIds.includes(current.nodeId)) {
    const aheadIds = nodeIds.filter((id) => current.reachableIds.has(id));
    return aheadIds.length > 0
      ? `在“${namesOf(nodes, aheadIds)}”环节可以生成`
      : `“${namesOf(nodes, nodeIds)}”环节已结束，不能再生成`;
  }
  if (when !== undefined && !conditionHolds(when, current.facts()))
    return otherwise ?? '按办件现在的情况不能生成该文书';
  return undefined;
}

/**
 * Returns the names of nodes as a list in a sentence, each once; nodes that the process no longer has are
 * left out.
 */
export function namesOf(nodes: ProcessDefinition['nodes'], ids: readonly string[]): string {
  const names = ids.map((id) => nodes[id]?.name ?? '').filter((name) => name !== '');
  return [...new Set(names)].join('、');
}
