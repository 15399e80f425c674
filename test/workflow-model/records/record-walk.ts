import { type Actor, Permission, systemActor } from '#domain/access/actor.ts';
import { CorrectionExpiry } from '#domain/enumerations/correction.ts';
import { AmountType, FeeKind } from '#domain/enumerations/payment.ts';
import { ProcessResult } from '#domain/enumerations/process-result.ts';
import type { FeeItem } from '#domain/payments/fee-items.ts';
import { OutputWay } from '#domain/records/output-way.ts';
import { RareExpiry } from '#domain/records/rare-settings.ts';
import type { RecordContext } from '#domain/records/record-rules.ts';
import { defaultRecordSettings, type RecordSettings } from '#domain/records/record-settings.ts';
import { recordRules } from '#domain/records/registry.ts';
import type { SideRecord } from '#domain/records/side-record.ts';
import { SpecialClock } from '#domain/records/special-settings.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { ChangeRecordCommand } from '#domain/workflow/actions/change-record.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { createConditionEvaluator } from '#domain/workflow/conditions/condition.ts';
import { decide } from '#domain/workflow/decide.ts';
import type {
  OrderState,
  ProcessDefinition,
  StepLimit,
  WorkflowEvent,
} from '#domain/workflow/model/model.ts';
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { recordOffersFor } from '#domain/workflow/record-offers.ts';
import { apply, fold } from '#domain/workflow/state/apply.ts';
import { definitionOf, factsOf as formFactsOf } from '../build-plan.ts';
import { contextOf, createAddresseeLookup } from '../people.ts';
import { type Proposal, proposeCommand, type World } from '../propose.ts';
import { createRandom, type Random } from '../random.ts';
import { drawNet } from '../random-net.ts';
import { officeOf } from '../random-people.ts';
import { drawInput, isModelled, specialTypes, walkedFee } from './record-inputs.ts';
import { brokenRecordRules, holidays } from './record-invariants.ts';

export interface RecordExploration {
  orders: number;
  steps: number;
  /** How often each command was done: `correction.ask`, or an action of the workflow. */
  done: Record<string, number>;
  refused: number;
  /** How often an open letter of supervision refused the end of an order, by action. */
  held: Record<string, number>;
  failures: string[];
}

const maxSteps = 40;
const evaluateCondition = createConditionEvaluator();

/** Walks orders on random nets whose people also give commands to side records, and checks every rule after each. */
export function exploreRecords(seed: number, orders: number, { maxFailures = 1 } = {}): RecordExploration {
  const found: RecordExploration = { orders: 0, steps: 0, done: {}, refused: 0, held: {}, failures: [] };
  for (let number = seed; found.orders < orders && found.failures.length < maxFailures; number += 1) {
    const random = createRandom(number);
    const plan = drawNet(random, `net ${number}`, { nodesLeft: 2 + random.below(8), isManual: false });
    const definition = withLimits(definitionOf(plan), random);
    if (lintDefinition(definition).length > 0) continue;
    found.orders += 1;
    const people = [...officeOf(plan).values(), ...otherPeople];
    const initiator = people.find(({ staffId }) => staffId === 'initiator');
    if (!initiator) throw new Error('The office has no initiator');
    const world = { definition, initiator, people, context: { facts: formFactsOf(plan), evaluateCondition } };
    const failure = walk(world, random, found);
    if (failure) found.failures.push(`seed ${number}: ${failure}`);
  }
  return found;
}

function person(staffId: string, ...permissions: Permission[]): Actor {
  return {
    ...{ staffId, account: staffId, name: staffId, orgId: 'office', orgName: '县信访局', areaCode: '430121' },
    roles: [staffId],
    permissions: new Set(permissions),
    keys: [`staff:${staffId}`],
  };
}

/** People beside the handlers of the nets. */
const otherPeople = [
  person('leader', Permission.handle, Permission.approve, Permission.urge),
  person('other-leader', Permission.handle, Permission.approve, Permission.urge),
  person('supervisor', Permission.supervise, Permission.urge),
  person('other-supervisor', Permission.supervise),
  person('registrar', Permission.initiate),
  person('administrator', Permission.administer),
];

