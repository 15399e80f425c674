import { inTransaction } from '#server/kernel/database/transaction.ts';
import { grantRole } from '#server/seeds/office.queries.ts';
import { readOffice } from '#server/seeds/office.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { type TestOffice, testOffice } from '#test/world/office.ts';
import { permit, petition, proposal, type StartData } from '#test/world/start-data.ts';

/** The kinds of people that a call is made as; a kind has several people, who are used in turn. */
export const kinds = ['stranger', 'clerk', 'handler', 'leader', 'administrator'] as const;
export type Kind = (typeof kinds)[number];

const rolesOf: Record<Kind, readonly string[]> = {
  stranger: [],
  clerk: ['window-clerk'],
  handler: ['handler'],
  leader: ['leader'],
  administrator: [
    'supervisor',
    'matter-admin',
    'config-admin',
    'system-admin',
    'security-admin',
    'audit-admin',
  ],
};

export function accountsOf(kind: Kind): string[] {
  const people = readOffice().staff.filter(({ disabled, roles }) => {
    return !disabled && roles.some((role) => rolesOf[kind].includes(role));
  });
  return people.map(({ account }) => account);
}

export interface KnownOrder {
  id: string;
  code: string;
  taskCode: string;
  definitionId: string;
  initiatorId: string;
  /**
   * Open and finished tasks, with the people who may take the open ones and those who finished the others.
   */
  traces: { number: number; nodeId: string; isOpen: boolean; keys: string[]; handlerId: string | null }[];
}

/** Objects that exist at the moment, so that calls can refer to them. */
export interface KnownObjects {
  orders: KnownOrder[];
  drafts: { id: string; staffId: string }[];
  files: string[];
  opinions: string[];
  messages: string[];
  areas: { id: string; code: string }[];
  organisations: string[];
  staff: string[];
  definitions: string[];
}

/** Creates the demo office with orders at many nodes of the three processes. */
export async function openWorld(): Promise<TestOffice> {
  const office = await testOffice();
  const desk = openDesk(office);
  for (let number = 1; number <= 6; number += 1) await desk.start('zhangwei', petition(number));
  const received: StartedOrder[] = [];
  for (let number = 7; number <= 10; number += 1) {
    const order = await desk.start('lina', petition(number));
    await desk.press('liuyang', order, 'receive', 'receive');
    received.push(order);
  }
  const [instructed, forked, withdrawn] = received;
  if (!instructed || !forked || !withdrawn) throw new Error('The world has too few petitions');
  for (const order of [instructed, forked]) await desk.press('zhaomin', order, 'examine', 'accept');
  await desk.press('wujianguo', forked, 'instruct', 'instruct', { branchProcessingNodeId: 'fork' });
  await desk.withdraw('liuyang', withdrawn, 'receive');
  for (let number = 11; number <= 13; number += 1) {
    const order = await desk.start('fenglei', proposal(number));
    if (number > 11) await desk.press('songjia', order, 'assign', 'assign');
  }
  for (let number = 14; number <= 15; number += 1) {
    await desk.start('zhangwei', permit(number, [await desk.paper('zhangwei')]));
  }
  // With one archivist among forty people, nearly all calls of the archive would be refused.
  const archivists = accountsOf('leader').map((account) => `staff-${account}`);
  await inTransaction(office.context.db, (tx) => grantRole(tx, 'archivist', archivists));
  return office;
}

/** Returns the values that a person would fill in to start the given item. */
export function startDataOf(taskCode: string, number: number): StartData {
  if (taskCode === 'congress-proposal') return proposal(number);
  return taskCode === 'permit-application' ? permit(number, []) : petition(number);
}

export async function readKnownObjects({ context }: TestOffice): Promise<KnownObjects> {
  const { db } = context;
  const idsOf = async (table: 'files' | 'opinions' | 'messages' | 'organisations' | 'staff') =>
    (await db.selectFrom(table).select('id').limit(60).execute()).map(({ id }) => id);
  const orders = await db
    .selectFrom('work_orders')
    .select(['id', 'code', 'task_code', 'process_definition_id', 'initiator_id'])
    .orderBy('updated_at', 'desc')
    .limit(60)
    .execute();
  const ids = orders.map(({ id }) => id);
  const traces = await db
    .selectFrom('traces')
    .select(['workorder_id', 'number', 'node_id', 'handler_status', 'candidates', 'handler_id'])
    .where('workorder_id', 'in', ids)
    .execute();
  return {
    orders: orders.map((order) => ({
      id: order.id,
      code: order.code,
      taskCode: order.task_code,
      definitionId: order.process_definition_id,
      initiatorId: order.initiator_id,
      traces: traces
        .filter((trace) => trace.workorder_id === order.id)
        .map(({ number, node_id, handler_status, candidates, handler_id }) => ({
          number,
          nodeId: node_id,
          isOpen: handler_status === 0,
          keys: candidates,
          handlerId: handler_id,
        })),
    })),
    drafts: await db.selectFrom('drafts').select(['id', 'staff_id as staffId']).limit(60).execute(),
    files: await idsOf('files'),
    opinions: await idsOf('opinions'),
    messages: await idsOf('messages'),
    areas: await db.selectFrom('areas').select(['id', 'code']).limit(30).execute(),
    organisations: await idsOf('organisations'),
    staff: await idsOf('staff'),
    definitions: (await db.selectFrom('process_definitions').select('id').execute()).map(({ id }) => id),
  };
}
