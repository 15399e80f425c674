import { afterEach, expect, test } from 'vitest';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import { isActionable } from '#domain/workflow/state/panels.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { expirePanels } from '#server/modules/cases/handling/service.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';

/**
 * Tests two people who act at the same moment on the same state: the second action is accepted if it is still
 * valid, and refused with a reason if not.
 */

const office = await testOffice({ max: 8 });
const { context, clock } = office;
const { desk, start } = openPetitionDesk(office);
const { perform, stateOf } = openCommands(office);
const rounds = 3;
const hour = 3_600_000;

afterEach(async () => {
  expect(await checkInvariants(context.db)).toEqual([]);
});

type CommandWithoutTask = Command extends infer C
  ? C extends { taskId: number }
    ? Omit<C, 'taskId'>
    : C
  : never;
/** The next action: on the own open task, unless it concerns a panel or the order. */
type Step = [account: string, act: CommandWithoutTask];

const seats = (...accounts: string[]) =>
  accounts.map((account) => ({ group: 0, keys: [`staff:staff-${account}`] }));
const countersign: CommandWithoutTask = {
  action: 'startCountersign',
  reason: '请会签',
  seats: seats('xujun', 'zhuhong'),
  sequence: 'any',
  rule: { kind: 'all' },
  goes: 'back',
  limit: { amount: 1, unit: 2 },
};
const answer = (passes: boolean): CommandWithoutTask => ({
  action: 'answerCountersign',
  passes,
  opinion: passes ? '' : '材料不全',
});
const signers = (account: string): CommandWithoutTask => ({
  action: 'addSigners',
  place: 'before',
  seats: seats(account),
  sequence: 'any',
  opinion: '请先看',
});
const delegate = (account: string): CommandWithoutTask => ({
  action: 'delegate',
  key: `staff:staff-${account}`,
  returns: false,
  opinion: '请代办',
});
const terminate: CommandWithoutTask = { action: 'terminate', buttonId: 'terminate', opinion: '来信人撤回' };
const returnToReceive: CommandWithoutTask = {
  action: 'return',
  buttonId: 'return',
  opinion: '请补充',
  targetNodeIds: ['receive'],
  way: 'replay',
};
const reassign: CommandWithoutTask = { action: 'reassign', key: 'staff:staff-sunlei', reason: '调整分工' };
const urge = (by: string): CommandWithoutTask => ({
  action: 'urge',
  receivers: ['position:petition-examiner'],
  title: '请尽快办理',
  text: '请尽快办理',
  reason: by,
  channels: ['20'],
});
const copy = (account: string): CommandWithoutTask => ({
  action: 'copy',
  keys: [`staff:staff-${account}`],
  note: '',
});

interface Race {
  name: string;
  before: readonly Step[];
  one: Step;
  other: Step;
  /** Possible results of both actions: refusals, or null if it was done. */
  possibleResults: readonly [string | null, string | null][];
  checkState?(state: OrderState): void;
}

const countersigned: readonly Step[] = [['zhaomin', countersign]];
const oneAnswerMissing: readonly Step[] = [...countersigned, ['xujun', answer(true)]];
const eitherFirst = (...refusals: readonly string[]): [string | null, string | null][] =>
  refusals.flatMap((refused): [string | null, string | null][] => [
    [null, refused],
    [refused, null],
  ]);

