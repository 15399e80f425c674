/** Random structured nets: blocks within blocks, as people draw them. */
import type { Plan, PlanButton, PlanFlow, PlanGateway, PlanNode, PlanTask, PlanWhen } from './plan.ts';
import type { Random } from './random.ts';

interface Drawing {
  random: Random;
  nodes: Record<string, PlanNode>;
  flows: PlanFlow[];
  variables: Record<string, boolean>;
  /** Number of nodes that may still be drawn. */
  nodesLeft: number;
  /** True if people may choose at gateways. */
  isManual: boolean;
}

/** The beginning of a branch: the node that it leaves and its condition. */
interface BranchStart {
  id: string;
  when?: PlanWhen;
}

const plainButtons: PlanButton[] = [
  { id: 'forward', does: 'forward' },
  { id: 'return', does: 'return' },
  { id: 'terminate', does: 'terminate' },
  { id: 'void', does: 'void', ends: true },
];

/** The share of forks with an empty branch. */
const emptyBranchShare = 0.15;

/** The share of tasks that several people do. */
const severalPeopleShare = 0.12;

/** Draws a net of about 25 nodes at most, nested three deep. */
export function drawNet(
  random: Random,
  key: string,
  { nodesLeft: space, isManual } = { nodesLeft: 4 + random.below(20), isManual: true },
): Plan {
  const drawing: Drawing = { random, nodes: {}, flows: [], variables: {}, nodesLeft: space, isManual };
  drawing.nodes.start = { kind: 'start' };
  let tail = drawSequence(drawing, { id: 'start' }, 0);
  // A process has at least one task, whatever the random choices.
  if (!Object.values(drawing.nodes).some(({ kind }) => kind === 'task')) tail = drawTask(drawing, tail);
  if (random.chance(0.12)) drawSeparateEnds(drawing, tail);
  else addFlow(drawing, tail, drawEnd(drawing));
  return {
    key,
    nodes: withDefaults(drawing),
    flows: drawing.flows,
    variables: drawing.variables,
    amount: random.pick([null, 3, 8]) ?? null,
    recall: random.chance(0.85) ? 'beforeFirstHandled' : 'never',
    ...(random.chance(0.7) && { precedence: random.chance(0.5) ? [1002, 2004] : [2004, 1002] }),
  };
}

/** Gives each gateway with conditions a default flow, which it takes if no condition is true. */
function withDefaults({ nodes, flows }: Drawing): Plan['nodes'] {
  const setDefault = (id: string, node: PlanNode): PlanNode => {
    const outgoing = flows.filter(({ from }) => from === id);
    if (!('manual' in node) || node.kind === 'and' || node.manual || outgoing.length < 2) return node;
    const byDefault = outgoing.find(({ when }) => when === undefined);
    return byDefault ? { ...node, byDefault: byDefault.id } : node;
  };
  return Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, setDefault(id, node)]));
}

function addFlow(drawing: Drawing, from: BranchStart, to: string): string {
  const id = `f${drawing.flows.length + 1}`;
  drawing.flows.push({ id, from: from.id, to, ...(from.when && { when: from.when }) });
  return id;
}

function addNode(drawing: Drawing, prefix: string, node: PlanNode): string {
  const id = `${prefix}${Object.keys(drawing.nodes).length}`;
  drawing.nodes[id] = node;
  drawing.nodesLeft -= 1;
  return id;
}

function drawEnd(drawing: Drawing, stops = false): string {
  return addNode(drawing, 'end', { kind: 'end', stops, result: stops ? 12 : 9 });
}

function drawSequence(drawing: Drawing, from: BranchStart, depth: number): BranchStart {
  let tail = from;
  for (let items = 1 + drawing.random.below(3); items > 0; items--) tail = drawItem(drawing, tail, depth);
  return tail;
}

function drawItem(drawing: Drawing, from: BranchStart, depth: number): BranchStart {
  const { random } = drawing;
  const isFull = depth >= 3 || drawing.nodesLeft <= 3;
  if (isFull || random.chance(0.35)) {
    return random.chance(0.12) ? drawService(drawing, from) : drawTask(drawing, from);
  }
  const blocks = [
    drawParallelBlock,
    drawParallelBlock,
    drawInclusiveBlock,
    drawInclusiveBlock,
    drawExclusiveBlock,
    drawLoop,
    ...(drawing.isManual ? [drawManualBlock] : []),
  ];
  const draw = random.pick(blocks) ?? drawParallelBlock;
  return draw(drawing, from, depth + 1);
}

