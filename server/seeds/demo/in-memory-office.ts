import { type Actor, can, Permission, systemActor } from '#domain/access/actor.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { DayUnit } from '#domain/enumerations/day-unit.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { RefundReason } from '#domain/enumerations/payment.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { conditionValues } from '#domain/forms/condition-values.ts';
import { mergeSubmission } from '#domain/forms/merge.ts';
import { validateForm } from '#domain/forms/validate.ts';
import type { Paper } from '#domain/materials/materials.ts';
import { MergedLimit } from '#domain/records/merge.ts';
import { paymentReports } from '#domain/records/payment.ts';
import type { RecordSettings } from '#domain/records/record-settings.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { ChangeRecordCommand } from '#domain/workflow/actions/change-record.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { decide } from '#domain/workflow/decide.ts';
import type {
  Addressee,
  FieldAuthorityByForm,
  OrderState,
  ProcessDefinition,
} from '#domain/workflow/model/model.ts';
import { applyAll } from '#domain/workflow/state/apply.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import { readRecordSettings } from '#server/modules/design/items/service.ts';
import { evaluateCondition } from '#server/modules/design/processes/service.ts';
import type {
  AskEntry,
  DatedAction,
  EndEntry,
  FormEntry,
  OfficeActions,
  StartEntry,
} from './office-actions.ts';

/** An order without a database, created only by the workflow rules and the forms. */
export interface InMemoryOrder {
  definition: ProcessDefinition;
  form: CompiledForm;
  state: OrderState | null;
  content: Record<string, unknown>;
}

export interface InMemoryInputs {
  definitions: Readonly<Record<string, ProcessDefinition>>;
  forms: Readonly<Record<string, CompiledForm>>;
  actors: ReadonlyMap<string, Actor>;
  holidays: HolidayTable;
  /** Settings of the item with side records. */
  recordSettings: Partial<RecordSettings>;
}

type WithoutTaskId<C extends Command = Command> = C extends { taskId: number } ? Omit<C, 'taskId'> : never;

/**
 * Performs the stories with the workflow rules alone: a plan that the rules refuse fails here, long before it
 * reaches a database.
 */
