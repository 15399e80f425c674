/** The oracle's own check whether every order of a plan can end, by visiting everything that can happen. */
import { flowsFrom, flowsInto, type Plan, type PlanGateway } from '../plan.ts';
import { canInclusiveJoinContinue } from './inclusive-joins.ts';

export type Soundness = 'sound' | 'stuck' | 'twice' | 'too large';

/** Ids of the flows that have a token, sorted. */
type Marking = readonly string[];

/**
 * Returns the verdict. `stuck`: nothing can move although the end is not reached; `twice`: some flow gets a
 * second token.
 */
export function soundnessOf(plan: Plan, maxMarkings = 3000): Soundness {
  const first = [...flowsFrom(plan, 'start').map(({ id }) => id)];
  const names = new Set([String(first)]);
  const front: Marking[] = [first];
  let soundness: Soundness = 'sound';
  for (let marking = front.pop(); marking !== undefined; marking = front.pop()) {
    if (names.size > maxMarkings) return 'too large';
    const next = nextOf(plan, marking);
    if (marking.length > 0 && next.length === 0) soundness = 'stuck';
    for (const reached of next) {
      if (new Set(reached).size < reached.length) return 'twice';
      const name = String(reached);
      if (names.has(name)) continue;
      names.add(name);
      front.push(reached);
    }
  }
  return soundness;
}

function nextOf(plan: Plan, marking: Marking): Marking[] {
  const target = new Map(plan.flows.map(({ id, to }) => [id, to]));
  const current = [...new Set(marking.map((id) => target.get(id) ?? ''))];
  // An end consumes each token at once, so two tokens never meet in it.
  const ending = current.find((nodeId) => plan.nodes[nodeId]?.kind === 'end');
  const nodeIds = ending === undefined ? current : [ending];
  return nodeIds.flatMap((nodeId) => {
    const node = plan.nodes[nodeId];
    const here = marking.filter((id) => target.get(id) === nodeId);
    const outgoing = flowsFrom(plan, nodeId).map(({ id }) => id);
    const fire = (takes: Marking, makes: Marking): Marking =>
      [...marking.filter((id) => !takes.includes(id)), ...makes].sort();
    switch (node?.kind) {
      case 'end':
        return node.stops ? [[]] : here.map((id) => fire([id], []));
      case 'and':
        return here.length === flowsInto(plan, nodeId).length ? [fire(here, outgoing)] : [];
      case 'or': {
        const elsewhere = marking.flatMap((id) => (here.includes(id) ? [] : (target.get(id) ?? [])));
        const canContinue = canInclusiveJoinContinue(plan, nodeId, new Set(here), elsewhere);
        return canContinue ? choices(node, outgoing).map((makes) => fire(here, makes)) : [];
      }
      default:
        return here.flatMap((id) => outgoing.map((one) => fire([id], [one])));
    }
  });
}

/** Returns every choice of one flow or more. */
function choices({ byDefault }: PlanGateway, outgoing: Marking): Marking[] {
  const some = outgoing.filter((id) => id !== byDefault);
  const sets = Array.from({ length: 2 ** some.length }, (_, choice) =>
    some.filter((_id, place) => Math.floor(choice / 2 ** place) % 2 === 1),
  );
  const chosen = sets.filter((set) => set.length > 0);
  return byDefault === undefined ? chosen : [...chosen, [byDefault]];
}
