import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '#domain/access/actor.ts';
import { startClock } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { conditionValues } from '#domain/forms/condition-values.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { actions, type Command } from '#domain/workflow/actions/registry.ts';
import { decide } from '#domain/workflow/decide.ts';
import type { OrderState, ProcessDefinition, WorkflowEvent } from '#domain/workflow/model/model.ts';
import { apply } from '#domain/workflow/state/apply.ts';
import { panelsWithLimit } from '#domain/workflow/state/panels.ts';
import { type PackedState, unpackState } from '#domain/workflow/versions/packed-state.ts';
import { expandJson } from '#server/kernel/database/compressed-json.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { expirePanels } from '#server/modules/cases/handling/service.ts';
import { mayRead } from '#server/modules/cases/work-orders/service.ts';
import { getPublishedForm } from '#server/modules/design/forms/service.ts';
import { evaluateCondition, getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { readOffice } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { Proposal } from '#test/workflow-model/propose.ts';
import { createRandom, type Random } from '#test/workflow-model/random.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { officeOpeningTime } from '#test/world/office-opening-time.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { formValuesAt, permit, petition, proposal, type StartData } from '#test/world/start-data.ts';
import { withOwnHandlers } from './own-handlers.ts';
import { possibleProposals } from './random-proposals.ts';
import { isServed, performCommand, type ServedOrder, startOrder } from './served-order.ts';
import {
  type ActionName,
  countPair,
  legalActions,
  type PairCounts,
  pairTable,
  stateOfVisit,
  type VisitState,
  visitStates,
} from './visit-states.ts';
import { commandOf, wayTo } from './ways-to-states.ts';

/**
 * Random people perform every command on the real processes and the real database; the results, stored rows
 * and refusals must be those that the pure core predicts. The walk prefers the pairs of visit state and
 * action that it has done least. See docs/decisions/0039.
 */

const office = await testOffice({ max: 6 });
const { context, clock } = office;
const { db } = context;
const people = await Promise.all(
  readOffice()
    .staff.filter(({ disabled }) => !disabled)
    .map(({ account }) => getActor(context, account)),
);
const { addressee } = await currentDirectory(db);
const holidays = await currentHolidays(db);
const commands = openCommands(office);
const desk = openDesk(office);

const firstSeed = Number(process.env.MODEL_SEED ?? 1);
/** In `npm test` it is enough that each pair was done. */
const minSteps = Number(process.env.MODEL_STEPS ?? 1000);
const stepsPerOrder = 45;
/** Attempts to shorten a failing log. */
const shrinkTries = 60;
const minute = 60_000;
/** Each pair should be done this often before the choice becomes purely random. */
const targetTimes = 2;
/** Actions that mostly end the state of a visit. */
const leavingActions: ReadonlySet<ActionName> = new Set<ActionName>([
  'handle',
  'forward',
  'return',
  'terminate',
  'void',
  'sign',
  'submitToHandler',
  'callOffCountersign',
  'removeSigner',
]);

const kinds: { code: string; initiator: string; write(number: number): StartData | Promise<StartData> }[] = [
  { code: 'petition-letter', initiator: 'zhangwei', write: (number) => petition(number) },
  {
    code: 'congress-proposal',
    initiator: 'fenglei',
    write: (number) => proposal(number, (['single', 'split', 'lead'] as const)[number % 3]),
  },
  {
    code: 'permit-application',
    initiator: 'wangfang',
    write: async (number) => permit(number, [await desk.paper('wangfang')]),
  },
];
type Kind = (typeof kinds)[number];

/**
 * One line of a log: a person's command after some minutes; one day passes before the system checks limits.
 */
type Line = Proposal & { minutes: number };

interface WalkedOrder {
  kind: Kind;
  definition: ProcessDefinition;
  starter: Actor;
  order: ServedOrder;
  state: OrderState;
  form: CompiledForm;
  /** Contents of the forms, as conditions read them. */
  content: FormValues;
}

let lastNumber = 0;

async function startWalk(kind: Kind): Promise<WalkedOrder> {
  const number = ++lastNumber;
  clock.now = new Date(officeOpeningTime.getTime() + number * minute);
  const startData = await kind.write(number);
  const starter = people.find(({ account }) => account === kind.initiator) as Actor;
  const order = await startOrder(context, starter, startData);
  const { definition } = await getPublishedProcess(db, `${kind.code}:1`);
  const { compiled: form } = await getPublishedForm(db, `${kind.code}:1`);
  const written = Object.assign({}, ...startData.start.workorderForms.map(({ content }) => content));
  const content = conditionValues(form, written);
  return { kind, definition, starter, order, state: await readState(order.id), form, content };
}

async function readState(id: string): Promise<OrderState> {
  const { state } = await db
    .selectFrom('work_order_states')
    .select('state')
    .where('workorder_id', '=', id)
    .executeTakeFirstOrThrow();
  return unpackState(expandJson(state) as PackedState);
}

/** Returns the form values of a command, if the command is given with forms. */
function valuesFilledBy({ order, state }: WalkedOrder, command: Command): Record<string, unknown> {
  if (actions[command.action].forms !== 'store' || !('taskId' in command)) return {};
  const nodeId = state.tasks[command.taskId - 1]?.nodeId ?? '';
  return formValuesAt(order.startData, nodeId, 'buttonId' in command ? command.buttonId : undefined) ?? {};
}

/** Returns the contents after a command, without values that linkage hides. */
function contentAfter(walked: WalkedOrder, command: Command): FormValues {
  return conditionValues(walked.form, { ...walked.content, ...valuesFilledBy(walked, command) });
}

function predict(walked: WalkedOrder, { actor, command }: Proposal) {
  return decide(walked.state, command, {
    definition: walked.definition,
    actor,
    now: clock.now,
    facts: { [walked.kind.code]: contentAfter(walked, command), order: {} },
    evaluateCondition,
    addressee,
    urgeAgainHours: context.config.urgeAgainHours,
  });
}

/**
 * Performs one line; returns a text if something differs from the core's prediction. Counts it if it was
 * done.
 */
async function performLine(walked: WalkedOrder, line: Line, counts?: PairCounts): Promise<string | null> {
  clock.forward(line.minutes * minute);
  const { actor, command } = line;
  if (command.action === 'expire') return expireAll(walked, counts);
  const visitState = stateOfVisit(walked.state, command, walked.definition.startId);
  const predicted = predict(walked, line);
  const { order, state } = walked;
  const refused = isServed(command)
    ? (await performCommand(context, order, state, actor, command))?.refused
    : ((await commands.perform(actor.account, order, command)) ?? undefined);
  // A person who may not see the order, or refers to a trace that does not exist, is refused.
  const isHidden =
    isServed(command) &&
    (!(await mayRead(db, actor, order)) ||
      ('taskId' in command && state.tasks[command.taskId - 1] === undefined));
  const expected = isHidden ? 'notFound' : isRefusal(predicted) ? predicted.refused : undefined;
  if (refused !== expected) return `${refused ?? 'done'} where the core says ${expected ?? 'done'}`;
  if (!isRefusal(predicted) && !isHidden) {
    walked.content = contentAfter(walked, command);
    walked.state = predicted.reduce<OrderState>(apply, state);
    if (counts && visitState) countPair(counts, visitState, command.action);
  }
  const stored = await readState(order.id);
  return canonicalJson(stored) === canonicalJson(walked.state) ? null : 'the stored state differs';
}

/** Lets the system end expired panels, one by one in the order of their limits. */
async function expireAll(walked: WalkedOrder, counts?: PairCounts): Promise<string | null> {
  const due = panelsWithLimit(walked.state)
    .flatMap(({ id, limit, startedAt }) => {
      const at = limit && dueDate(startClock(limit, new Date(startedAt)), holidays).dueAt;
      return at && at <= clock.now ? [{ id, at }] : [];
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id);
  for (const { id, at } of due) {
    const command: Command = { action: 'expire', panelId: id, limit: at.toISOString() };
    const visitState = stateOfVisit(walked.state, command, walked.definition.startId);
    const predicted = predict(walked, { actor: systemActor, command });
    if (isRefusal(predicted)) continue;
    if (counts && visitState && predicted.length > 0) countPair(counts, visitState, 'expire');
    walked.state = (predicted as WorkflowEvent[]).reduce<OrderState>(apply, walked.state);
  }
  await expirePanels(context);
  const stored = await readState(walked.order.id);
  return canonicalJson(stored) === canonicalJson(walked.state) ? null : 'the stored state differs';
}

/**
 * Returns the next line. Each order is led to one state of a visit; there, the pairs done least are chosen,
 * and those that leave the state last. Every fifth line is random, so that refusals occur too.
 */
function nextLine(walked: WalkedOrder, counts: PairCounts, goal: VisitState, random: Random): Line {
  const { definition, starter, state } = walked;
  const offered = possibleProposals(state, { definition, initiator: starter, people, context: {} }, random);
  const proposals = offered
    .filter(({ command }) => !lacksFormValues(walked, command))
    .map((one) => withOwnHandlers(one, definition, people, random));
  const minutes = random.chance(0.1) ? 5 * 60 : 1;
  const [panelWithLimit] = panelsWithLimit(state);
  if (panelWithLimit && random.chance(0.08)) {
    const command: Command = { action: 'expire', panelId: panelWithLimit.id, limit: '' };
    return { actor: systemActor, command, minutes: 2 * 24 * 60 };
  }
  const randomLine = { ...(random.pick(proposals) as Proposal), minutes };
  if (random.chance(0.2)) return randomLine;

  const stateOf = ({ command }: Proposal) => stateOfVisit(state, command, definition.startId);
  const times = (one: Proposal) => counts.get(stateOf(one) ?? 'done')?.get(one.command.action) ?? 0;
  const legal = proposals.filter((one) => !isRefusal(predict(walked, one)));
  const isEnd = ({ command }: Proposal) => command.action === 'terminate' || command.action === 'void';
  const others = legal.filter((one) => !isEnd(one));
  const atGoal = legal.filter((one) => stateOf(one) === goal && (!isEnd(one) || times(one) < targetTimes));
  const rank = (one: Proposal) =>
    2 * Math.min(times(one), targetTimes) + (leavingActions.has(one.command.action) ? 1 : 0);
  const rarest = atGoal.toSorted((one, other) => rank(one) - rank(other))[0];
  const chosen = rarest && random.chance(0.9) ? rarest : random.pick(others);
  return chosen ? { ...chosen, minutes } : randomLine;
}

/**
 * Checks for a countersign that continues automatically at a node with a form: it needs the form's values,
 * which the command lacks.
 */
function lacksFormValues({ order, state }: WalkedOrder, command: Command): boolean {
  if (command.action !== 'startCountersign' || command.goes === 'back') return false;
  return formValuesAt(order.startData, state.tasks[command.taskId - 1]?.nodeId ?? '') !== undefined;
}

/** Returns the log without every line that the failure does not need, one line of text each. */
async function shrink(kind: Kind, log: readonly Line[]): Promise<string> {
  let shortened = [...log];
  let tries = 0;
  for (let index = shortened.length - 2; index >= 0 && tries < shrinkTries; index -= 1, tries += 1) {
    const without = shortened.toSpliced(index, 1);
    if ((await replay(kind, without)) !== null) shortened = without;
  }
  const fails = (await replay(kind, shortened)) ?? 'it does not fail when replayed';
  const lines = shortened.map(
    ({ actor, command, minutes }) => `  after ${minutes} min ${actor.account}: ${JSON.stringify(command)}`,
  );
  return [fails, ...lines].join('\n');
}

async function replay(kind: Kind, log: readonly Line[]): Promise<string | null> {
  const walked = await startWalk(kind);
  for (const line of log) {
    const failed = await performLine(walked, line);
    if (failed !== null) return failed;
    if (walked.state.ended) return null;
  }
  return null;
}

/** Returns the legal pairs that no walk has done. */
function missingPairs(counts: PairCounts): string[] {
  return visitStates.flatMap((visitState) =>
    legalActions[visitState]
      .filter((act) => !counts.get(visitState)?.has(act))
      .map((act) => `${visitState}: ${act}`),
  );
}

describe('random commands of random people', () => {
  const counts: PairCounts = new Map();
  let steps = 0;

  test('are done, stored and refused as the core predicts', { timeout: 300_000 }, async () => {
    const maxSteps = Math.max(4000, minSteps * 2);
    for (
      let seed = firstSeed;
      steps < minSteps || (steps < maxSteps && missingPairs(counts).length > 0);
      seed += 1
    ) {
      const random = createRandom(seed);
      // First the states with a missing pair, then all others in turn.
      const incompleteStates = visitStates.filter((visitState) =>
        missingPairs(counts).some((pair) => pair.startsWith(`${visitState}:`)),
      );
      const goals = incompleteStates.length > 0 ? incompleteStates : visitStates;
      const goal = goals[seed % goals.length] as VisitState;
      const path = wayTo(goal, random.below(3));
      const kind = (kinds.find(({ code }) => code === path?.code) ?? random.pick(kinds)) as Kind;
      const walked = await startWalk(kind);
      const log: Line[] = [];
      for (let step = 0; step < stepsPerOrder && walked.state.ended === null; step += 1) {
        const operation = path?.steps[step];
        const guidedProposal = operation && commandOf(operation, walked.state, people);
        const line = guidedProposal
          ? { ...guidedProposal, minutes: 1 }
          : nextLine(walked, counts, goal, random);
        log.push(line);
        const failed = await performLine(walked, line, counts);
        steps += 1;
        if (failed !== null) {
          expect.fail(`seed ${seed}, ${kind.code}: ${failed}\n${await shrink(kind, log)}`);
        }
      }
    }
    expect(await checkInvariants(db)).toEqual([]);
  });

  test('cover each legal pair of visit state and action, and no other', () => {
    console.log(`${steps} steps from seed ${firstSeed}\n${pairTable(counts)}`);
    const others = visitStates.flatMap((visitState) =>
      [...(counts.get(visitState)?.keys() ?? [])]
        .filter((act: ActionName) => !legalActions[visitState].includes(act))
        .map((act) => `${visitState}: ${act}`),
    );
    expect({ missing: missingPairs(counts), others }).toEqual({ missing: [], others: [] });
  });
});