const races: readonly Race[] = [
  {
    name: 'the last two countersigners',
    before: countersigned,
    one: ['xujun', answer(true)],
    other: ['zhuhong', answer(false)],
    possibleResults: [[null, null]],
    checkState: ({ panels }) => expect(panels).toMatchObject([{ outcome: 'failed' }]),
  },
  {
    name: 'the first answer and the cancellation',
    before: countersigned,
    one: ['xujun', answer(true)],
    other: ['zhaomin', { action: 'callOffCountersign', panelId: 1, reason: '有误' }],
    possibleResults: eitherFirst('taskAlreadyHandled', 'actionNotAllowed'),
  },
  {
    name: 'the last answer and the addition of a countersigner',
    before: oneAnswerMissing,
    one: ['zhuhong', answer(true)],
    other: ['zhaomin', { action: 'addToCountersign', panelId: 1, seats: seats('gaofeng'), reason: '' }],
    possibleResults: [
      [null, null],
      [null, 'taskAlreadyHandled'],
    ],
    checkState: ({ panels, tasks }) => {
      const wasConsulted = tasks.some(({ candidates }) => candidates.includes('staff:staff-gaofeng'));
      expect(panels[0]?.outcome).toBe(wasConsulted ? null : 'passed');
    },
  },
  {
    name: 'an answer and the removal of its seat',
    before: countersigned,
    one: ['xujun', answer(true)],
    other: ['zhaomin', { action: 'removeSigner', panelId: 1, seat: 0, reason: '' }],
    possibleResults: eitherFirst('taskAlreadyHandled'),
  },
  {
    name: 'two people who start a countersign at one node',
    before: [],
    one: ['zhaomin', countersign],
    other: ['liuyang', { ...countersign, seats: seats('gaofeng') } as CommandWithoutTask],
    possibleResults: eitherFirst('taskHeld'),
    checkState: ({ panels }) => expect(panels).toHaveLength(1),
  },
  {
    name: 'signers before and a delegation of the same task',
    before: [],
    one: ['zhaomin', signers('sunlei')],
    other: ['liuyang', delegate('fangning')],
    possibleResults: eitherFirst('taskHeld', 'taskAlreadyHandled', 'notYourTask'),
  },
  {
    name: 'a countersign and a return of the same task',
    before: [],
    one: ['zhaomin', countersign],
    other: ['liuyang', returnToReceive],
    possibleResults: eitherFirst('taskHeld', 'taskAlreadyHandled'),
  },
  {
    name: 'the last signer and the removal of this signer',
    before: [['zhaomin', signers('sunlei')]],
    one: ['sunlei', { action: 'sign', opinion: '同意' }],
    other: ['zhaomin', { action: 'removeSigner', panelId: 1, seat: 0, reason: '' }],
    possibleResults: eitherFirst('taskAlreadyHandled'),
    checkState: (state) => {
      const [open] = openTasks(state);
      expect(open && isActionable(state, open)).toBe(true);
    },
  },
  {
    name: 'reassigning a task and ending the order with it',
    before: [],
    one: ['shenjie', reassign],
    other: ['zhaomin', terminate],
    possibleResults: eitherFirst('taskAlreadyHandled', 'notYourTask', 'orderEnded'),
  },
  {
    name: 'two urges',
    before: [],
    one: ['wujianguo', urge('领导')],
    other: ['zhangwei', urge('来信人询问')],
    possibleResults: eitherFirst('urgedTooSoon'),
  },
  {
    name: 'two copies to the same person',
    before: [],
    one: ['zhaomin', copy('wujianguo')],
    other: ['liuyang', copy('wujianguo')],
    possibleResults: eitherFirst('badInput'),
    checkState: ({ copies }) => expect(copies).toHaveLength(1),
  },
  {
    name: 'the withdrawal of a step and an action at the next node',
    before: [],
    one: ['liuyang', { action: 'withdraw', reason: '有误' }],
    other: ['zhaomin', delegate('fangning')],
    possibleResults: [
      ...eitherFirst('taskAlreadyHandled', 'withdrawNotAllowed'),
      // The person who takes over the task has not worked on it since the withdrawal.
      [null, null],
    ],
  },
];

async function atExamination(): Promise<StartedOrder> {
  const order = await start();
  await desk.press('liuyang', order, 'receive', 'receive');
  clock.forward(60_000);
  return order;
}

/**
 * Returns the action as a command on the person's open task; for a withdraw, on the last one that the person
 * finished.
 */
async function commandOf(order: StartedOrder, [account, act]: Step): Promise<[string, Command]> {
  const { keys, staffId } = await getActor(context, account);
  const state = await stateOf(order);
  const open = openTasks(state);
  const own = open.find(
    (task) => isActionable(state, task) && task.candidates.some((key) => keys.includes(key)),
  );
  const done = state.tasks.findLast(({ finishedBy }) => finishedBy?.staffId === staffId);
  const taskId = (act.action === 'withdraw' ? done : (own ?? open[0]))?.id ?? 0;
  return [account, { ...act, taskId } as Command];
}

test.each(races)('$name', async ({ before, one, other, possibleResults, checkState }) => {
  for (let round = 0; round < rounds; round += 1) {
    const order = await atExamination();
    for (const step of before) {
      const [account, command] = await commandOf(order, step);
      expect(await perform(account, order, command)).toBeNull();
    }
    const both = [await commandOf(order, one), await commandOf(order, other)] as const;
    const results = await Promise.all(
      // Neither is always sent first.
      (round % 2 === 0 ? both : both.toReversed()).map(([account, command]) =>
        perform(account, order, command),
      ),
    );
    const inOrder = round % 2 === 0 ? results : results.toReversed();
    expect(possibleResults).toContainEqual(inOrder);
    checkState?.(await stateOf(order));
  }
});

test('a countersign is decided once when the last answer and the expiry are concurrent', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const order = await atExamination();
    for (const step of oneAnswerMissing) {
      const [account, command] = await commandOf(order, step);
      expect(await perform(account, order, command)).toBeNull();
    }
    const [account, command] = await commandOf(order, ['zhuhong', answer(true)]);
    clock.forward(49 * hour);
    const [refusal] = await Promise.all([perform(account, order, command), expirePanels(context)]);
    expect([null, 'taskAlreadyHandled']).toContain(refusal);
    // The second caller left the rest to the next run of the system.
    await expirePanels(context);
    const { panels, tasks } = await stateOf(order);
    expect(panels[0]?.outcome).toBe(refusal === null ? 'passed' : 'failed');
    expect(tasks.filter(({ panelId, outcome }) => panelId === 1 && outcome === null)).toEqual([]);
  }
});
