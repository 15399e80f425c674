import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '#domain/access/actor.ts';
import type { Random } from '#server/seeds/demo/random.ts';
import { openDesk } from '#test/world/desk.ts';
import type { TestOffice } from '#test/world/office.ts';
import { testPassword } from '#test/world/portal.ts';
import { type Known, type KnownOrder, matterOf } from './world.ts';

const processFolder = join(import.meta.dirname, '..', '..', 'server', 'seeds', 'data', 'processes');
const diagrams = ['petition-letter', 'congress-proposal', 'permit-application'].map((name) =>
  readFileSync(join(processFolder, `${name}.bpmn`), 'utf8'),
);

/** What one call may name: mostly things of one order that the caller has to do with, so that the parts fit together. */
export interface Choice {
  order: KnownOrder | undefined;
  trace: string;
  nodeId: string;
}

/** An order whose open task the person may take if there is one, else any, at one of its tasks. */
export function chooseOrder(known: Known, actor: Actor | undefined, random: Random): Choice {
  const mine = known.orders.filter(({ traces }) =>
    traces.some(({ isOpen, keys }) => isOpen && keys.some((key) => actor?.keys.includes(key))),
  );
  const pool = mine.length > 0 && random.chance(0.7) ? mine : known.orders;
  const order = pool.length > 0 ? random.pick(pool) : undefined;
  if (!order) return { order, trace: '', nodeId: '' };
  const open = order.traces.filter(
    ({ isOpen, keys }) => isOpen && keys.some((key) => actor?.keys.includes(key)),
  );
  const traces = open.length > 0 && random.chance(0.8) ? open : order.traces;
  const trace = random.pick(traces);
  return { order, trace: `${order.id}.${trace.number}`, nodeId: trace.nodeId };
}

/** Real values by the name of the field; undefined where any value of the type will do. */
export function knownValue(
  field: string,
  path: string,
  choice: Choice,
  known: Known,
  random: Random,
): unknown {
  const { order, trace, nodeId } = choice;
  const one = (ids: readonly string[]) => (ids.length > 0 ? random.pick(ids) : undefined);
  switch (field) {
    case 'workorderCode':
      return order?.code;
    case 'workorderId':
      return path.includes('/drafts/') ? one(known.drafts) : order?.id;
    case 'procInsId':
    case 'proInsId':
      return order?.id;
    case 'workorderTraceId':
    case 'traceId':
    case 'actInstId':
      return trace;
    case 'flowNodeId':
    case 'branchProcessingNodeId':
      return random.pick([nodeId, 'fork', 'undertake', 'start', `${nodeId},start`]);
    case 'backNodeIds':
      return random.pick(['start', nodeId, `start,${nodeId}`, 'receive']);
    case 'defId':
    case 'procDefId':
      return order?.definitionId;
    case 'buttonId':
      return random.pick([nodeId, 'return', 'void', 'accept', '']);
    case 'handlerOperation':
      return undefined;
    case 'candidates':
      return random.chance(0.5) ? [`staff:${one(known.staff)}`] : ['role:handler'];
    case 'taskCode':
      return random.pick(['petition-letter', 'congress-proposal', 'permit-application']);
    case 'itemDeployId':
      return `${order?.taskCode}-1`;
    case 'formCode':
      return order?.taskCode;
    case 'id':
      return idOf(path, known, one);
    case 'ids':
      return path.includes('drafts') ? known.drafts.slice(0, 2).join() : known.messages.slice(0, 3);
    case 'subject':
      return one(known.files);
    case 'areaCode':
    case 'areaId':
    case 'regionCode':
    case 'parent':
    case 'parentId': {
      const area = known.areas.length > 0 ? random.pick(known.areas) : undefined;
      return field === 'areaCode' ? area?.code : area?.id;
    }
    case 'orgId':
    case 'departmentId':
      return one(known.organisations);
    case 'staffId':
      return one(known.staff);
    case 'content':
      return path.startsWith('/opinion') ? undefined : { letterTitle: '改', petitionerCount: 2 };
    case 'xml':
      return random.pick(diagrams);
    case 'username':
      return random.pick(['zhangwei', 'liuyang', 'nobody']);
    case 'password':
    case 'oldpassword':
      return random.pick([testPassword, 'Wrong-72341', 'sm2:04abcdef']);
    case 'verifyCode':
      return 'A7K3';
    case 'redirectURI':
      return random.pick(['/login', 'https://example.org/', '//host', '/\\host']);
    default:
      return undefined;
  }
}

function idOf(path: string, known: Known, one: (ids: readonly string[]) => string | undefined): unknown {
  if (path.startsWith('/areas')) return one(known.areas.map(({ id }) => id));
  if (path.includes('/file')) return one(known.files);
  if (path.startsWith('/opinion')) return one(known.opinions);
  if (path.includes('/processes')) return one(known.definitions);
  return path.includes('/drafts') ? one(known.drafts) : undefined;
}

/** Whole bodies that no schema would make up: what people of the office fill in and send. */
export async function bodyOf(
  office: TestOffice,
  path: string,
  { order, trace, nodeId }: Choice,
  random: Random,
): Promise<unknown> {
  const taskCode = random.pick([
    'petition-letter',
    'petition-letter',
    'congress-proposal',
    'permit-application',
  ]);
  const { start } = matterOf(taskCode, random.int(100, 9000));
  if (path.endsWith('/initiateProcess')) return start;
  if (path.endsWith('/drafts')) {
    const { itemDeployId, applyer, workorderForms } = start;
    return { taskCode, itemDeployId, applyer, workorderForms };
  }
  if (!order) return undefined;
  const desk = openDesk(office);
  const matter = matterOf(order.taskCode, 1);
  if (path.endsWith('/workorder/handle')) {
    const place = { id: order.id, code: order.code, matter };
    const button = await someButton(office, order, nodeId, random);
    if (button === undefined) return undefined;
    const branch = random.pick(['fork', 'undertake', '']);
    return desk
      .pressBody(place, nodeId, button, {
        ...(nodeId === 'instruct' && { branchProcessingNodeId: branch }),
        ...(random.chance(0.3) && { backNodeIds: 'start' }),
      })
      .catch(() => undefined);
  }
  if (path.endsWith('/next-nodes')) {
    const content = matter.fillings[nodeId] ?? {};
    return { workorderTraceId: trace, workorderForms: [{ formCode: order.taskCode, content }] };
  }
  return undefined;
}

async function someButton(
  { context }: TestOffice,
  order: KnownOrder,
  nodeId: string,
  random: Random,
): Promise<string | undefined> {
  const { definition } = await context.db
    .selectFrom('process_definitions')
    .select('definition')
    .where('id', '=', order.definitionId)
    .executeTakeFirstOrThrow();
  const node = definition.nodes[nodeId];
  return node?.kind === 'userTask' && node.buttons.length > 0 ? random.pick(node.buttons).id : undefined;
}