export function createInMemoryOffice(
  inputs: InMemoryInputs,
): OfficeActions<InMemoryOrder> & { orders: InMemoryOrder[] } {
  const orders: InMemoryOrder[] = [];

  function actorOf({ person }: DatedAction): Actor {
    const actor = inputs.actors.get(person);
    if (!actor) throw new Error(`There is no person with the account ${person}`);
    return actor;
  }

  function addressee(key: string): Addressee | undefined {
    const matching = [...inputs.actors.values()].filter(({ keys }) => keys.includes(key));
    const handlers = matching.filter((actor) => can(actor, Permission.handle));
    if (matching.length === 0) return undefined;
    return {
      name: key,
      availability: handlers.length > 0 ? 'able' : 'unable',
      mayResubmit: matching.some(
        (actor) => can(actor, Permission.initiate) || can(actor, Permission.administer),
      ),
      soleStaffId: handlers.length === 1 ? (handlers[0]?.staffId ?? null) : null,
      ableStaffIds: handlers.map(({ staffId }) => staffId),
      orgId: key.startsWith('staff:') ? (matching[0]?.orgId ?? null) : null,
      keys: key.startsWith('staff:') ? (handlers[0]?.keys ?? []) : [],
    };
  }

  function applyCommand(
    step: DatedAction,
    order: InMemoryOrder,
    input: Command,
    actor = actorOf(step),
  ): void {
    const events = decide(order.state, input, {
      definition: order.definition,
      actor,
      now: step.at,
      facts: { [order.form.code]: conditionValues(order.form, order.content), order: {} },
      evaluateCondition,
      addressee,
      records: {
        settings: readRecordSettings(inputs.recordSettings),
        holidays: inputs.holidays,
      },
    });
    if (isRefusal(events)) {
      const problems = 'problems' in events ? events.problems : undefined;
      fail(step, input.action, events.message ?? JSON.stringify(problems ?? events.refused));
    }
    order.state = applyAll(order.state, events);
  }

  function fillIn(
    step: DatedAction,
    order: InMemoryOrder,
    authority: FieldAuthorityByForm,
    entry?: FormEntry,
  ): void {
    const formAuthority = authority[order.form.code] ?? {};
    const input = { ...entry?.content, ...storedFilesOf(entry?.files) };
    const merged = mergeSubmission(order.form, order.content, input, formAuthority);
    const problems = [
      ...merged.problems,
      ...validateForm(order.form, merged.values, formAuthority, { now: step.at }),
    ];
    // Values that the node does not allow would be lost silently; the plan must not contain such values.
    const lostFields = Object.entries(input)
      .filter(([id, value]) => !isEmptyValue(value) && merged.values[id] === undefined)
      .map(([id]) => id);
    if (problems.length + lostFields.length > 0) fail(step, 'form', JSON.stringify({ problems, lostFields }));
    order.content = merged.values;
  }

  function findTask(step: DatedAction, order: InMemoryOrder, nodeId: string) {
    const { keys } = actorOf(step);
    const tasksAtNode = order.state ? openTasks(order.state).filter((open) => open.nodeId === nodeId) : [];
    // Each person who is asked has a separate task; for people without one, the rules refuse the action.
    const task =
      tasksAtNode.find(({ candidates }) => candidates.some((key) => keys.includes(key))) ?? tasksAtNode[0];
    const node = order.definition.nodes[nodeId];
    if (!task || (node?.kind !== 'userTask' && node?.kind !== 'start')) {
      return fail(step, nodeId, `no open task at ${nodeId}`);
    }
    return { task, node };
  }

  function applyTaskCommand(
    step: DatedAction,
    order: InMemoryOrder,
    nodeId: string,
    input: WithoutTaskId,
  ): void {
    const { task } = findTask(step, order, nodeId);
    applyCommand(step, order, { ...input, taskId: task.id } as Command);
  }

  function createEndAction(action: 'terminate' | 'void') {
    return async (step: DatedAction, order: InMemoryOrder, { nodeId, buttonId, opinion }: EndEntry) =>
      applyTaskCommand(step, order, nodeId, { action, buttonId, opinion });
  }

  function createOrder(step: DatedAction, entry: StartEntry): InMemoryOrder {
    const definition = inputs.definitions[entry.taskCode];
    const form = inputs.forms[entry.form.formCode];
    if (!definition || !form) return fail(step, 'start', `nothing to start for ${entry.taskCode}`);
    const order: InMemoryOrder = { definition, form, state: null, content: {} };
    fillIn(step, order, startAuthority(definition), entry.form);
    return order;
  }

  return {
    orders,
    async saveDraft(step, entry) {
      createOrder(step, entry);
    },
    async start(step, entry) {
      const order = createOrder(step, entry);
      applyCommand(step, order, { action: 'start' });
      orders.push(order);
      return order;
    },
    async handle(step, order, { nodeId, buttonId, opinion, form, nextHandlers, branchNodeIds }) {
      const { node } = findTask(step, order, nodeId);
      fillIn(step, order, node.fieldAuthority, form);
      const code =
        node.kind === 'userTask' ? node.buttons.find(({ id }) => id === buttonId)?.code : undefined;
      const action = code === '12' ? 'chooseBranch' : code === '9' ? 'forward' : 'handle';
      applyTaskCommand(step, order, nodeId, { action, buttonId, opinion, nextHandlers, branchNodeIds });
    },
    async return(step, order, { nodeId, ...entry }) {
      applyTaskCommand(step, order, nodeId, { action: 'return', ...entry });
    },
    async resubmit(step, order, { opinion, form }) {
      fillIn(step, order, startAuthority(order.definition), form);
      applyTaskCommand(step, order, order.definition.startId, { action: 'resubmit', opinion });
    },
    async withdraw(step, order, { nodeId, reason }) {
      const task = order.state?.tasks.findLast(
        (done) => done.nodeId === nodeId && done.outcome === 'handled',
      );
      if (!task) return fail(step, 'withdraw', `nothing handled at ${nodeId}`);
      applyCommand(step, order, { action: 'withdraw', taskId: task.id, reason });
    },
    async recall(step, order, { reason }) {
      applyCommand(step, order, { action: 'recall', reason });
    },
    terminate: createEndAction('terminate'),
    void: createEndAction('void'),
    async ask(step, order, entry) {
      applyTaskCommand(step, order, entry.nodeId, consultationCommand(entry));
    },
    async answer(step, order, { nodeId, passes, opinion }) {
      const input = { opinion } as const;
      applyTaskCommand(
        step,
        order,
        nodeId,
        passes === undefined
          ? { action: 'sign', ...input }
          : { action: 'answerCountersign', passes, ...input },
      );
    },
    async copy(step, order, { nodeId, keys, note }) {
      applyTaskCommand(step, order, nodeId, { action: 'copy', keys, note });
    },
    async readCopy(step, order, { note }) {
      if (note !== '') applyCommand(step, order, { action: 'leaveNote', note });
    },
    async urge(step, order, { receivers, title, text, reason }) {
      const channels = [MessageChannel.inPortal];
      applyCommand(step, order, { action: 'urge', receivers, title, text, reason, channels });
    },
    ...createRecordActions({ applyCommand, findTask }),
  };
}

