import type { OrderState } from '#domain/workflow/model/model.ts';
import { blockingPanel, panelsWithLimit } from '#domain/workflow/state/panels.ts';
import { sideRecordRow } from '#server/kernel/database/side-record-row.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import { type ChainSubject, type Finding, finding } from './findings.ts';
import type { OrderAuditLog, VerifiedOrder } from './verify-report.ts';

/**
 * Checks data that depend on the covered data and have no digest of their own: the completion of traces, the
 * to-do lists of open tasks, the time limits of open panels, the side records, the process of the state, the deletion marks of
 * forms.
 */
export function checkDerivedData(
  subject: ChainSubject,
  log: OrderAuditLog,
  verifiedOrder: VerifiedOrder,
  folded: OrderState | undefined,
): Finding[] {
  const { order, state } = verifiedOrder;
  const findings: Finding[] = [];
  for (const { number, outcome, handler_status } of verifiedOrder.traces) {
    if ((handler_status === 1) !== (outcome !== null))
      findings.push(
        finding(subject, `轨迹 ${number} 的办理状态被改动`, `whether trace ${number} is done was changed`),
      );
  }
  if (verifiedOrder.records.some(({ remark }) => remark !== ''))
    findings.push(finding(subject, '撤回记录的备注被改动', 'the remark of a record was changed'));
  if (state && state.process_definition_id !== order.process_definition_id)
    findings.push(
      finding(
        subject,
        '所用流程被改换',
        'the process that it runs on was changed',
        `${state.process_definition_id} ${order.process_definition_id}`,
      ),
    );
  const isBlocked = (number: number) => folded !== undefined && blockingPanel(folded, number) !== undefined;
  const open = verifiedOrder.traces.filter(({ outcome, number }) => outcome === null && !isBlocked(number));
  const expected = new Set(
    open.flatMap(({ number, candidates }) => candidates.map((key) => `${number} ${key}`)),
  );
  const listedTasks = new Set(verifiedOrder.inbox.map(({ number, key }) => `${number} ${key}`));
  if (expected.size !== listedTasks.size || [...expected].some((entry) => !listedTasks.has(entry)))
    findings.push(
      finding(
        subject,
        '待办列表与未办环节不符',
        'the lists of tasks do not show its open tasks as they are',
        [...listedTasks].sort().join('\n'),
      ),
    );
  if (folded && !areLimitsComplete(verifiedOrder, folded))
    findings.push(
      finding(subject, '会签时限与记录不符', 'when its open panels run out is not what their traces say'),
    );
  if (folded && !areSideRecordsComplete(verifiedOrder, folded))
    findings.push(finding(subject, '办件记录与事件不符', 'its side records are not what its events say'));
  if (folded && !areCopiesComplete(verifiedOrder, folded))
    findings.push(
      finding(
        subject,
        '抄送接收人与记录不符',
        'who got a copy is not what its events say',
        verifiedOrder.copies
          .map(({ number, key }) => `${number} ${key}`)
          .sort()
          .join('\n'),
      ),
    );
  if (!areUrgesComplete(verifiedOrder, folded))
    findings.push(
      finding(
        subject,
        '催办次数或时间被改动',
        'how often or when it was urged was changed',
        `${order.urge_count} ${order.urged_at?.toISOString()}`,
      ),
    );
  const hidden = log.formsDeletedAt?.getTime();
  for (const { form_code, deleted_at, in_frame } of verifiedOrder.forms) {
    // Forms of a third party are never marked (S1 §4: action 13).
    if (deleted_at?.getTime() === (in_frame ? undefined : hidden)) continue;
    findings.push(
      finding(
        subject,
        `表单 ${form_code} 的删除标记被改动`,
        `whether form ${form_code} is marked as deleted was changed`,
        deleted_at?.toISOString() ?? 'none',
      ),
    );
  }
  return findings;
}

/**
 * Checks that there is a row for each recipient of a copy, under the copy's row in the trace, at its time.
 */
function areCopiesComplete(
  { copies, records }: VerifiedOrder,
  { copies: copyFacts = [] }: OrderState,
): boolean {
  const rows = records.filter(
    ({ act_name, handler_operation }) => act_name === '抄送' && handler_operation === null,
  );
  const expected = copyFacts.flatMap(({ keys }, index) =>
    keys.map((key) => `${rows[index]?.number} ${key} ${rows[index]?.at.getTime()}`),
  );
  const storedCopies = new Set(
    copies.map(({ number, key, copied_at }) => `${number} ${key} ${copied_at.getTime()}`),
  );
  return expected.length === storedCopies.size && expected.every((entry) => storedCopies.has(entry));
}

/**
 * Checks that the number of urges and the time of the last match its rows in the trace, which digests cover.
 */
function areUrgesComplete({ order, records }: VerifiedOrder, folded: OrderState | undefined): boolean {
  const urges = records.filter(({ details }) => details?.taskIds !== undefined).length;
  const last = folded?.urgedAt === undefined ? null : new Date(folded.urgedAt).getTime();
  return order.urge_count === urges && (order.urged_at?.getTime() ?? null) === last;
}

/** Checks that the rows of the side records are those of the state, which the events' digests cover. */
function areSideRecordsComplete({ sideRecords }: VerifiedOrder, { records = [] }: OrderState): boolean {
  const stored = sideRecords.map(({ workorder_id: _, ...row }) => canonicalJson(row));
  const expected = records.map((record) => canonicalJson(sideRecordRow(record)));
  return stored.length === expected.length && expected.every((row, index) => row === stored[index]);
}

/**
 * Checks that the running limits are those of the open panels, as in the trace of one of their seats, which a
 * digest covers.
 */
function areLimitsComplete(
  { limits, traces }: VerifiedOrder,
  { tasks, panels, tokens }: OrderState,
): boolean {
  const dueTimesOf = (id: number) =>
    traces.flatMap(({ number, due_at }) =>
      tasks[number - 1]?.panelId === id && due_at !== null ? [due_at.getTime()] : [],
    );
  const running = panelsWithLimit({ tokens, panels }).filter(({ id }) => dueTimesOf(id).length > 0);
  return (
    limits.length === running.length &&
    running.every(({ id }) =>
      limits.some(({ panel_id, due_at }) => panel_id === id && dueTimesOf(id).includes(due_at.getTime())),
    )
  );
}
