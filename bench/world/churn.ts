import { randomUUID } from 'node:crypto';
import { handling } from '#contract/handling.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { withFoundOrder } from '#server/framework/routing/access.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { actsOnTask, handle } from '#server/modules/cases/handling/service.ts';
import { accounts } from './people.ts';
import { hotGroups } from './templates.ts';
import type { World } from './world.ts';

/** The three steps of an application from the pre-review on, which need only an opinion. */
export const permitSteps = [
  { trace: 2, buttonId: 'pass', opinion: '材料形式审查通过', account: accounts.hot },
  { trace: 3, buttonId: 'receive', opinion: '纸质材料已核对原件', account: 'wangfang' },
  {
    trace: 4,
    buttonId: 'accept',
    opinion: '申请材料齐全，符合法定形式，予以受理',
    account: accounts.examiner,
  },
] as const;

export interface ChurnCounts {
  throughServices: number;
  bySql: number;
}

const workers = 12;

/** Returns the ids of the orders of one group, sorted by time. */
export async function listGroup(world: World, group: number, orders: number): Promise<string[]> {
  return world.session(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select bench.order_id(n) as id from generate_series($1::bigint, $2, 10) n order by n',
      [group === 0 ? 10 : group, orders],
    );
    return rows.map(({ id }) => id);
  });
}

/**
 * Handles this many tasks through the services, as the people who have the tasks, within the given time;
 * statements that touch the same rows do the rest. Then empties the queue.
 */
export async function churn(
  world: World,
  target: { orders: number; actions: number; minutes: number },
  print: (text: string) => void,
): Promise<ChurnCounts> {
  const ids = await listGroup(world, hotGroups.churned, target.orders);
  const deadline = performance.now() + target.minutes * 60_000;
  let done = 0;
  for (const step of permitSteps) {
    const actor = await getActor(world.context, step.account);
    const queue = ids.slice(0, Math.ceil(target.actions / permitSteps.length));
    const work = async () => {
      for (let id = queue.pop(); id !== undefined && performance.now() < deadline; id = queue.pop()) {
        const caller = {
          context: world.context,
          actor,
          endpoint: handling.handle,
          idempotencyKey: randomUUID(),
          requestHash: 'churn',
          requestId: randomUUID(),
        };
        const input = handling.handle.body.parse({
          workorderId: id,
          workorderTraceId: `${id}.${step.trace}`,
          handlerOperation: '1',
          buttonId: step.buttonId,
          handlerOpinion: step.opinion,
        });
        const answer = await withFoundOrder(actsOnTask, caller, { id, trace: step.trace }, (order, task) =>
          handle(caller, order, task, input),
        );
        if (isRefusal(answer))
          throw new Error(`An action of the churn step was refused: ${JSON.stringify(answer)}`);
        done += 1;
        if (done % 25_000 === 0) print(`${done} actions through the services`);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  }
  const bySql = await churnBySql(world, Math.max(0, target.actions - done), target.orders);
  await world.session((client) => client.query('delete from graphile_worker._private_jobs'));
  return { throughServices: done, bySql };
}

/**
 * Rewrites the rows that an action rewrites: state, order and trace; deletes the inbox rows and inserts them
 * again.
 */
async function churnBySql(world: World, actions: number, orders: number): Promise<number> {
  const groupSize = Math.floor(orders / 10);
  const batch = Math.min(20_000, groupSize);
  await world.session(async (client) => {
    for (let from = 0; from < actions; from += batch) {
      const count = Math.min(batch, actions - from);
      await client.query(`with picked as materialized (
          select bench.order_id(4 + 10 * ((${from} + n) % ${groupSize})) as id from generate_series(1, ${count}) n
        ), folded as (
          update work_order_states s set state = s.state from picked p where s.workorder_id = p.id
        ), ordered as (
          update work_orders o set updated_at = now() from picked p where o.id = p.id
        ), traced as (
          update traces t set updated_at = now() from picked p where t.workorder_id = p.id and t.handler_status = 0
        ) select 1`);
      await client.query(`create temporary table again as select i.* from inbox i
        join (select bench.order_id(4 + 10 * ((${from} + n) % ${groupSize})) as id from generate_series(1, ${count}) n) p
          on p.id = i.workorder_id`);
      await client.query('delete from inbox i using again a where i.workorder_id = a.workorder_id');
      await client.query(`insert into inbox (workorder_id, number, key, arrived_at, due_at, task_code, area_code, status,
          node_name, returned)
        select workorder_id, number, key, arrived_at, due_at, task_code, area_code, status, node_name, returned
        from again`);
      await client.query('drop table again');
    }
  });
  return actions;
}
