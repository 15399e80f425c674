import { systemActor } from '#domain/access/actor.ts';
import type { RecordContext } from '#domain/records/record-rules.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { DecisionRefusal } from '#domain/workflow/model/decision-refusals.ts';
import type { Context } from '#server/framework/context.ts';
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
import { findOrderForAction } from '../order/order.queries.ts';

/** Number of attempts to decide on an order that others change meanwhile, including the first. */
const maxDecisions = 3;

/**
 * Decides a command of the portal itself on an order, and writes it. Returns a refusal, `written`, or `unchanged` if the
 * command has no effect, the order is missing, or others changed it at each attempt.
 */
export async function decideBySystem(
  context: Context,
  workorderId: string,
  command: Command,
  at: Date,
  records?: RecordContext,
): Promise<DecisionRefusal | Refusal<'busy'> | 'written' | 'unchanged'> {
  const { db } = context;
  for (let attempt = 1; attempt <= maxDecisions; attempt += 1) {
    const order = await findOrderForAction(db, { id: workorderId });
    if (order === undefined) return 'unchanged';
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
      command,
      definition,
      actor: systemActor,
      at,
      facts: factsOf(forms, { order: orderFacts(order) }),
      findRuleResult: rules.find,
      directory,
      holidays,
      ...(records && { records }),
      forms: { changed: [], pending: [], fileIdsToAttach: [] },
      requestId: '',
      signer: context.crypto,
      answer: () => null,
    };
    const decision = await rules.settle(() => decideAndRecord(request));
    if (isRefusal(decision)) return decision;
    if (decision.events.length === 0) return 'unchanged';
    const written = await inSharedTransaction(db, (tx) => writeDecision(tx, decision));
    if (written) {
      notifyClients(context, decision);
      return 'written';
    }
  }
  return 'unchanged';
}
