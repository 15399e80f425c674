import type { Actor } from '#domain/access/actor.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { earlierHandlers } from '#domain/workflow/decision/earlier-handlers.ts';
import type { OrderState, Task } from '#domain/workflow/model/model.ts';
import type { SeatRequest } from '#domain/workflow/model/panel.ts';
import { openPanelsAt } from '#domain/workflow/state/panels.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import { type Proposal, proposeCommand, type World } from '#test/workflow-model/propose.ts';
import type { Random } from '#test/workflow-model/random.ts';

/**
 * Returns the actions that people could try now: those of the buttons, all that concern asked people, and
 * invalid ones.
 */
export function possibleProposals(state: OrderState, world: World, random: Random): Proposal[] {
  const buttonProposals = peopleWithButtons(state, world, random).flatMap((actor) =>
    Array.from({ length: 3 }, () => proposeCommand(state, { ...world, people: [actor] }, random)),
  );
  const ending = buttonProposals.filter(({ command }) => ['terminate', 'void'].includes(command.action));
  const atTasks = openTasks(state).flatMap((task) => proposalsAtTask(state, task, world, random));
  const panelProposals = state.panels.flatMap((panel) =>
    openPanelsAt(state, panel.tokenId).includes(panel)
      ? proposalsAtPanel(panel.id, state, world, random)
      : [],
  );
  const endingButtonProposals = random.chance(0.15) ? ending : [];
  return [
    ...buttonProposals.filter((proposal) => !ending.includes(proposal)),
    ...endingButtonProposals,
    ...endingProposals(state, world, random),
    ...atTasks,
    ...panelProposals,
    ...proposalsOnOrder(state, world, random),
  ];
}

/**
 * Returns one person for each open task, the initiator and the last handler: the buttons offer the same to
 * all others.
 */
function peopleWithButtons(state: OrderState, { people, initiator }: World, random: Random): Actor[] {
  const handlers = openTasks(state).flatMap((task) => anyPerson(people, task.candidates, random) ?? []);
  const last = state.tasks.findLast(({ outcome }) => outcome === 'handled')?.finishedBy?.staffId;
  const lastHandler = people.filter(({ staffId }) => staffId === last);
  return [...new Set([...handlers, initiator, ...lastHandler])];
}

/** Offers actions that end the order only rarely; otherwise every walk would be short. */
function endingProposals(state: OrderState, { definition, people }: World, random: Random): Proposal[] {
  if (!random.chance(0.3)) return [];
  return openTasks(state).flatMap((task): Proposal[] => {
    const node = definition.nodes[task.nodeId];
    const actor = anyPerson(people, task.candidates, random);
    if (node?.kind !== 'userTask' || actor === undefined) return [];
    return node.buttons.flatMap(({ id: buttonId, code, opType }): Proposal[] => {
      const action =
        opType === 1 && code === '4' ? 'terminate' : opType === 1 && code === '13' ? 'void' : null;
      return action ? [{ actor, command: { action, taskId: task.id, buttonId, opinion: '终止' } }] : [];
    });
  });
}

function anyPerson(people: readonly Actor[], keys: readonly string[], random: Random): Actor | undefined {
  return random.pick(people.filter((one) => one.keys.some((key) => keys.includes(key))));
}

