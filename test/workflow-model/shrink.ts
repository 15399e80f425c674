/**
 * Shortens a failing walk: fewer lines, then a smaller net, as long as the two sides disagree on the same
 * part.
 */
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { definitionOf } from './build-plan.ts';
import { performAll } from './core-comparison.ts';
import { soundnessOf } from './oracle/soundness.ts';
import type { Plan, PlanFlow } from './plan.ts';
import type { Line } from './step.ts';

export interface Failure {
  plan: Plan;
  lines: readonly Line[];
  subject: string;
}

/** Returns the part on which the two sides disagree when the lines are performed, or null. */
type FindDisagreement = (plan: Plan, lines: readonly Line[]) => string | null;

/** Checks whether a smaller walk fails in the same way. */
type FailsAlike = (candidate: Failure) => boolean;

/** The largest number of walks that are performed to find a smaller one. */
const defaultMaxTries = 1500;

/** Returns the smallest walk found that fails in the same way, after a limited number of tries. */
export function shrink(
  failure: Failure,
  { maxTries = defaultMaxTries, findDisagreement = disagreementOf as FindDisagreement } = {},
): Failure {
  let tries = 0;
  const failsAlike = ({ plan, lines, subject }: Failure) => {
    tries += 1;
    return tries <= maxTries && findDisagreement(plan, lines) === subject;
  };
  let best = fewerNames(fewerLines(failure, failsAlike), failsAlike);
  for (let smaller = smallerNet(best, failsAlike); smaller; smaller = smallerNet(best, failsAlike)) {
    best = fewerLines(smaller, failsAlike);
  }
  return simplerPlan(best, failsAlike);
}

function disagreementOf(plan: Plan, lines: readonly Line[]): string | null {
  try {
    return performAll(plan, lines)?.disagreement.subject ?? null;
  } catch {
    return null;
  }
}

function fewerLines(failure: Failure, failsAlike: FailsAlike): Failure {
  let best = failure;
  for (let size = Math.ceil(best.lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from + size <= best.lines.length; ) {
      const lines = [...best.lines.slice(0, from), ...best.lines.slice(from + size)];
      const candidate = { ...best, lines };
      if (failsAlike(candidate)) best = candidate;
      else from += size;
    }
  }
  return best;
}

function smallerNet(failure: Failure, failsAlike: FailsAlike): Failure | undefined {
  for (const plan of smallerPlans(failure.plan)) {
    const lines = failure.lines.flatMap((line) => fitLine(plan, line));
    const candidate = { ...failure, plan, lines };
    if (failsAlike(candidate) && isPublishable(plan)) return candidate;
  }
  return undefined;
}

function isPublishable(plan: Plan): boolean {
  return (
    lintDefinition(definitionOf(plan)).length === 0 && ['sound', 'too large'].includes(soundnessOf(plan))
  );
}

/**
 * Returns the line without removed nodes; a person of a removed task is replaced by the one who has all
 * tasks.
 */
function fitLine(plan: Plan, line: Line): Line[] {
  if ('at' in line && !plan.nodes[line.at]) return [];
  if (line.do === 'return') {
    const targets = line.targets.filter((id) => plan.nodes[id]);
    return targets.length > 0 ? [withPeopleOf(plan, { ...line, targets })] : [];
  }
  if (!('names' in line) || !line.names) return [withPeopleOf(plan, line)];
  const names = Object.fromEntries(Object.entries(line.names).filter(([id]) => plan.nodes[id]));
  return [withPeopleOf(plan, { ...line, names })];
}

function withPeopleOf(plan: Plan, line: Line): Line {
  const text = JSON.stringify(line).replaceAll(/"(staff:)?(?:one|two)-(\w+)"/g, (whole, prefix, nodeId) =>
    plan.nodes[nodeId] ? whole : `"${prefix ?? ''}everywhere"`,
  );
  return JSON.parse(text) as Line;
}

/** Yields plans with one node or one flow less. */
function* smallerPlans(plan: Plan): Generator<Plan> {
  for (const id of Object.keys(plan.nodes)) {
    const into = plan.flows.filter(({ to }) => to === id);
    const [out, second] = plan.flows.filter(({ from }) => from === id);
    if (id === 'start' || !out || second || into.length !== 1) continue;
    const flows = plan.flows
      .filter((flow) => flow !== out)
      .map((flow) => (flow.to === id ? { ...flow, to: out.to } : flow));
    yield trimPlan(plan, flows);
  }
  for (const flow of plan.flows) {
    if (plan.flows.filter(({ from }) => from === flow.from).length > 1) {
      yield trimPlan(
        plan,
        plan.flows.filter((other) => other !== flow),
      );
    }
  }
}

