import { afterEach, describe, expect, test } from 'vitest';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import { decide } from '#domain/workflow/decide.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import { apply } from '#domain/workflow/state/apply.ts';
import { rollbackStatusOf, statusOf } from '#domain/workflow/state/status.ts';
import { type PackedState, unpackState } from '#domain/workflow/versions/packed-state.ts';
import { expandJson } from '#server/kernel/database/compressed-json.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import { getActor } from '#server/modules/access/session/actor.ts';
import { mayRead } from '#server/modules/cases/work-orders/service.ts';
import { evaluateCondition, getPublishedProcess } from '#server/modules/design/processes/service.ts';
import { currentDirectory } from '#server/modules/organisation/organisations/service.ts';
import { readOffice } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { type Proposal, proposeCommand } from '#test/workflow-model/propose.ts';
import { createRandom } from '#test/workflow-model/random.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { permit, petition, proposal, type StartData } from '#test/world/start-data.ts';
import { withOwnHandlers } from './own-handlers.ts';
import { isServed, performCommand, startOrder } from './served-order.ts';

const office = await testOffice({ max: 10 });
const { context, clock } = office;
const { db } = context;

const accounts = readOffice().staff.filter(({ disabled }) => !disabled);
const people = await Promise.all(accounts.map(({ account }) => getActor(context, account)));
/** Mostly people who may be chosen; sometimes one of the others. */
const candidates = [
  ...people,
  ...Array.from({ length: 4 }, () => people.filter((one) => can(one, Permission.handle))).flat(),
];
const { addressee } = await currentDirectory(db);

/** MODEL_SEED gives other walks; the failure message contains the seed. */
const firstSeed = Number(process.env.MODEL_SEED ?? 1);
const ordersPerProcess = 8;
const stepsPerOrder = 40;

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

let lastNumber = 0;
const desk = openDesk(office);
const kinds: { code: string; initiator: string; write(seed: number): StartData | Promise<StartData> }[] = [
  { code: 'petition-letter', initiator: 'zhangwei', write: () => petition(++lastNumber) },
  {
    code: 'congress-proposal',
    initiator: 'fenglei',
    write: (seed) => proposal(++lastNumber, (['single', 'split', 'lead'] as const)[seed % 3]),
  },
  {
    code: 'permit-application',
    initiator: 'wangfang',
    write: async () => permit(++lastNumber, [await desk.paper('wangfang')]),
  },
];

/**
 * Returns the values that conditions read: a node that needs a field comes after the node that fills it in.
 */
function factsOf(code: string, startData: StartData) {
  const forms = startData.start.workorderForms.map(({ content }) => content);
  return { [code]: Object.assign({}, ...forms, ...Object.values(startData.valuesByNode)), order: {} };
}

async function readState(id: string) {
  const { state, ...row } = await db
    .selectFrom('work_order_states as s')
    .innerJoin('work_orders as o', 'o.id', 's.workorder_id')
    .select(['s.state', 's.version', 'o.status', 'o.rollback_status'])
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, state: unpackState(expandJson(state) as PackedState) };
}

describe('random commands on the real processes through the services', () => {
  const done = new Map<Command['action'], number>();
  let steps = 0;
  let refused = 0;

  test.each(kinds)(
    'have the result that the pure core predicts for a $code',
    async ({ code, initiator, write }) => {
      const { definition } = await getPublishedProcess(db, `${code}:1`);
      const starter = people.find(({ account }) => account === initiator) as Actor;
      for (let seed = firstSeed; seed < firstSeed + ordersPerProcess; seed += 1) {
        const random = createRandom(seed);
        const proposals: Proposal[] = [];
        const startData = await write(seed);
        const facts = factsOf(code, startData);
        const order = await startOrder(context, starter, startData);
        let state: OrderState = (await readState(order.id)).state;
        for (let step = 0; step < stepsPerOrder && state.ended === null; step += 1) {
          const offered = proposeCommand(
            state,
            { definition, initiator: starter, people, context: {} },
            random,
          );
          const proposal = withOwnHandlers(offered, definition, candidates, random);
          const { actor, command } = proposal;
          if (!isServed(command)) continue;
          proposals.push(proposal);
          clock.forward(60_000);
          const predicted = decide(state, command, {
            definition,
            actor,
            now: clock.now,
            facts,
            evaluateCondition,
            addressee,
          });
          const refusal = await performCommand(context, order, state, actor, command);
          const description = `${code}, seed ${seed}, after ${proposals.map(report).join('\n')}`;
          // A person who may not see the order, or refers to a trace that does not exist, is refused.
          const isSeen =
            (await mayRead(db, actor, order)) &&
            (!('taskId' in command) || state.tasks[command.taskId - 1] !== undefined);
          const expected = !isSeen ? 'notFound' : isRefusal(predicted) ? predicted.refused : 'done';
          expect(refusal?.refused ?? 'done', description).toBe(expected);
          if (isRefusal(predicted)) refused += 1;
          else {
            state = predicted.reduce<OrderState>(apply, state);
            done.set(command.action, (done.get(command.action) ?? 0) + 1);
          }
          const stored = await readState(order.id);
          expect(canonicalJson(stored.state), description).toBe(canonicalJson(state));
          expect(stored, description).toMatchObject({
            version: state.version,
            status: statusOf(state, definition),
            rollback_status: rollbackStatusOf(state, definition),
          });
          steps += 1;
        }
      }
    },
  );

  test('are numerous and include each main action', () => {
    expect(steps).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(25);
    for (const action of [
      'handle',
      'forward',
      'chooseBranch',
      'return',
      'resubmit',
      'withdraw',
      'recall',
    ] as const) {
      expect(done.get(action) ?? 0, action).toBeGreaterThan(3);
    }
  });
});

describe('concurrent random commands', () => {
  test('leave every invariant intact', async () => {
    const random = createRandom(firstSeed);
    const orders = await Promise.all(
      kinds.flatMap(({ code, initiator, write }) =>
        [0, 1].map(async (seed) => {
          const starter = people.find(({ account }) => account === initiator) as Actor;
          const { definition } = await getPublishedProcess(db, `${code}:1`);
          return { order: await startOrder(context, starter, await write(seed)), starter, definition };
        }),
      ),
    );
    let successes = 0;
    for (let round = 0; round < 12; round += 1) {
      clock.forward(60_000);
      const acts = orders.map(async ({ order, starter, definition }) => {
        const { state } = await readState(order.id);
        if (state.ended !== null) return [];
        // All of them saw the same state; usually only some of them can succeed together.
        const proposals = Array.from({ length: 4 }, () =>
          withOwnHandlers(
            proposeCommand(state, { definition, initiator: starter, people, context: {} }, random),
            definition,
            candidates,
            random,
          ),
        );
        return Promise.all(
          proposals.map(
            ({ actor, command }) =>
              isServed(command) && performCommand(context, order, state, actor, command),
          ),
        );
      });
      successes += (await Promise.all(acts)).flat().filter((refusal) => refusal === null).length;
    }
    expect(successes).toBeGreaterThan(30);
  });
});

function report({ actor, command }: Proposal): string {
  return `  ${actor.account}: ${JSON.stringify(command)}`;
}
