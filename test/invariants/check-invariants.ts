import { startClock } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import { type HolidayTable, holidayTableOf } from '#domain/calendar/holiday-table.ts';
import type { SideRecord } from '#domain/records/side-record.ts';
import type { OrderState, ProcessDefinition, WorkflowEvent } from '#domain/workflow/model/model.ts';
import type { Panel } from '#domain/workflow/model/panel.ts';
import { fold } from '#domain/workflow/state/apply.ts';
import { resultOf } from '#domain/workflow/state/effects.ts';
import { isActionable, panelsWithLimit } from '#domain/workflow/state/panels.ts';
import { areTasksHidden } from '#domain/workflow/state/records.ts';
import { rollbackStatusOf, statusOf } from '#domain/workflow/state/status.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import type { Signer } from '#server/modules/access/audit/chain.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { ledgerOf } from '#server/modules/cases/decisions/service.ts';
import { listHolidays } from '#server/modules/organisation/holidays/queries.ts';
import { brokenInvariants } from '#test/workflow-model/invariants.ts';
import { officeCrypto } from '../world/office.ts';
import { type OrderRows, readOrders } from './orders.ts';
import { sqlInvariants } from './sql-invariants.ts';

/**
 * Lists rows that a test has changed by SQL to set up its office: they have no audit record, and are no error
 * of the portal.
 */
async function listRowsChangedByTests(db: Db): Promise<ReadonlySet<string>> {
  const changes = await db.selectFrom('record_changes').select(['table_name', 'row_key']).execute();
  return new Set(changes.map(({ table_name, row_key }) => `${table_name}:${row_key}`));
}

/**
 * Returns everything in the database that breaks an invariant of the workflow, one line each; empty if all
 * hold. It runs after every story, race, model run and fault test. `upgraded` says that an earlier version
 * may have opened tasks, which restarted the time limit of a step at each return.
 */
export async function checkInvariants(
  db: Db,
  crypto: Signer = officeCrypto,
  { upgraded = false } = {},
): Promise<string[]> {
  const broken: string[] = [];
  for (const { rule, broken: query } of sqlInvariants) {
    const { rows } = await query.execute(db);
    broken.push(...rows.map((row) => `${rule}: ${row.broken}`));
  }
  const audit = await verifyAudit(db, crypto);
  const changedByTests = await listRowsChangedByTests(db);
  const findings = audit.findings.filter(
    ({ coveredObject }) => coveredObject === undefined || !changedByTests.has(coveredObject),
  );
  broken.push(...findings.map(({ english }) => `the audit chain verifies: ${english}`));

  const definitions = new Map(
    (await db.selectFrom('process_definitions').select(['id', 'definition']).execute()).map(
      ({ id, definition }) => [id, definition],
    ),
  );
  const holidays = holidayTableOf(
    (await listHolidays(db)).map(({ day, kind, name }) => ({ date: day, kind, name })),
  );
  for (const order of await readOrders(db)) {
    const definition = definitions.get(order.process_definition_id);
    const found = definition
      ? brokenOrderRules(order, definition, { holidays, upgraded })
      : ['its definition is there'];
    broken.push(...found.map((rule) => `${order.code}: ${rule}`));
  }
  return broken;
}

interface CheckContext {
  holidays: HolidayTable;
  upgraded: boolean;
}

/**
 * Compares the rows of an order with a fold of its events; the columns must be those that the pure core
 * computes.
 */
