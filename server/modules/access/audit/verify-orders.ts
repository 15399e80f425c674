import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { rollbackStatusOf, statusOf } from '#domain/workflow/state/status.ts';
import { type PackedState, unpackState } from '#domain/workflow/versions/packed-state.ts';
import { currentEvents, currentSchema, foldStored } from '#domain/workflow/versions/stored-events.ts';
import { expandJson } from '#server/kernel/database/compressed-json.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import { sm3 } from './chain.ts';
import {
  type ChainSubject,
  type Finding,
  finding,
  objectNames,
  orderSubject,
  problemFinding,
} from './findings.ts';
import {
  type Digests,
  digestOfApplicant,
  digestOfCheck,
  digestOfClock,
  digestOfEvents,
  digestOfFinished,
  digestOfForm,
  digestOfOpened,
  digestOfOrder,
  digestOfRecord,
  digestOfStatus,
} from './record-digests.ts';
import { findDefinition, loadOrderRows } from './verify.queries.ts';
import { fileFinding, findStrayFiles } from './verify-attached-files.ts';
import { checkDerivedData } from './verify-derived-data.ts';
import { checkFormChanges } from './verify-form-changes.ts';
import type { OrderAuditLog, VerifiedOrder } from './verify-report.ts';

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Compares the rows of a batch of orders with their chains, and their states with their events. */
export async function checkOrders(
  db: Db,
  logs: readonly OrderAuditLog[],
  definitions: Map<string, ProcessDefinition | undefined>,
): Promise<Finding[]> {
  const validLogs = logs.filter(({ id }) => isUuid.test(id));
  const rows = await loadOrderRows(
    db,
    validLogs.map(({ id }) => id),
  );
  const files = await findStrayFiles(db, validLogs);
  const changes = await checkFormChanges(db, validLogs);
  const events = Map.groupBy(rows.events, (row) => row.workorder_id);
  const forms = Map.groupBy(rows.forms, (row) => row.workorder_id);
  const traces = Map.groupBy(rows.traces, (row) => row.workorder_id);
  const records = Map.groupBy(rows.records, (row) => row.workorder_id);
  const checks = Map.groupBy(rows.checks, (row) => row.workorder_id);
  const copies = Map.groupBy(rows.copies, (row) => row.workorder_id);
  const inbox = Map.groupBy(rows.inbox, (row) => row.workorder_id);
  const limits = Map.groupBy(rows.limits, (row) => row.workorder_id);
  const sideRecords = Map.groupBy(rows.sideRecords, (row) => row.workorder_id);
  const findings: Finding[] = [];
  for (const log of logs) {
    const { id } = log;
    const order = rows.orders.find((row) => row.id === id);
    const subject = orderSubject(order?.code ?? id);
    const { hash } = log.head;
    findings.push(...log.problems.map(({ seq, problem }) => problemFinding(subject, seq, problem, hash)));
    if (!order) {
      findings.push(finding(subject, '办件本身已被删除', 'the order itself is gone'));
      continue;
    }
    const definition = await definitionOf(db, order.process_definition_id, definitions);
    const verifiedOrder: VerifiedOrder = {
      order,
      state: rows.states.find((row) => row.workorder_id === id),
      events: events.get(id) ?? [],
      applicant: rows.applicants.find((row) => row.workorder_id === id),
      forms: forms.get(id) ?? [],
      traces: traces.get(id) ?? [],
      records: records.get(id) ?? [],
      checks: checks.get(id) ?? [],
      copies: copies.get(id) ?? [],
      inbox: inbox.get(id) ?? [],
      limits: limits.get(id) ?? [],
      sideRecords: sideRecords.get(id) ?? [],
    };
    const folded = safeFold(verifiedOrder.events);
    findings.push(...checkSafely(subject, () => checkOrderRows(subject, log, verifiedOrder)));
    findings.push(...checkSafely(subject, () => checkState(subject, log, verifiedOrder, folded, definition)));
    findings.push(...checkSafely(subject, () => checkDerivedData(subject, log, verifiedOrder, folded)));
    for (const texts of changes.get(id) ?? []) findings.push(finding(subject, ...texts));
    for (const [file, problem] of files.get(id) ?? []) findings.push(fileFinding(subject, file, problem));
  }
  return findings;
}