/** Gives the order and some of its tasks a limit, and some buttons the result 不予受理. */
function withLimits(definition: ProcessDefinition, random: Random): ProcessDefinition {
  const limit = (): StepLimit => ({
    amount: 1 + random.below(12),
    unit: random.chance(0.7) ? 'workingDay' : 'calendarDay',
  });
  const nodes = Object.entries(definition.nodes).map(([id, node]) => {
    if (node.kind !== 'userTask') return [id, node];
    // Where an application can be turned down, the answer to a correction may be unqualified.
    const buttons = node.buttons.map((button) =>
      button.opType === 1 && random.chance(0.2)
        ? { ...button, resultCode: ProcessResult.notAccepted }
        : button,
    );
    return [id, { ...node, buttons, ...(random.chance(0.5) && { limit: limit() }) }];
  });
  return { ...definition, nodes: Object.fromEntries(nodes), limit: limit() };
}

const fee: FeeItem = {
  ...walkedFee,
  ...{
    name: '工本费',
    kind: FeeKind.nonTax,
    amountType: AmountType.fixed,
    min: 0,
    max: 0,
    unit: '份',
    basis: '',
  },
};

function drawSettings(random: Random): RecordSettings {
  const { correction, rare, payment } = defaultRecordSettings;
  return {
    ...defaultRecordSettings,
    extension: { times: random.below(3), maxDays: 8 },
    suspension: { enabled: random.chance(0.9) },
    correction: {
      ...correction,
      enabled: random.chance(0.9),
      onceOnly: random.chance(0.2),
      expiry: random.pick(Object.values(CorrectionExpiry)) ?? correction.expiry,
      silenceDays: random.chance(0.2) ? 5 : 0,
    },
    rare: {
      ...rare,
      enabled: random.chance(0.9),
      expiry: random.pick(Object.values(RareExpiry)) ?? rare.expiry,
    },
    special: {
      clocks: Object.fromEntries(
        specialTypes.map((type) => [type, random.pick(Object.values(SpecialClock)) ?? SpecialClock.stops]),
      ),
    },
    payment: { ...payment, items: random.chance(0.9) ? [fee] : [] },
    express: { toApplicant: random.chance(0.9), fromApplicant: random.chance(0.9) },
    output: { ways: random.some(Object.values(OutputWay)), names: [] },
    merge: { enabled: random.chance(0.9) },
  };
}

interface Position {
  state: OrderState;
  world: World;
  records: RecordContext;
  now: Date;
  random: Random;
}

function walk(world: World, random: Random, found: RecordExploration): string | null {
  const records = { settings: drawSettings(random), holidays };
  let now = new Date('2026-03-02T01:00:00Z');
  const startedAt = now.toISOString();
  const decideNow = (before: OrderState | null, { actor, command }: Proposal) =>
    decide(
      before,
      command,
      contextOf(world.definition, actor, {
        ...world.context,
        now,
        records,
        addressee: createAddresseeLookup(() => true),
      }),
    );
  const start = decideNow(null, { actor: world.initiator, command: { action: 'start' } });
  if (isRefusal(start)) return null;
  const events: WorkflowEvent[] = [...start];
  const story: string[] = [];
  let state = start.reduce<OrderState | null>(apply, null);
  for (let step = 0; step < maxSteps && state !== null; step += 1) {
    now = new Date(now.getTime() + elapsed(random));
    const proposal = propose({ state, world, records, now, random });
    found.steps += 1;
    const answer = decideNow(state, proposal);
    const name = nameOf(proposal.command);
    story.push(`${now.toISOString()} ${proposal.actor.staffId}: ${JSON.stringify(proposal.command)}`);
    if (isRefusal(answer)) {
      found.refused += 1;
      const isHeld = answer.refused === 'recordOpen' && /督办/.test(answer.message ?? '');
      if (isHeld) found.held[name] = (found.held[name] ?? 0) + 1;
      continue;
    }
    found.done[name] = (found.done[name] ?? 0) + 1;
    const before: OrderState = state;
    events.push(...answer);
    state = answer.reduce<OrderState | null>(apply, state);
    if (state === null) break;
    const { definition } = world;
    const broken = brokenRecordRules({ before, after: state, definition, now: now.toISOString(), startedAt });
    // The job may run twice: the second run of the same command changes nothing.
    if (isGivenByTheJob(before, proposal) && !isRefusal(decideNow(state, proposal)))
      broken.push('a command of the portal is done only once');
    if (broken.length > 0) return [...broken, 'after', ...story].join('\n  ');
    if (state.ended !== null && random.chance(0.5)) break;
  }
  const isFolded = JSON.stringify(fold(events)) === JSON.stringify(state);
  return isFolded ? null : ['the events fold to the state', 'after', ...story].join('\n  ');
}