function brokenOrderRules(order: OrderRows, definition: ProcessDefinition, context: CheckContext): string[] {
  const { holidays } = context;
  const broken: string[] = [];
  const expect = (holds: boolean, rule: string) => {
    if (!holds) broken.push(rule);
  };
  const events = order.actions.flatMap((action) => action.events);
  const state = safeFold(events);
  if (!state) return ['its events can be folded'];

  let version = 0;
  for (const action of order.actions) {
    version += action.events.length;
    expect(action.version === version, `version ${action.version} counts the events to there`);
  }
  expect(canonicalJson(state) === canonicalJson(order.state), 'its events fold to the stored state');
  expect(order.version === state.version, 'the stored version is that of the state');
  broken.push(...brokenInvariants(state, definition, events));
  expect(order.status === statusOf(state, definition), 'its status is what the state gives');
  expect(order.rollback_status === rollbackStatusOf(state, definition), 'its rollback status likewise');
  expect(order.result_code === resultOf(state, definition), 'its result code is the one that counts');
  expect(isSameTime(order.ended_at, state.ended?.at), 'it ended when the state says');
  const waiting = areTasksHidden(state) ? [] : state.tasks.filter((task) => isActionable(state, task));
  const expected = waiting.flatMap(({ id, candidates }) => candidates.map((key) => `${id} ${key}`));
  expect(
    order.inbox.sort().join() === expected.sort().join(),
    'the inbox holds each task that somebody can do once for each of its candidates, and no other',
  );
  const limits = panelsWithLimit(state).map(
    (panel) => `${panel.id} ${dueOfPanel(panel, holidays)?.toISOString()}`,
  );
  expect(
    order.limits.map(({ panelId, dueAt }) => `${panelId} ${dueAt.toISOString()}`).join() === limits.join(),
    'the limits that run are those of its open panels',
  );
  expect(
    order.done.sort().join() === expectedDoneEntries(state).sort().join(),
    'the done list has each person who finished a task of the order, or had it finished, at the last time',
  );
  for (const { number, ended_at } of order.traces) {
    const ends = events.filter(
      (event) => (event.type === 'taskFinished' || event.type === 'taskClosed') && event.taskId === number,
    );
    expect(ends.length === (ended_at ? 1 : 0), `task ${number} is finished by exactly one event`);
  }
  broken.push(...brokenTraces(order, state, definition, context));
  broken.push(...brokenLimit(order, definition, holidays));
  return broken;
}

/**
 * Returns the people who finished something of the order and those for whom they did it, each with the last
 * time.
 */
function expectedDoneEntries({ tasks }: OrderState): string[] {
  const last = new Map<string, string>();
  for (const { outcome, finishedBy, standsFor, finishedAt } of tasks) {
    if (outcome === null || outcome.startsWith('closedBy')) continue;
    for (const person of [finishedBy, standsFor]) {
      const previousTime = person && last.get(person.staffId);
      if (person && finishedAt && (previousTime ?? '') < finishedAt) last.set(person.staffId, finishedAt);
    }
  }
  return [...last].map(([staffId, at]) => `${staffId} ${at}`);
}

function brokenTraces(
  order: OrderRows,
  state: OrderState,
  definition: ProcessDefinition,
  { holidays, upgraded }: CheckContext,
): string[] {
  if (order.traces.length !== state.tasks.length) return ['it has a trace for every task'];
  const runs = limitRunsOf(state);
  const dueOf = (nodeId: string, run: LimitRun, finishedAt: string | null) => {
    const node = definition.nodes[nodeId];
    if (node?.kind !== 'userTask' || !node.limit) return null;
    const own = recordsOfVisits(state, run, finishedAt);
    const spans = [...run.pauses, ...recordPauses(own, finishedAt)];
    // A special procedure whose days are added gives them to its step too.
    const extensions = own.flatMap(({ kind, extension }) =>
      kind === 'special' && extension ? [{ ...extension, reason: '' }] : [],
    );
    const pauses = spans.map(([from, until], index) => ({ key: `${index}`, from, until, reason: '' }));
    const ledger = { ...ledgerOf(node.limit, new Date(run.start)), pauses, extensions };
    return dueDate(ledger, holidays).dueAt;
  };
  // A panel without a time limit has that of the slot that started it, however often that one was
  // transferred.
  const dues: (Date | null)[] = [];
  for (const [index, { nodeId, panelId, openedAt, tokenId, finishedAt }] of state.tasks.entries()) {
    const panel = panelId === null ? undefined : state.panels[panelId - 1];
    const limitOfNode = dueOf(
      nodeId,
      runs[index] ?? { start: openedAt, pauses: [], tokens: [tokenId] },
      finishedAt,
    );
    let requestingTask = panel?.byTaskId ?? null;
    while (requestingTask !== null && requestingTask > index)
      requestingTask = state.tasks[requestingTask - 1]?.replaces ?? null;
    const limitOfRequest = requestingTask === null ? limitOfNode : (dues[requestingTask - 1] ?? null);
    dues.push(panel?.limit ? dueOfPanel(panel, holidays) : limitOfRequest);
  }
  return state.tasks.flatMap((task, index) => {
    const trace = order.traces[index];
    const node = definition.nodes[task.nodeId];
    // Earlier versions restarted a time limit, and gave none to people who were asked without one.
    const dueBefore =
      (task.panelId ?? 0) > 0
        ? null
        : dueOf(task.nodeId, { start: task.openedAt, pauses: [], tokens: [] }, null);
    const isFromEarlierVersion = upgraded && isSameTime(trace?.due_at ?? null, dueBefore);
    const due = isFromEarlierVersion ? dueBefore : (dues[index] ?? null);
    const hasNoHandler = task.outcome === null || task.outcome.startsWith('closedBy');
    const isEqual =
      trace?.number === task.id &&
      trace.node_id === task.nodeId &&
      trace.node_name === node?.name &&
      trace.outcome === task.outcome &&
      trace.handler_id === (hasNoHandler ? null : (task.finishedBy?.staffId ?? null)) &&
      trace.candidates.join() === task.candidates.join() &&
      isSameTime(trace.started_at, task.openedAt) &&
      isSameTime(trace.ended_at, task.finishedAt) &&
      isSameTime(trace.due_at, due);
    return isEqual ? [] : [`trace ${task.id} says what the state says`];
  });
}

