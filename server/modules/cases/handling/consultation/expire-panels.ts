import { systemActor } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inSharedTransaction } from '#server/kernel/database/shared-transaction.ts';
import {
  type DecisionRequest,
  decideAndRecord,
  notifyClients,
  orderFacts,
  writeDecision,
} from '#server/modules/cases/decisions/service.ts';
import { factsOf, ruleValuesOf } from '#server/modules/design/forms/service.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { createRuleResults, createRuleRunner } from '#server/modules/design/rules/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { openForms } from '../forms/fill-forms.ts';
import { type DuePanel, findOrderForAction, listDuePanels } from '../order/order.queries.ts';

/** Number of panels read at a time. */
const batchSize = 200;

/**
 * Ends every approval round whose limit is over, by the system's own command. Each is decided and written
 * separately: a round that another action overtakes or that fails keeps its row and is processed again by the
 * next run.
 */
export async function expirePanels(context: JobContext): Promise<void> {
  const now = context.now();
  const failures: unknown[] = [];
  let due: DuePanel[];
  let last: DuePanel | undefined;
  do {
    due = await listDuePanels(context.db, now, last, batchSize);
    for (const panel of due) {
      if (context.stopSignal?.aborted) return context.notifier.wake('work-order.limits');
      await expirePanel(context, panel, now).catch((error: unknown) => failures.push(error));
    }
    last = due.at(-1);
  } while (due.length === batchSize);
  if (failures.length > 0) throw new AggregateError(failures, 'Some countersigns could not be ended');
}

/**
 * Decides and writes the system's command `expire` on one approval round: its limit has ended, or the people who
 * could answer have left.
 */
export async function expirePanel(
  context: Context,
  { workorderId, panelId, dueAt }: Omit<DuePanel, 'dueAt'> & { dueAt: Date | null },
  at: Date,
): Promise<void> {
  const { db } = context;
  const order = await findOrderForAction(db, { id: workorderId });
  if (order === undefined) return;
  const [{ definition }, directory, holidays] = await Promise.all([
    getPublishedProcess(db, order.processDefinitionId),
    currentDirectory(db),
    currentHolidays(db),
  ]);
  const forms = await openForms(context, order.forms);
  const runner = createRuleRunner(context, systemActor.staffId);
  const rules = createRuleResults(runner, () => ruleValuesOf(forms));
  const request: DecisionRequest = {
    order,
    command: { action: 'expire', panelId, limit: dueAt?.toISOString() ?? null },
    definition,
    actor: systemActor,
    at,
    facts: factsOf(forms, { order: orderFacts(order) }),
    findRuleResult: rules.find,
    directory,
    holidays,
    forms: { changed: [], pending: [], fileIdsToAttach: [] },
    requestId: '',
    signer: context.crypto,
    answer: () => null,
  };
  const decision = await rules.settle(() => decideAndRecord(request));
  if (isRefusal(decision)) {
    const { refused } = decision;
    if (refused !== 'orderEnded') {
      context.log.warn(
        { workorderId, panelId, refused },
        'A countersign has reached its time limit, but cannot be ended',
      );
    }
    return;
  }
  if (decision.events.length === 0) return;
  const written = await inSharedTransaction(db, (tx) => writeDecision(tx, decision));
  if (written) notifyClients(context, decision);
}