function drawService(drawing: Drawing, from: BranchStart): BranchStart {
  const { random, nodes } = drawing;
  const name = `s${Object.keys(nodes).length}`;
  const sets = random.chance(0.7) ? { name, value: true } : null;
  if (sets) drawing.variables[name] = false;
  const id = addNode(drawing, 's', { kind: 'service', sets });
  addFlow(drawing, from, id);
  return { id };
}

function drawTask(drawing: Drawing, from: BranchStart, more: Partial<PlanTask> = {}): BranchStart {
  const { random } = drawing;
  const id = `t${Object.keys(drawing.nodes).length}`;
  const empty = random.pick(['refuse', 'refuse', 'administrator', 'skip'] as const) ?? 'refuse';
  const isWithoutHandler = empty !== 'refuse' && random.chance(0.25);
  const result = random.chance(0.5) ? { result: 2004 } : {};
  const task: PlanTask = {
    kind: 'task',
    stage: 1 + random.below(6),
    keys: [isWithoutHandler ? 'role:nobody' : `role:${id}`],
    empty,
    buttons: [{ id: 'handle', does: 'handle', ...result }, ...plainButtons],
    ways:
      random.pick([
        ['replay', 'direct'],
        ['replay', 'direct'],
        ['direct', 'replay'],
        ['replay'],
        [],
      ] as const) ?? [],
    targets: [],
    withdraw: random.chance(0.85),
    ...more,
  };
  const isChoosing = task.buttons.some(({ does }) => does === 'choose');
  if (!isChoosing && random.chance(severalPeopleShare)) Object.assign(task, drawSeveral(random, task, id));
  const isReturning = task.ways.length > 0;
  const buttons = task.buttons.filter(({ does }) => does !== 'return' || isReturning);
  addNode(drawing, 't', { ...task, buttons });
  addFlow(drawing, from, id);
  return { id };
}

/** Lets two or three people do one task, in turn or not, until all or the first few are done. */
function drawSeveral(random: Random, { keys }: PlanTask, id: string): Partial<PlanTask> {
  const more = ['b', 'c'].slice(0, 1 + random.below(2)).map((prefix) => `role:${id}${prefix}`);
  const until = random.chance(0.4) ? { until: 1 + random.below(2) } : {};
  return {
    keys: [...keys, ...more],
    several: { isInOrder: random.chance(0.4), ...until },
    withdraw: false,
  };
}

/** Draws a condition, mostly on what a button has set, else on a form or a countersign. */
function drawCondition(random: Random, name: string, yes: number): PlanWhen {
  const roll = random.below(100);
  if (roll < 12) return { over: 5, not: random.chance(0.5) };
  return roll < 24 ? { countersigned: random.chance(0.6) } : { name, is: random.chance(yes) };
}

/**
 * Draws a task whose two buttons set a variable; returns where the flow continues and the name of the
 * variable.
 */
function drawDecidingTask(drawing: Drawing, from: BranchStart): { tail: BranchStart; name: string } {
  const name = `v${Object.keys(drawing.nodes).length}`;
  drawing.variables[name] = false;
  const tail = drawTask(drawing, from, {
    empty: 'administrator',
    buttons: [
      { id: 'yes', does: 'handle', result: 2004, sets: { [name]: true } },
      { id: 'no', does: 'handle', result: 1002, sets: { [name]: false } },
      ...plainButtons,
    ],
  });
  return { tail, name };
}

function addGateway(
  drawing: Drawing,
  from: BranchStart,
  kind: PlanGateway['kind'],
  isManual = false,
): BranchStart {
  const id = addNode(drawing, 'g', { kind, manual: isManual });
  addFlow(drawing, from, id);
  return { id };
}

function drawBranchIndexes({ random }: Drawing, three = 0.3): number[] {
  return Array.from({ length: random.chance(three) ? 3 : 2 }, (_, index) => index);
}

