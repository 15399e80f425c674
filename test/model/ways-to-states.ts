import type { Actor } from '#domain/access/actor.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import { isActionable } from '#domain/workflow/state/panels.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import type { VisitState } from './visit-states.ts';

/** The next action that leads a letter to its state; it gets the id of the person's open task. */
type Step = [account: string, command: (taskId: number) => Command];

const seatsOf = (...accounts: string[]) =>
  accounts.map((account) => ({ group: 0, keys: [`staff:staff-${account}`] }));
const press =
  (buttonId: string) =>
  (taskId: number): Command => ({ action: 'handle', taskId, buttonId, opinion: '同意' });
const addSigners =
  (place: 'before' | 'after', account: string) =>
  (taskId: number): Command => ({
    action: 'addSigners',
    taskId,
    place,
    seats: seatsOf(account),
    sequence: 'any',
    opinion: '请先看',
  });
const delegate = (taskId: number): Command => ({
  action: 'delegate',
  taskId,
  key: 'staff:staff-sunlei',
  returns: true,
  opinion: '请代办',
});
const sign = (taskId: number): Command => ({ action: 'sign', taskId, opinion: '已阅' });
const countersign = (taskId: number): Command => ({
  action: 'startCountersign',
  taskId,
  reason: '请会签',
  seats: seatsOf('gaofeng', 'zhuhong'),
  sequence: 'any',
  rule: { kind: 'all' },
  goes: 'back',
  limit: { amount: 1, unit: DayUnit.calendarDays },
  expiry: 'noAnswer',
});
const answer = (taskId: number): Command => ({
  action: 'answerCountersign',
  taskId,
  passes: true,
  opinion: '',
});

const chooseUndertaking = (taskId: number): Command => ({
  action: 'chooseBranch',
  taskId,
  buttonId: 'instruct',
  opinion: '请核实办理',
  branchNodeIds: ['undertake'],
  nextHandlers: { undertake: ['staff:staff-xujun'] },
});

/**
 * Nodes at which other people may be asked in every way, each with different buttons: the process, the steps that
 * lead an order there, the person who has the task, and the button that finishes it.
 */
const nodesToAsk: readonly { code: string; steps: readonly Step[]; account: string; nextButton: string }[] = [
  {
    code: 'petition-letter',
    steps: [['liuyang', press('receive')]],
    account: 'zhaomin',
    nextButton: 'accept',
  },
  {
    code: 'petition-letter',
    steps: [
      ['liuyang', press('receive')],
      ['liuyang', press('accept')],
      ['wujianguo', chooseUndertaking],
    ],
    account: 'xujun',
    nextButton: 'undertake',
  },
  {
    code: 'permit-application',
    steps: [
      ['chenjing', press('pass')],
      ['chenjing', press('receive')],
      ['dengtao', press('accept')],
    ],
    account: 'caohui',
    nextButton: '',
  },
];

/** Returns the actions that lead a node handled by `who` into each state. */
function waysOf(account: string, nextButton: string): Partial<Readonly<Record<VisitState, readonly Step[]>>> {
  return {
    'countersign runs': [[account, countersign]],
    countersigned: [
      [account, countersign],
      ['gaofeng', answer],
      ['zhuhong', answer],
    ],
    'signers before': [[account, addSigners('before', 'sunlei')]],
    'signers after chosen': [[account, addSigners('after', 'sunlei')]],
    'signers after': [
      [account, addSigners('after', 'sunlei')],
      ...(nextButton ? [[account, press(nextButton)] as Step] : []),
    ],
    'delegated for an opinion': [[account, delegate]],
    'asked again': [
      [account, delegate],
      ['sunlei', sign],
      [
        account,
        (taskId) => ({ action: 'returnToHandler', taskId, key: 'staff:staff-sunlei', opinion: '请再核实' }),
      ],
    ],
    'asked in a nested round': [
      [account, countersign],
      ['gaofeng', addSigners('before', 'fangning')],
    ],
  };
}

/**
 * Returns the actions that lead an order of a process into the state; undefined for a state that random people
 * reach soon enough without them.
 */
export function wayTo(
  goal: VisitState,
  number: number,
): { code: string; steps: readonly Step[] } | undefined {
  const node = nodesToAsk[number % nodesToAsk.length];
  const steps = node && waysOf(node.account, node.nextButton)[goal];
  return steps && { code: node.code, steps: [...node.steps, ...steps] };
}

/** Returns an action as a command on the order's present state; undefined if the person has no task there. */
export function commandOf([account, command]: Step, state: OrderState, people: readonly Actor[]) {
  const actor = people.find((one) => one.account === account) as Actor;
  const task = openTasks(state).find(
    (open) => isActionable(state, open) && open.candidates.some((key) => actor.keys.includes(key)),
  );
  return task && { actor, command: command(task.id) };
}
