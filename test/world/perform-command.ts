import { randomUUID } from 'node:crypto';
import { handling } from '#contract/handling.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { act } from '#server/modules/cases/handling/acting/act.ts';
import { findOrderForAction } from '#server/modules/cases/handling/order/order.queries.ts';
import { getPublishedProcess } from '#server/modules/design/processes/service.ts';
import type { StartedOrder } from './desk.ts';
import type { TestOffice } from './office.ts';

/** Performs commands of the core on orders, by the function below the API that every action uses. */
export function openCommands({ context }: Pick<TestOffice, 'context'>) {
  const stateOf = async ({ id }: Pick<StartedOrder, 'id'>): Promise<OrderState> => {
    const order = await findOrderForAction(context.db, { id });
    if (!order) throw new Error(`There is no order ${id}`);
    return order.state;
  };

  /** Returns the name of the refusal, or null. */
  async function perform(
    account: string,
    { id }: Pick<StartedOrder, 'id'>,
    command: Command,
  ): Promise<string | null> {
    const read = await findOrderForAction(context.db, { id });
    if (!read) throw new Error(`There is no order ${id}`);
    const { definition } = await getPublishedProcess(context.db, read.processDefinitionId);
    const key = randomUUID();
    const outcome = await act(
      {
        context,
        actor: await getActor(context, account),
        endpoint: handling.handle,
        idempotencyKey: key,
        requestHash: 'hash',
        requestId: 'request',
      },
      {
        order: { ...read, definition, idempotencyKeys: [key] },
        command: () => command,
        forms: null,
        answer: () => JSON.stringify({ errcode: 0, code: 200 }),
      },
    );
    return isRefusal(outcome) ? outcome.refused : null;
  }

  /** Returns the id of the open task that this candidate key has. */
  async function taskOf(order: Pick<StartedOrder, 'id'>, key: string): Promise<number> {
    const { tasks } = await stateOf(order);
    const task = tasks.find(({ outcome, candidates }) => outcome === null && candidates.includes(key));
    if (!task) throw new Error(`No open task for ${key}`);
    return task.id;
  }

  /** Returns the candidate keys of the people who have the order in the to-do list, sorted. */
  async function inboxKeys({ id }: Pick<StartedOrder, 'id'>): Promise<string[]> {
    const rows = await context.db.selectFrom('inbox').select('key').where('workorder_id', '=', id).execute();
    return rows.map(({ key }) => key).sort();
  }

  return { stateOf, perform, taskOf, inboxKeys };
}