/** Minutes to days; often beyond the end of a day, sometimes exactly to midnight in China. */
function elapsed(random: Random): number {
  const minutes = random.chance(0.5) ? random.below(600) : random.below(6 * 1440);
  return (1 + minutes) * 60_000;
}

/** Checks whether the job for what is due gives this command; news of a carrier or a bank may come twice. */
function isGivenByTheJob({ records = [] }: OrderState, { actor, command }: Proposal): boolean {
  if (actor !== systemActor || command.action !== 'changeRecord') return false;
  const due = command.recordId === null ? undefined : records[command.recordId - 1]?.due;
  return command.command === 'deem' || due?.command === command.command;
}

function nameOf(command: Command): string {
  return command.action === 'changeRecord' ? `${command.kind}.${command.command}` : command.action;
}

function propose(position: Position): Proposal {
  const { state, world, records, random, now } = position;
  const due = (state.records ?? []).filter((record) => record.due !== null);
  const dueNow = due.filter((record) => record.due !== null && record.due.at < now.toISOString());
  if (dueNow.length > 0 && random.chance(0.6)) return byTheJob(dueNow, position);
  if (due.length > 0 && random.chance(0.05)) return byTheJob(due, position);
  if (random.chance(0.12)) {
    const proposal = byThePortal(position);
    if (proposal) return proposal;
  }
  const { silenceDays } = records.settings.correction;
  if (random.chance(silenceDays > 0 ? 0.2 : 0.01)) return silence(position);
  if (random.chance(0.6)) return recordProposal(position) ?? proposeCommand(state, world, random);
  return proposeCommand(state, world, random);
}

type GivenCommand = Omit<ChangeRecordCommand, 'action' | 'input'>;

function proposalOf(actor: Actor, given: GivenCommand, { state, now, random }: Position): Proposal {
  const record = given.recordId === null ? undefined : state.records?.[given.recordId - 1];
  const input = drawInput(given.kind, given.command, { state, record, now, random });
  return { actor, command: { action: 'changeRecord', ...given, input } };
}

/** Gives the command of the portal that is due; the job may also be early, by a clock that was set back. */
function byTheJob(records: NonNullable<OrderState['records']>, position: Position): Proposal {
  const record = position.random.pick(records);
  if (!record?.due) throw new Error('No record is due');
  const { kind, id: recordId, due } = record;
  return proposalOf(systemActor, { kind, command: due.command, recordId, atTaskId: null }, position);
}

/** Checks whether the ledger can report this: what was paid, refunded or revoked is never unpaid again. */
function isNewsOf({ state }: Pick<SideRecord, 'state'>, command: string): boolean {
  const isUnpaid = ['unpaid', 'paying'].includes(state);
  if (['reportUnpaid', 'reportPaying'].includes(command)) return isUnpaid;
  return !['reportRefunding', 'reportRefunded'].includes(command) || !isUnpaid;
}

