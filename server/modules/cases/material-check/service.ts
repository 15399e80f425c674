import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import type { materialCheck } from '#contract/material-check.ts';
import type { Actor } from '#domain/access/actor.ts';
import { PaperState, paperStateLabel } from '#domain/enumerations/paper-state.ts';
import {
  type CheckedPaper,
  paperIdOf,
  problemsOfCheck,
  summaryOfCheck,
} from '#domain/materials/material-check.ts';
import { isRefusal, type Problem, refuse } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import { isMaterialTask } from '#domain/workflow/checkable-task.ts';
import type { OrderState, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { runIdempotently } from '#server/kernel/http/idempotency.ts';
import { type ActingCall, appendOrderAudit, digestOfCheck } from '#server/modules/access/audit/service.ts';
import type { OrderForAction } from '#server/modules/cases/handling/service.ts';
import {
  findMaterials,
  type MaterialsRow,
  papersOfOrder,
  type ReadableOrder,
} from '#server/modules/cases/work-orders/service.ts';
import * as queries from './queries.ts';

/** Returns the open task at which this person may check the materials; undefined if there is none. */
function checkableTask(actor: Actor, definition: ProcessDefinition, state: OrderState): Task | undefined {
  return state.ended
    ? undefined
    : openTasks(state).find((task) => isMaterialTask(definition, task) && isCandidateFor(actor, task));
}

/** Returns the materials of the order with the last result of each, and the earlier checks (S1 §7). */
export async function readMaterialCheck(
  context: Context,
  actor: Actor,
  { order, definition }: ReadableOrder,
): Promise<OutputOf<typeof materialCheck.read>> {
  const row = await findMaterials(context.db, order.id);
  const papers = await papersOfOrder(context, row);
  const [last] = row.checks;
  const results = new Map((last?.results ?? []).map((result) => [result.id, result]));
  const fileById = new Map(row.files.map((file) => [file.id, file]));
  const task = checkableTask(actor, definition, order.state);
  return {
    rows: papers.map((paper) => {
      const id = paperIdOf(paper);
      const result = results.get(id);
      return {
        id,
        ...paper,
        rare: paper.rare === true,
        checkState: result?.state ?? null,
        actualOriginalNumber: result?.originals ?? 0,
        actualCopyNumber: result?.copies ?? 0,
        reason: result?.reason ?? '',
        files: (result?.fileIds ?? []).flatMap((fileId) => fileById.get(fileId) ?? []),
      };
    }),
    version: last?.number ?? 0,
    traceId: task && papers.length > 0 ? `${order.id}.${task.id}` : null,
    summary: last?.summary ?? '',
    history: row.checks.map((check) => ({
      number: check.number,
      checkedAt: new Date(check.checked_at).toISOString(),
      staffName: check.staff_name,
      nodeName: check.node_name,
      problems: check.results
        .filter(({ state }) => state !== PaperState.complete)
        .map(({ id, state, reason }) => ({
          name: id.slice(id.indexOf(':') + 1),
          stateLabel: paperStateLabel[state],
          reason,
        })),
    })),
    files: row.files,
  };
}

type SaveCall = ActingCall<typeof materialCheck.save> & {
  readonly actor: Actor;
  readonly order: OrderForAction;
  readonly task: Task;
};

/**
 * Saves the results of a check as its next version, with an audit record that has their digest. Results that are
 * left out stay as they were.
 */
export async function saveMaterialCheck(call: SaveCall, body: InputOf<typeof materialCheck.save>['body']) {
  const { context, actor, order, task } = call;
  const { definition } = order;
  const node = definition.nodes[task.nodeId];
  if (task.outcome !== null) return refuse('taskAlreadyHandled');
  if (!isCandidateFor(actor, task)) return refuse('notYourTask');
  if (!isMaterialTask(definition, task))
    return refuse('actionNotAllowed', { message: '只能在预审、收件或受理环节核对材料' });
  const row = await findMaterials(context.db, order.id);
  const papers = await papersOfOrder(context, row);
  const sent = body.conditionMaterialList.map(resultOf);
  const problems = [...problemsOfCheck(papers, sent), ...problemsOfFiles(sent, row)];
  if (problems.length > 0) return refuse('badInput', { problems });
  const answer = await inTransaction(context.db, (tx) =>
    runIdempotently(tx, { ...call, idempotencyKey: order.idempotencyKeys[0] }, async () => {
      const last = await queries.lockLastCheck(tx, order.id, task.id);
      if (last === undefined) return refuse('taskAlreadyHandled');
      const seen = body.version ?? last;
      const before = row.checks[0];
      if (seen !== last || (before?.number ?? 0) !== last)
        return refuse('dataChanged', { message: '材料核对刚刚已由他人保存，请刷新后重新核对' });
      const results = [
        ...(before?.results ?? []).filter(({ id }) => !sent.some((one) => one.id === id)),
        ...sent,
      ].filter(({ id }) => papers.some((paper) => paperIdOf(paper) === id));
      const summary = summaryOfCheck(papers, results);
      const check: queries.NewCheck = {
        workorder_id: order.id,
        number: last + 1,
        task_number: task.id,
        node_name: node?.name ?? '',
        staff_id: actor.staffId,
        staff_name: actor.name,
        checked_at: context.now(),
        summary,
        results,
      };
      await queries.insertCheck(tx, check);
      await appendOrderAudit(tx, context, {
        workorderId: order.id,
        actor,
        action: 'work-order.check-materials',
        detail: { number: check.number, outcome: summary },
        digests: { [`material-check:${check.number}`]: digestOfCheck({ ...check }) ?? '' },
        requestId: call.requestId,
      });
      return { version: check.number, summary };
    }),
  );
  if (!isRefusal(answer))
    context.notifier.notify({ topics: [`order:${order.id}`], event: 'work-order', id: order.id });
  return answer;
}

function resultOf(
  sent: InputOf<typeof materialCheck.save>['body']['conditionMaterialList'][number],
): CheckedPaper {
  return {
    id: sent.id,
    state: sent.checkState,
    originals: sent.actualOriginalNumber,
    copies: sent.actualCopyNumber,
    reason: sent.reason.trim(),
    fileIds: [...new Set(sent.fileIds)],
  };
}

function problemsOfFiles(
  results: readonly CheckedPaper[],
  { files }: Pick<MaterialsRow, 'files'>,
): Problem[] {
  const ownIds = new Set(files.map(({ id }) => id));
  return results.flatMap(({ fileIds }, index) =>
    fileIds.every((id) => ownIds.has(id))
      ? []
      : [
          {
            field: `conditionMaterialList[${index}].fileIds`,
            message: '所选文件不属于该办件，请重新选择',
          },
        ],
  );
}
