import type { Actor } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { availableActions } from '#domain/workflow/available-actions.ts';
import { decide } from '#domain/workflow/decide.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { applyAll, fold } from '#domain/workflow/state/apply.ts';
import { packState } from '#domain/workflow/versions/packed-state.ts';
import { longOrder, loopProcess, nextStep } from '#test/workflow-model/long-order.ts';
import { person } from '#test/workflow-model/people.ts';
import { completeTask, completionsOfInstance, startInstance } from '../peers/bpmn-engine.ts';

/** One figure of the core compared with another, round by round, in microseconds of processor time. */
export interface CoreFigure {
  title: string;
  over: number[];
  under: number[];
  /** Limit for `over` in microseconds, or for the ratio. */
  atMost: { microseconds: number } | { ratio: number };
}

export interface CoreFigures {
  times: CoreFigure[];
  /** Size of the stored state of an order with 1,000 visits. */
  stateBytes: number;
  maxStateBytes: number;
}

type Step = ReturnType<typeof nextStep> & { state: OrderState };

const peerInstances = 20;

/**
 * Measures the core alone, without database and HTTP, on an order that repeats a loop of 25 nodes: a decision
 * after 200 visits compared with a step of bpmn-engine on its simple sequence of eight tasks, the growth of a
 * fold, the permissions of one person who has handled every visit, and the size of a state. The first round
 * warms up and does not count.
 */
export async function measureCore(rounds: number): Promise<CoreFigures> {
  const steps = stepsOfOneLoop(longOrder(200).state);
  const [small, middle, large] = [250, 500, 1000].map((visits) => longOrder(visits));
  if (!small || !middle || !large) throw new Error('The case needs three orders to fold');
  const reader = person('reader');
  const [read1000, read4000] = [large, longOrder(4000)].map(({ state }) => handledBy(state, reader));
  if (!read1000 || !read4000) throw new Error('The case needs two orders to read');
  const series: number[][] = [[], [], [], [], [], [], []];
  for (let round = 0; round <= rounds; round++) {
    const figures = [
      timeOf(() => {
        for (const { state, command, context } of steps) decide(state, command, context);
      }) / steps.length,
      await measurePeerStep(),
      ...[small, middle, large].map(({ events }) => timeOf(() => fold(events))),
      ...[read1000, read4000].map((state) =>
        timeOf(() => availableActions(state, withdrawableProcess, reader)),
      ),
    ];
    if (round > 0) for (const [index, figure] of figures.entries()) series[index]?.push(figure);
  }
  const [
    decision = [],
    step = [],
    fold250 = [],
    fold500 = [],
    fold1000 = [],
    actions1000 = [],
    actions4000 = [],
  ] = series;
  return {
    times: [
      {
        title: 'decision, 25 nodes, 200 visits / bpmn-engine step, 8 tasks',
        over: decision,
        under: step,
        atMost: { microseconds: 100 },
      },
      { title: 'fold, 500 visits / 250', over: fold500, under: fold250, atMost: { ratio: 2.5 } },
      { title: 'fold, 1,000 visits / 500', over: fold1000, under: fold500, atMost: { ratio: 2.5 } },
      {
        title: 'actions of a person who handled all, 1,000 visits / fold',
        over: actions1000,
        under: fold1000,
        atMost: { microseconds: 20_000 },
      },
      {
        title: 'actions of a person who handled all, 4,000 visits / 1,000',
        over: actions4000,
        under: actions1000,
        atMost: { ratio: 8 },
      },
    ],
    stateBytes: Buffer.byteLength(JSON.stringify(packState(large.state))),
    maxStateBytes: 200_000,
  };
}

/** Every task may be withdrawn, so that each is examined; the person has a button for it. */
const withdrawableProcess: ProcessDefinition = {
  ...loopProcess,
  nodes: Object.fromEntries(
    Object.entries(loopProcess.nodes).map(([id, node]) => [
      id,
      node.kind === 'userTask' ? { ...node, withdrawAllowed: true } : node,
    ]),
  ),
};

function handledBy(state: OrderState, reader: Actor): OrderState {
  const { staffId, name, orgId, orgName } = reader;
  const finishedBy = { staffId, name, orgId, orgName };
  return {
    ...state,
    tasks: state.tasks.map((task) => (task.finishedBy === null ? task : { ...task, finishedBy })),
  };
}

/** Returns the steps of one pass through the loop, each with the state that it is decided on. */
function stepsOfOneLoop(from: OrderState): Step[] {
  const steps: Step[] = [];
  let state = from;
  for (let index = 0; index < 9; index++) {
    const step = nextStep(state);
    const events = decide(state, step.command, step.context);
    if (isRefusal(events)) throw new Error(`The long order was refused: ${events.refused}`);
    steps.push({ ...step, state });
    state = applyAll(state, events);
  }
  return steps;
}

/**
 * Measures the processor time of one completed task, including recovering its state before and reading it
 * after, as an action needs it.
 */
async function measurePeerStep(): Promise<number> {
  const startTime = processorTime();
  for (let instance = 0; instance < peerInstances; instance++) {
    let state = await startInstance({});
    for (let step = 0; step < completionsOfInstance; step++) {
      const after = await completeTask(state, { opinion: '同意' });
      if (!after) throw new Error('The process of the comparison engine ended too early');
      state = after;
    }
  }
  // Starting counts as one step more.
  return (processorTime() - startTime) / peerInstances / (completionsOfInstance + 1);
}

/**
 * Repeats a step until the processor clock, which advances every few milliseconds, gives a precise figure.
 */
function timeOf(work: () => void): number {
  const startTime = processorTime();
  let times = 0;
  for (; processorTime() - startTime < 250_000; times++) work();
  return (processorTime() - startTime) / times;
}

/**
 * Returns the processor time of this process in microseconds; other processes affect it less than clock time.
 */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