interface CommandsInMemory {
  applyCommand(step: DatedAction, order: InMemoryOrder, input: Command, actor?: Actor): void;
  findTask(step: DatedAction, order: InMemoryOrder, nodeId: string): { task: { id: number } };
}

/** Connects the actions on side records with the workflow rules; of the ledger of payments only the reports are known. */
function createRecordActions({
  applyCommand,
  findTask,
}: CommandsInMemory): Pick<
  OfficeActions<InMemoryOrder>,
  'record' | 'pay' | 'refund' | 'merge' | 'importPeople'
> {
  function changeRecord(
    step: DatedAction,
    order: InMemoryOrder,
    given: Omit<ChangeRecordCommand, 'action' | 'atTaskId'> & { atTaskId?: number | null },
    actor?: Actor,
  ): void {
    applyCommand(step, order, { action: 'changeRecord', atTaskId: null, ...given }, actor);
  }

  return {
    async record(step, order, { kind, nodeId, command, record = 1, input, files = [], attachments = [] }) {
      const isNew = record === 'new';
      const atTaskId = isNew ? findTask(step, order, nodeId).task.id : null;
      changeRecord(step, order, {
        ...{ kind, command, recordId: isNew ? null : record, atTaskId },
        input: {
          ...input,
          ...(files.length > 0 && { files: files.map((name) => [`file-${name}`]) }),
          ...(attachments.length > 0 && { fileIds: attachments.map((name) => `file-${name}`) }),
          ...factsOf(kind, input),
        },
      });
    },
    async pay(step, order, { record }) {
      const report = { kind: RecordKind.payment, command: paymentReports.paid, recordId: record } as const;
      changeRecord(step, order, { ...report, input: { paidAt: step.at.toISOString() } }, systemActor);
    },
    async refund(step, order, { record, note }) {
      const input = { amount: 1, reason: RefundReason.business, note, counts: true };
      changeRecord(step, order, { kind: RecordKind.payment, command: 'refund', recordId: record, input });
    },
    async merge(step, order, { into, reason }, main) {
      if (main.state?.ended) fail(step, 'merge', `${into} has ended`);
      const input = { mainId: into, mainCode: into, reason, limit: MergedLimit.earliest };
      changeRecord(step, order, { kind: RecordKind.merge, command: 'merge', recordId: null, input });
    },
    async importPeople(step, _order, { people }) {
      if (people.every(({ isRepresentative }) => !isRepresentative))
        fail(step, 'people', 'no representative');
    },
  };
}

/** Returns the facts that the services add to the input of a command. */
function factsOf(kind: RecordKind, input: Readonly<Record<string, unknown>>): object {
  if (kind === RecordKind.payment) return { number: '33012720260100000001' };
  if (kind === RecordKind.express)
    return {
      ...{ itemId: 'item', isNumberTaken: false, outputId: input.outputId ?? null },
      party: { name: '方建军', phone: '15405720001', address: '淳安县千岛湖镇新安大街 1 号' },
    };
  if (kind !== RecordKind.rareSupplement) return {};
  const papers = ((input.paperIds as string[] | undefined) ?? []).map((id): Paper => {
    const [form = 'copy', name = ''] = id.split(':');
    return { name, form: form as Paper['form'], copies: 1, required: true, note: '', rare: true };
  });
  return { facts: { papers, outstanding: [] } };
}

function consultationCommand(entry: AskEntry): WithoutTaskId {
  const { opinion } = entry;
  if (entry.asks === 'delegate') {
    return { action: 'delegate', key: entry.key, returns: entry.returns, opinion };
  }
  if (entry.asks === 'signers') {
    const seats = entry.keys.map((key, group) => ({ group, keys: [key] }));
    return { action: 'addSigners', place: entry.place, seats, sequence: 'any', opinion };
  }
  const seats = Object.entries(entry.groups).flatMap(([groupName, keys], group) =>
    keys.map((key) => ({ group, groupName, keys: [key] })),
  );
  return {
    action: 'startCountersign',
    reason: opinion,
    seats,
    sequence: entry.sequence,
    rule: { kind: 'all' },
    goes: 'back',
    limit: { amount: entry.limitDays, unit: DayUnit.workingDays },
  };
}

function startAuthority(definition: ProcessDefinition): FieldAuthorityByForm {
  const node = definition.nodes[definition.startId];
  return node?.kind === 'start' ? node.fieldAuthority : {};
}

function isEmptyValue(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function storedFilesOf(files: FormEntry['files'] = {}): Record<string, unknown> {
  const entries = Object.entries(files).map(([field, names]) => [
    field,
    names.map((name) => ({ id: `file-${name}`, name, size: 1000 })),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function fail(step: DatedAction, subject: string, reason: string): never {
  throw new Error(`${step.key} ${step.person} ${step.at.toISOString()} ${subject}: ${reason}`);
}