/**
 * Checks rows that may be forged and have any shape: an error becomes a finding, and the verification
 * continues.
 */
function checkSafely(subject: ChainSubject, check: () => Finding[]): Finding[] {
  try {
    return check();
  } catch {
    return [
      finding(subject, '记录的结构被破坏，无法核对', 'its rows have lost their shape and cannot be checked'),
    ];
  }
}

async function definitionOf(
  db: Db,
  id: string,
  definitions: Map<string, ProcessDefinition | undefined>,
): Promise<ProcessDefinition | undefined> {
  if (!definitions.has(id)) definitions.set(id, (await findDefinition(db, id))?.definition);
  return definitions.get(id);
}

/** Returns the digests of the current rows, by the names in audit records. */
function digestsOfOrderRows(verifiedOrder: VerifiedOrder): Digests {
  const { order, state, applicant } = verifiedOrder;
  const digests: Digests = {};
  const add = (object: string, value: string | undefined) => {
    if (value !== undefined) digests[object] = value;
  };
  const definitions = verifiedOrder.forms.map((form) => ({
    code: form.form_code,
    definitionId: form.form_definition_id,
  }));
  add('order', digestOfOrder({ ...order }, definitions));
  add('status', digestOfStatus({ ...order }));
  if (state && state.clock !== null) add('clock', digestOfClock(state.clock));
  if (applicant) {
    const { workorder_id: _, ...columns } = applicant;
    add('applicant', digestOfApplicant(columns));
  }
  for (const row of verifiedOrder.events) add(`events:${row.version}`, digestOfEvents(row));
  for (const row of verifiedOrder.forms) add(`form:${row.form_code}`, digestOfForm(row.content));
  for (const row of verifiedOrder.records) add(`record:${row.number}`, digestOfRecord({ ...row }));
  for (const row of verifiedOrder.checks) add(`material-check:${row.number}`, digestOfCheck({ ...row }));
  for (const row of verifiedOrder.traces) {
    add(`opened:${row.number}`, digestOfOpened({ ...row }));
    add(`finished:${row.number}`, digestOfFinished({ ...row }));
  }
  return digests;
}

const checkedElsewhere = /^(file|form-change):/;

function checkOrderRows(subject: ChainSubject, log: OrderAuditLog, verifiedOrder: VerifiedOrder): Finding[] {
  const findings: Finding[] = [];
  const now = digestsOfOrderRows(verifiedOrder);
  for (const [object, digest] of log.digests) {
    if (checkedElsewhere.test(object) || now[object] === digest) continue;
    const [chinese, english] = objectNames(object);
    if (now[object] === undefined)
      findings.push(finding(subject, `${chinese}已被删除`, `${english} is gone`));
    else findings.push({ ...changedFinding(subject, object, verifiedOrder), evidence: now[object] });
  }
  if (log.isSigned) {
    for (const object of Object.keys(now)) {
      if (log.digests.has(object)) continue;
      const [chinese, english] = objectNames(object);
      const texts = [`${chinese}不是经系统写入的`, `${english} was not written by the portal`] as const;
      findings.push(finding(subject, ...texts, now[object]));
    }
  }
  const { state } = verifiedOrder;
  if (!state || state.audit_seq !== log.head.seq || state.audit_hash !== log.head.hash) {
    findings.push(
      finding(
        subject,
        `审计链的末端（第 ${log.head.seq} 条）与办件上的记录不符`,
        `its chain ends at link ${log.head.seq}, not where its head says`,
      ),
    );
  }
  return findings;
}

const finishedLabels = {
  handler_id: ['办理人', 'the handler'],
  handler_name: ['办理人姓名', "the handler's name"],
  handler_org_name: ['办理人所在单位', "the handler's organisation"],
  opinion: ['处理意见', 'the opinion'],
  outcome: ['办理结果', 'the outcome'],
} as const;

/**
 * Returns a finding that names the changed column of a trace, if the events show it; else the object as a
 * whole.
 */
