import type { Problem } from '../../../refusals/refusals.ts';
import type { ProcessDefinition } from '../../model/model.ts';
import { subjectOf } from '../lint-nodes.ts';
import {
  type ExplorationEffort,
  explore,
  MarkingLimitError,
  type NetPart,
  type SoundnessFlaw,
} from './explore.ts';
import { moveEdge, type Net, netOf, onlyItem, removeEdge } from './net.ts';
import { reduceNet } from './reduce.ts';
import { isSoundByStructure, type NetRegion, smallestRegions } from './regions.ts';
import { separateBranches } from './separate.ts';

export interface Soundness {
  problems: Problem[];
  /** Number of markings that were explored; 0 if all gateways fork and join in pairs. */
  markings: number;
}

const messages: Record<SoundnessFlaw, string> = {
  waitsForever: '可能永远等不到其他分支，分支与汇聚不成对，请用同一种网关分开和汇聚',
  enteredTwice: '之后的分支可能同时走两遍，分支与汇聚不成对，请用同一种网关分开和汇聚',
};

/**
 * Finds the two problems that no single node shows, for all results of conditions and choices of people: a
 * join that waits for a token that never comes, and a branch that is entered twice at once. It works block by
 * block: structured blocks are sound by their form, and markings are explored only inside the other parts.
 * Returns the first problem of each node; a part with too many markings is a problem itself. See
 * docs/decisions/0036.
 */
export function checkSoundness(definition: ProcessDefinition): Soundness {
  const net = netOf(definition);
  const effort: ExplorationEffort = { markings: 0, tokens: 0 };
  const problems = new Map<string, Problem>();
  try {
    for (reduceNet(net); net.edges.size > 1; reduceNet(net)) {
      const smallest = smallestRegions(net);
      const regions = smallest.length > 0 ? smallest : separateBranches(net);
      if (regions.length === 0) {
        check(net, wholeNet(net, definition.startId), effort, problems);
        break;
      }
      for (const region of regions) {
        // The edge between two regions was removed with the first one; the second is checked in the next
        // round.
        if (!net.edges.has(region.entry) || !net.edges.has(region.exit)) continue;
        check(net, region, effort, problems);
        replaceByEdge(net, region);
      }
    }
  } catch (error) {
    if (!(error instanceof MarkingLimitError)) throw error;
    const message = `流程“${definition.name || definition.key}”：并行分支过多，无法检查`;
    return { problems: [{ field: definition.key, message }], markings: effort.markings };
  }
  return { problems: [...problems.values()], markings: effort.markings };
}

function check(net: Net, part: NetPart, effort: ExplorationEffort, problems: Map<string, Problem>): void {
  if (isSoundByStructure(net, part)) return;
  for (const [{ definitionNode }, problem] of explore(net, part, effort)) {
    if (definitionNode === undefined || problems.has(definitionNode.id)) continue;
    problems.set(definitionNode.id, {
      field: definitionNode.id,
      message: `${subjectOf(definitionNode)}：${messages[problem]}`,
    });
  }
}

/** Returns all of the net after the only edge that leaves the start. */
function wholeNet(net: Net, startId: string): NetPart {
  const start = net.nodes.get(startId);
  const nodes = new Set(net.nodes.keys());
  nodes.delete(startId);
  return { nodes, entry: (start && onlyItem(start.outgoing)) ?? '' };
}

/** Replaces a checked region by one edge. */
function replaceByEdge(net: Net, { nodes, entry, exit }: NetRegion): void {
  const to = net.edges.get(exit)?.to ?? '';
  for (const edge of [...net.edges.values()]) {
    if (edge.id !== entry && nodes.has(edge.from)) removeEdge(net, edge.id);
  }
  moveEdge(net, entry, { to });
  for (const id of nodes) net.nodes.delete(id);
}