/** Joins the branches that have not ended. */
function joinBranches(
  drawing: Drawing,
  tails: readonly BranchStart[],
  kind: PlanGateway['kind'],
): BranchStart {
  const id = addNode(drawing, 'g', { kind, manual: false });
  for (const tail of tails) addFlow(drawing, tail, id);
  return { id };
}

function drawParallelBlock(drawing: Drawing, from: BranchStart, depth: number): BranchStart {
  const { id } = addGateway(drawing, from, 'and');
  const tails = drawBranchIndexes(drawing).map((index) =>
    index === 0 && drawing.random.chance(emptyBranchShare) ? { id } : drawSequence(drawing, { id }, depth),
  );
  return joinBranches(drawing, tails, 'and');
}

function drawInclusiveBlock(drawing: Drawing, from: BranchStart, depth: number): BranchStart {
  const { random } = drawing;
  const first = random.chance(0.6)
    ? drawDecidingTask(drawing, from)
    : { tail: from, name: pickVariable(drawing) };
  const split = addGateway(drawing, first.tail, 'or');
  const tails = drawBranchIndexes(drawing, 0.7).map((index) => {
    const name = index === 0 ? first.name : pickVariable(drawing);
    const begin = index === 0 ? { id: split.id } : { id: split.id, when: drawCondition(random, name, 0.3) };
    const tail = drawSequence(drawing, begin, depth);
    return random.chance(0.08) ? drawSeparateEnd(drawing, tail) : tail;
  });
  return joinBranches(drawing, tails, 'or');
}

/** Returns a branch that may end separately instead of reaching the join. */
function drawSeparateEnd(drawing: Drawing, from: BranchStart): BranchStart {
  const { tail, name } = drawDecidingTask(drawing, from);
  const out = addGateway(drawing, tail, 'xor');
  addFlow(drawing, { id: out.id, when: { name, is: true } }, drawEnd(drawing));
  return { id: out.id };
}

function drawExclusiveBlock(drawing: Drawing, from: BranchStart, depth: number): BranchStart {
  const { random } = drawing;
  const { tail, name } = drawDecidingTask(drawing, from);
  const split = addGateway(drawing, tail, 'xor');
  const when = drawCondition(random, name, 0.5);
  const yes = drawSequence(drawing, { id: split.id, when }, depth);
  const no = random.chance(0.3) ? { id: split.id } : drawSequence(drawing, { id: split.id }, depth);
  if (random.chance(0.15) && no.id !== split.id) {
    addFlow(drawing, yes, drawEnd(drawing, random.chance(0.6)));
    return no;
  }
  return joinBranches(drawing, [yes, no], 'xor');
}

function drawManualBlock(drawing: Drawing, from: BranchStart, depth: number): BranchStart {
  const kind = drawing.random.chance(0.5) ? 'xor' : 'or';
  const tail = drawTask(drawing, from, {
    empty: 'administrator',
    buttons: [{ id: 'branch', does: 'choose' }, ...plainButtons],
  });
  const split = addGateway(drawing, tail, kind, true);
  const tails = drawBranchIndexes(drawing).map(() =>
    drawSequence(drawing, drawTask(drawing, { id: split.id }), depth),
  );
  return joinBranches(drawing, tails, kind);
}

function drawLoop(drawing: Drawing, from: BranchStart, depth: number): BranchStart {
  const { id } = addGateway(drawing, from, 'xor');
  const body = drawSequence(drawing, { id }, depth);
  const { tail, name } = drawDecidingTask(drawing, body);
  const out = addGateway(drawing, tail, 'xor');
  addFlow(drawing, { id: out.id, when: { name, is: false } }, id);
  return { id: out.id };
}

/** Draws branches that never meet again: the order ends with the last of them. */
function drawSeparateEnds(drawing: Drawing, from: BranchStart): void {
  const { id } = addGateway(drawing, from, 'and');
  for (const _ of drawBranchIndexes(drawing)) {
    const tail = drawTask(drawing, { id });
    addFlow(drawing, drawSequence(drawing, tail, 3), drawEnd(drawing, drawing.random.chance(0.4)));
  }
}

function pickVariable(drawing: Drawing): string {
  const name = drawing.random.pick(Object.keys(drawing.variables).filter((known) => known.startsWith('v')));
  if (name !== undefined) return name;
  drawing.variables.v = true;
  return 'v';
}