/** Gives a command by which the portal reports news: of a carrier, a bank, or the main order of a merge. */
function byThePortal(position: Position): Proposal | undefined {
  const { state, random } = position;
  if (random.chance(0.2))
    return proposalOf(
      systemActor,
      { kind: 'merge', command: 'lead', recordId: null, atTaskId: null },
      position,
    );
  const records = state.records ?? [];
  // What can be paid soon has news.
  const payable = records.filter(({ state: one }) => one === 'unpaid' || one === 'paying');
  const record = random.pick(payable.length > 0 && random.chance(0.7) ? payable : records);
  const rules = record && recordRules[record.kind];
  const commands = Object.entries(rules?.commands ?? {}).filter(
    ([name, { by, from }]) =>
      by.includes('system') && record !== undefined && from.includes(record.state) && isNewsOf(record, name),
  );
  // Codes open and end more often than anything else happens to them.
  const ofCodes = commands.filter(([name]) => name === 'reportUnpaid' || name === 'reportPaying');
  const [command] = random.pick(ofCodes.length > 0 && random.chance(0.6) ? ofCodes : commands) ?? [];
  return record && command !== undefined
    ? proposalOf(systemActor, { kind: record.kind, command, recordId: record.id, atTaskId: null }, position)
    : undefined;
}

function silence(position: Position): Proposal {
  const atTaskId = position.state.tasks.findLast(({ outcome }) => outcome === null)?.id ?? null;
  const given: GivenCommand = { kind: 'correction', command: 'deem', recordId: null, atTaskId };
  return proposalOf(systemActor, given, position);
}

const answersOfCorrection: readonly string[] = ['submit', 'accept', 'again', 'decline'].map(
  (command) => `correction.${command}`,
);

/** Draws a command that a person is offered, or any command of any record. */
function recordProposal(position: Position): Proposal | undefined {
  const { state, world, records, now, random } = position;
  if (random.chance(0.1)) return arbitraryProposal(position);
  const choices = world.people.flatMap((actor) =>
    recordOffersFor(state, world.definition, actor, records, now)
      .filter(({ kind, whyNot }) => isModelled(kind) && whyNot === '')
      .map((offer) => ({ actor, offer })),
  );
  // Each kind and each of its commands with equal chances: many people may give the same one.
  const nameOfOffer = ({ offer }: Pick<(typeof choices)[number], 'offer'>) =>
    `${offer.kind}.${offer.command}`;
  const ofOpenRecords = choices.filter(({ offer }) => offer.recordId !== null);
  // The answer to a correction and its review come after two other commands, and would be rare.
  const answers = choices.filter(({ offer }) => answersOfCorrection.includes(nameOfOffer({ offer })));
  const preferred =
    answers.length > 0 && random.chance(0.6)
      ? answers
      : ofOpenRecords.length > 0 && random.chance(0.7)
        ? ofOpenRecords
        : choices;
  const kindOfOffer = random.pick([...new Set(preferred.map(({ offer }) => offer.kind))]);
  const ofKind = preferred.filter(({ offer }) => offer.kind === kindOfOffer);
  const name = random.pick([...new Set(ofKind.map(nameOfOffer))]);
  const choice = random.pick(ofKind.filter((each) => nameOfOffer(each) === name));
  if (!choice) return undefined;
  const { kind, command, recordId, atTaskId } = choice.offer;
  return proposalOf(choice.actor, { kind, command, recordId, atTaskId }, position);
}

/** Returns a command that may be forbidden: of any person, on any record, at any task. */
function arbitraryProposal(position: Position): Proposal | undefined {
  const { state, world, random } = position;
  const rules = random.pick(Object.values(recordRules).filter((each) => each && isModelled(each.kind)));
  const actor = random.pick([...world.people, systemActor]);
  const command = rules && random.pick(Object.keys(rules.commands));
  if (!rules || !actor || !command) return undefined;
  const record = random.pick(state.records ?? []);
  if (actor === systemActor && record && !isNewsOf(record, command)) return undefined;
  return proposalOf(
    actor,
    {
      kind: rules.kind,
      command,
      recordId: random.chance(0.3) ? null : (record?.id ?? null),
      atTaskId: random.chance(0.3) ? null : (random.pick(state.tasks)?.id ?? null),
    },
    position,
  );
}