interface LimitRun {
  /** Tokens of the visits that the limit covers. */
  tokens: readonly number[];
  start: string;
  pauses: readonly (readonly [from: string, until: string | null])[];
}

/**
 * Returns since when the time limit of each task runs, and when the step waited for others: computed from the
 * first task on.
 */
function limitRunsOf({ tasks }: OrderState): LimitRun[] {
  const atStep = new Map<string, { run: LimitRun; returnedAt: string | undefined }>();
  const runs: LimitRun[] = [];
  for (const { nodeId, kind, origin, openedAt, replaces, outcome, finishedAt, tokenId } of tasks) {
    const step = `${nodeId} ${kind}`;
    const previousVisit = atStep.get(step);
    let run: LimitRun = { start: openedAt, pauses: [], tokens: [] };
    if (replaces !== null && tasks[replaces - 1]?.openedAt === openedAt) run = runs[replaces - 1] ?? run;
    else if (previousVisit && (origin === 'return' || origin === 'withdraw')) run = previousVisit.run;
    else if (previousVisit?.returnedAt)
      run = {
        ...previousVisit.run,
        pauses: [...previousVisit.run.pauses, [previousVisit.returnedAt, openedAt]],
      };
    run = { ...run, tokens: [...run.tokens, tokenId] };
    atStep.set(step, { run, returnedAt: outcome === 'returned' ? (finishedAt ?? undefined) : undefined });
    runs.push(run);
  }
  return runs;
}

/** Returns the side records of these visits and of the whole order that were opened before the task ended. */
function recordsOfVisits(
  { records = [], tasks }: OrderState,
  { tokens }: LimitRun,
  finishedAt: string | null,
): readonly SideRecord[] {
  return records.filter(
    ({ taskId, openedAt }) =>
      openedAt < (finishedAt ?? '9999') &&
      (taskId === null || tokens.includes(tasks[taskId - 1]?.tokenId ?? 0)),
  );
}

/** Returns the pauses by side records, as they were when the task ended. */
function recordPauses(
  records: readonly SideRecord[],
  finishedAt: string | null,
): [from: string, until: string | null][] {
  const end = finishedAt ?? '9999';
  return records
    .flatMap(({ pauses }) => pauses)
    .filter(({ from }) => from < end)
    .map(({ from, until }) => [from, until !== null && until < end ? until : null]);
}

function dueOfPanel({ limit, startedAt }: Panel, holidays: HolidayTable): Date | null {
  return limit && dueDate(startClock(limit, new Date(startedAt)), holidays).dueAt;
}

function brokenLimit(order: OrderRows, definition: ProcessDefinition, holidays: HolidayTable): string[] {
  if (order.clock === null && definition.limit !== undefined) return ['it has a clock if it has a limit'];
  const due = order.clock ? dueDate(order.clock, holidays) : { dueAt: null, provisional: false };
  const isEqual = isSameTime(order.due_at, due.dueAt) && order.due_provisional === due.provisional;
  return isEqual ? [] : ['its due date is what the ledger gives'];
}

function safeFold(events: readonly WorkflowEvent[]): OrderState | undefined {
  try {
    return fold(events);
  } catch {
    return undefined;
  }
}

function isSameTime(left: Date | null, right: Date | string | null | undefined): boolean {
  if (left === null || right === null || right === undefined) return left === (right ?? null);
  return left.getTime() === new Date(right).getTime();
}