function proposalsAtTask(state: OrderState, task: Task, { people }: World, random: Random): Proposal[] {
  // Mostly a person whose task it is.
  const actor = random.chance(0.9) ? anyPerson(people, task.candidates, random) : random.pick(people);
  if (actor === undefined) return [];
  const taskId = task.id;
  const key = () => `staff:${random.pick(people)?.staffId}`;
  const seats = (): SeatRequest[] =>
    [...new Set(Array.from({ length: 1 + random.below(3) }, key))].map((one) => ({
      group: random.below(2),
      keys: [one],
    }));
  const inOrder = () => (random.chance(0.4) ? 'inOrder' : 'any');
  const commands: Command[] = [
    {
      action: 'startCountersign',
      taskId,
      reason: random.chance(0.95) ? '请会签' : '',
      seats: seats(),
      sequence: inOrder(),
      rule: random.pick([
        { kind: 'all' as const },
        { kind: 'majority' as const },
        { kind: 'veto' as const },
        { kind: 'share' as const, percent: 50 },
      ]) ?? { kind: 'all' },
      goes: random.chance(0.2) ? 'on' : 'back',
      limit: random.chance(0.5) ? { amount: 1 + random.below(2), unit: DayUnit.calendarDays } : null,
      expiry: random.pick(['noAnswer', 'passed', 'failed'] as const) ?? 'noAnswer',
    },
    {
      action: 'addSigners',
      taskId,
      place: random.chance(0.5) ? 'before' : 'after',
      seats: seats(),
      sequence: inOrder(),
      opinion: '请先看',
    },
    { action: 'delegate', taskId, key: key(), returns: random.chance(0.7), opinion: '请代办' },
    {
      action: 'answerCountersign',
      taskId,
      passes: random.chance(0.6),
      opinion: random.chance(0.9) ? '已核对' : '',
    },
    { action: 'sign', taskId, opinion: random.chance(0.9) ? '已阅' : '' },
    { action: 'submitToHandler', taskId, opinion: '已补充' },
    {
      action: 'returnToHandler',
      taskId,
      key: random.pick(earlierHandlers(state, task))?.key ?? key(),
      opinion: '请再核实',
    },
    { action: 'copy', taskId, keys: [key(), ...(random.chance(0.3) ? ['role:leader'] : [])], note: '' },
  ];
  const proposals: Proposal[] = commands.map((command) => ({ actor, command }));
  // Leaders may reassign tasks of their own organisation, the matter administrator all tasks.
  const reassigners = people.filter((one) => one.permissions.has('work-order:reassign'));
  const administrator = reassigners.find((one) => one.permissions.has('work-order:administer'));
  const reassigner = random.chance(0.5) ? administrator : random.pick(reassigners);
  if (reassigner) {
    const command: Command = { action: 'reassign', taskId, key: key(), reason: '调整分工' };
    proposals.push({ actor: reassigner, command });
  }
  return proposals;
}

function proposalsAtPanel(panelId: number, state: OrderState, { people }: World, random: Random): Proposal[] {
  const panel = state.panels[panelId - 1];
  if (panel === undefined) return [];
  const starter = people.find(({ staffId }) => staffId === panel.by.staffId);
  const actor = random.chance(0.9) ? (starter ?? random.pick(people)) : random.pick(people);
  if (actor === undefined) return [];
  const seat = { group: 0, keys: [`staff:${random.pick(people)?.staffId}`] };
  const commands: Command[] = [
    { action: 'addToCountersign', panelId, seats: [seat], reason: '' },
    { action: 'callOffCountersign', panelId, reason: '有误' },
    { action: 'removeSigner', panelId, seat: random.below(panel.seats.length), reason: '' },
  ];
  return commands.map((command) => ({ actor, command }));
}

function proposalsOnOrder(state: OrderState, { people, initiator }: World, random: Random): Proposal[] {
  const proposals: Proposal[] = [];
  const readers = (state.copies ?? []).flatMap(({ keys }) => keys);
  const reader = anyPerson(people, readers, random);
  if (reader) proposals.push({ actor: reader, command: { action: 'leaveNote', note: '已阅' } });
  proposals.push({ actor: initiator, command: { action: 'addPapers', papers: 1, note: '' } });
  const receivers = [random.pick(openTasks(state))?.candidates[0] ?? ''];
  const overseer = random.chance(0.5)
    ? initiator
    : random.pick(people.filter((one) => one.permissions.has('work-order:urge')));
  if (overseer) {
    const channels = [MessageChannel.inPortal];
    const command: Command = {
      action: 'urge',
      receivers,
      title: '请尽快办理',
      text: '请尽快办理',
      reason: '来信人询问',
      channels,
    };
    proposals.push({ actor: overseer, command });
  }
  return proposals;
}