function changedFinding(subject: ChainSubject, object: string, verifiedOrder: VerifiedOrder): Finding {
  const [chinese, english] = objectNames(object);
  const number = object.startsWith('finished:') ? Number(object.slice('finished:'.length)) : undefined;
  const columns = number === undefined ? [] : changedColumns(verifiedOrder, number);
  if (columns.length === 0) return finding(subject, `${chinese}被改动`, `${english} was changed`);
  return finding(
    subject,
    `轨迹 ${number} 的${columns.map((column) => finishedLabels[column][0]).join('、')}被改动`,
    `${columns.map((column) => finishedLabels[column][1]).join(', ')} of trace ${number} was changed`,
  );
}

function changedColumns(verifiedOrder: VerifiedOrder, number: number): (keyof typeof finishedLabels)[] {
  const trace = verifiedOrder.traces.find((row) => row.number === number);
  const event = currentEvents(verifiedOrder.events).findLast(
    (candidate) =>
      (candidate.type === 'taskFinished' || candidate.type === 'taskClosed') && candidate.taskId === number,
  );
  if (!trace || (event?.type !== 'taskFinished' && event?.type !== 'taskClosed')) return [];
  const by = event.type === 'taskFinished' ? event.by : null;
  const finishedColumns = {
    handler_id: by?.staffId ?? null,
    handler_name: by?.name ?? '',
    handler_org_name: by?.orgName ?? '',
    opinion: event.type === 'taskFinished' ? event.opinion : '',
    outcome: event.outcome,
  };
  return (Object.keys(finishedColumns) as (keyof typeof finishedColumns)[]).filter(
    (column) => finishedColumns[column] !== trace[column],
  );
}

/**
 * Compares the stored state and status with the events; for orders from before the digests the traces as
 * well.
 */
function checkState(
  subject: ChainSubject,
  log: OrderAuditLog,
  verifiedOrder: VerifiedOrder,
  folded: OrderState | undefined,
  definition: ProcessDefinition | undefined,
): Finding[] {
  const { order, state } = verifiedOrder;
  if (!folded)
    return [finding(subject, '流转事件不完整，无法重算', 'its events are incomplete and cannot be folded')];
  const findings: Finding[] = [];
  if (!definition)
    findings.push(finding(subject, '所用流程的定义缺失', 'the definition of its process is gone'));
  // A state with an older schema is never read: it is computed again from the events.
  const isRead = state?.schema === currentSchema;
  if (state && ((isRead && !isStateOf(state.state, folded)) || state.version !== folded.version)) {
    findings.push(
      finding(
        subject,
        '流程状态与流转事件重算的结果不符',
        'its stored state is not what its events fold to',
        evidenceOf(state.state),
      ),
    );
  }
  if (definition && order.status !== statusOf(folded, definition)) {
    findings.push(
      finding(
        subject,
        `办件状态 ${order.status} 与流程重算的 ${statusOf(folded, definition)} 不符`,
        `its status ${order.status} is not ${statusOf(folded, definition)}, which its events give`,
      ),
    );
  }
  if (definition && order.rollback_status !== rollbackStatusOf(folded, definition)) {
    findings.push(finding(subject, '退回状态与流程不符', 'its rollback status is not what its events give'));
  }
  if (!log.isSigned) {
    for (const task of folded.tasks) {
      if (!log.digests.has(`finished:${task.id}`) && changedColumns(verifiedOrder, task.id).length > 0)
        findings.push(changedFinding(subject, `finished:${task.id}`, verifiedOrder));
    }
    if (verifiedOrder.traces.length !== folded.tasks.length)
      findings.push(finding(subject, '轨迹条数与流转事件不符', 'it has not a trace for every task'));
  }
  return findings;
}

/** Checks whether a stored state equals the computed one; an unreadable state does not. */
function isStateOf(stored: unknown, folded: OrderState): boolean {
  try {
    return canonicalJson(unpackState(expandJson(stored) as PackedState)) === canonicalJson(folded);
  } catch {
    return false;
  }
}

/** Returns a digest of the found value, whatever its shape. */
const evidenceOf = (value: unknown): string => sm3(canonicalJson(value));

function safeFold(events: VerifiedOrder['events']): OrderState | undefined {
  try {
    return foldStored(events);
  } catch {
    return undefined;
  }
}