/**
 * Returns the plan with only these flows and the nodes that they still reach; removes gateways with only one
 * way.
 */
function trimPlan(plan: Plan, flows: readonly PlanFlow[]): Plan {
  const reached = new Set(['start']);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const { from, to } of flows) if (reached.has(from)) reached.add(to);
  }
  const keptFlows = flows.filter(({ from, to }) => reached.has(from) && reached.has(to));
  const renamed = new Map(keptFlows.map(({ id }, index) => [id, `f${index + 1}`]));
  const nodes = Object.fromEntries(
    Object.entries(plan.nodes)
      .filter(([id]) => reached.has(id))
      .map(([id, node]) => {
        if (!('byDefault' in node) || node.byDefault === undefined) return [id, node];
        const { byDefault, ...rest } = node;
        const newId = renamed.get(byDefault);
        return [id, newId === undefined ? rest : { ...rest, byDefault: newId }];
      }),
  );
  const isOnlyWay = (id: string) => keptFlows.filter(({ from }) => from === id).length === 1;
  return {
    ...plan,
    nodes,
    flows: keptFlows.map((flow) => {
      const { when, ...rest } = { ...flow, id: renamed.get(flow.id) ?? flow.id };
      return when && !isOnlyWay(flow.from) ? { ...rest, when } : rest;
    }),
  };
}

/** Removes names of next handlers, except for nodes that matter for the failure. */
function fewerNames(failure: Failure, failsAlike: FailsAlike): Failure {
  let best = failure;
  for (const [index, line] of best.lines.entries()) {
    if (!('names' in line) || !line.names) continue;
    for (const nodeId of Object.keys(line.names)) {
      const current = best.lines[index];
      if (!current || !('names' in current) || !current.names) continue;
      const { [nodeId]: _dropped, ...names } = current.names;
      const lines = best.lines.map((one, at) => (at === index ? { ...current, names } : one));
      if (failsAlike({ ...best, lines })) best = { ...best, lines };
    }
  }
  return best;
}

/** Simplifies a plan: plain tasks, and no variables that no condition reads. */
function simplerPlan(failure: Failure, failsAlike: FailsAlike): Failure {
  let best = failure;
  const tryCandidate = (candidate: Failure) => {
    if (failsAlike(candidate) && isPublishable(candidate.plan)) best = candidate;
  };
  for (const [id, node] of Object.entries(best.plan.nodes)) {
    if (node.kind !== 'task') continue;
    for (const change of [
      { buttons: node.buttons.filter(({ id: pressed }) => isPressed(best, id, pressed)) },
      { empty: 'refuse' as const, keys: [`role:${id}`] },
      { stage: 4 },
      { ways: ['replay', 'direct'] as const },
      { withdraw: true },
    ]) {
      const current = best.plan.nodes[id];
      if (current?.kind !== 'task') continue;
      tryCandidate({
        ...best,
        plan: { ...best.plan, nodes: { ...best.plan.nodes, [id]: { ...current, ...change } } },
      });
    }
  }
  best = fewerNames(best, failsAlike);
  const usedVariables = new Set([
    ...best.plan.flows.map(({ when }) => (when && 'name' in when ? when.name : undefined)),
    ...Object.values(best.plan.nodes).flatMap((node) => {
      if (node.kind === 'service') return node.sets?.name;
      return node.kind === 'task' ? node.buttons.flatMap(({ sets }) => Object.keys(sets ?? {})) : [];
    }),
  ]);
  const variables = Object.fromEntries(
    Object.entries(best.plan.variables).filter(([name]) => usedVariables.has(name)),
  );
  tryCandidate({ ...best, plan: { ...best.plan, variables } });
  return best;
}

function isPressed({ lines }: Failure, nodeId: string, buttonId: string): boolean {
  const advances = ['handle', 'yes', 'no', 'branch'].includes(buttonId);
  return advances || lines.some((line) => 'button' in line && line.at === nodeId && line.button === buttonId);
}
