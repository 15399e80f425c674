import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '#domain/access/actor.ts';
import { demoPassword } from '#server/kernel/config/config.ts';
import { createCaptcha } from '#server/modules/access/session/captcha.ts';
import type { Random } from '#server/seeds/demo/random.ts';
import { openDesk } from '#test/world/desk.ts';
import type { TestOffice } from '#test/world/office.ts';
import { type KnownObjects, type KnownOrder, startDataOf } from './world.ts';

const processFolder = join(import.meta.dirname, '..', '..', 'server', 'seeds', 'data', 'processes');
const diagrams = ['petition-letter', 'congress-proposal', 'permit-application'].map((name) =>
  readFileSync(join(processFolder, `${name}.bpmn`), 'utf8'),
);

/**
 * Objects that one call may refer to: mostly those of one order that concerns the caller, so that they belong
 * together.
 */
export interface Choice {
  actor: Actor | undefined;
  order: KnownOrder | undefined;
  trace: string;
  nodeId: string;
}

type KnownTrace = KnownOrder['traces'][number];

/**
 * Checks whether the call could apply to a task for this person: withdraw needs a finished one, all others an
 * open one.
 */
function isTaskOf(actor: Actor, path: string, order: KnownOrder): (trace: KnownTrace) => boolean {
  if (path.endsWith('/withdraw')) return ({ handlerId, isOpen }) => !isOpen && handlerId === actor.staffId;
  if (path.endsWith('/recall')) return () => order.initiatorId === actor.staffId;
  return ({ isOpen, keys }) => isOpen && keys.some((key) => actor.keys.includes(key));
}

/**
 * Returns an order with a task for this person and call if there is one, else any order at one of its tasks.
 */
export function chooseOrder(
  known: KnownObjects,
  path: string,
  actor: Actor | undefined,
  random: Random,
): Choice {
  const tasksOf = (order: KnownOrder) => (actor ? order.traces.filter(isTaskOf(actor, path, order)) : []);
  const mine = known.orders.filter((order) => tasksOf(order).length > 0);
  const pool = mine.length > 0 && random.chance(0.8) ? mine : known.orders;
  if (pool.length === 0) return { actor, order: undefined, trace: '', nodeId: '' };
  const order = random.pick(pool);
  const tasks = tasksOf(order);
  const trace = random.pick(tasks.length > 0 && random.chance(0.85) ? tasks : order.traces);
  return { actor, order, trace: `${order.id}.${trace.number}`, nodeId: trace.nodeId };
}

/** Returns real values by the name of the field; undefined if any value of the type will do. */
export function knownValue(
  field: string,
  path: string,
  choice: Choice,
  known: KnownObjects,
  random: Random,
): unknown {
  const { actor, order, trace, nodeId } = choice;
  const own = known.drafts.filter(({ staffId }) => staffId === actor?.staffId || random.chance(0.1));
  const drafts = own.map(({ id }) => id);
  const one = (ids: readonly string[]) => (ids.length > 0 ? random.pick(ids) : undefined);
  switch (field) {
    case 'workorderCode':
    case 'bizCode':
      return order?.code;
    case 'workorderId':
      return path.includes('/drafts/') ? one(drafts) : order?.id;
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
    case 'formId':
      return `${order?.taskCode}:1`;
    case 'id':
      return path.includes('/drafts') ? one(drafts) : idOf(path, known, one);
    case 'ids':
      return path.includes('drafts') ? drafts.slice(0, 2).join() : known.messages.slice(0, 3);
    case 'list':
    case 'apiCode':
      return random.pick(['todo', 'done', 'copied', 'initiated', 'mine', 'drafts']);
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
    case 'assignHandlerId':
    case 'handlerId':
      return one(known.staff);
    case 'candidate':
      return `staff:${one(known.staff)}`;
    case 'attachmentId':
      return one(known.files);
    case 'content':
      return path.startsWith('/opinion') ? undefined : { letterTitle: '改', petitionerCount: 2 };
    case 'xml':
      return damageDiagram(random.pick(diagrams), random);
    case 'username':
      return random.pick(['zhangwei', 'liuyang', 'nobody']);
    case 'password':
    case 'oldpassword':
      return random.pick([demoPassword, 'Wrong-72341', 'sm2:04abcdef']);
    case 'verifyCode':
      return 'A7K3';
    case 'redirectURI':
      return random.pick(['/login', 'https://example.org/', '//host', '/\\host']);
    default:
      return undefined;
  }
}

function idOf(
  path: string,
  known: KnownObjects,
  one: (ids: readonly string[]) => string | undefined,
): unknown {
  if (path.startsWith('/areas')) return one(known.areas.map(({ id }) => id));
  if (path.includes('/file')) return one(known.files);
  if (path.startsWith('/opinion')) return one(known.opinions);
  if (path.includes('/processes')) return one(known.definitions);
  return undefined;
}

/** Damages a diagram by removing a part or inserting text; leaves half of them unchanged. */
function damageDiagram(xml: string, random: Random): string {
  if (random.chance(0.5)) return xml;
  const offset = random.int(0, xml.length);
  const insertion = random.pick([
    '',
    '<',
    '"',
    '&',
    '\u{1f600}',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '-1',
    'x'.repeat(1000),
  ]);
  if (random.chance(0.5)) return xml.slice(0, offset) + insertion + xml.slice(offset + random.int(0, 300));
  const attributes = [...xml.matchAll(/="([^"]*)"/g)];
  const chosen = random.pick(attributes);
  return xml.slice(0, chosen.index + 2) + insertion + xml.slice(chosen.index + 2 + (chosen[1]?.length ?? 0));
}

/**
 * Returns a complete body that cannot be generated from a schema, like those that people of the office send;
 * undefined if there is none.
 */
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
  const { start } = startDataOf(taskCode, random.int(100, 9000));
  if (path.endsWith('/initiateProcess')) return start;
  if (path.endsWith('/drafts')) {
    const { itemDeployId, applyer, workorderForms } = start;
    return { taskCode, itemDeployId, applyer, workorderForms };
  }
  // Each check of a correct password costs an argon2 hash, so only a third of the logins get that far.
  if (path.includes('login') && random.chance(0.3)) {
    const { captchaToken } = await createCaptcha(office.context, 'picture');
    return { username: 'zhangwei', password: demoPassword, verifyCode: 'A7K3', captchaToken };
  }
  if (!order) return undefined;
  const desk = openDesk(office);
  const startData = startDataOf(order.taskCode, 1);
  if (path.endsWith('/workorder/handle')) {
    const startedOrder = { id: order.id, code: order.code, startData };
    const button = await pickButton(office, order, nodeId, random);
    if (button === undefined) return undefined;
    const branch = random.pick(['fork', 'undertake', '']);
    return desk
      .pressBody(startedOrder, nodeId, button, {
        ...(nodeId === 'instruct' && { branchProcessingNodeId: branch }),
        ...(random.chance(0.3) && { backNodeIds: 'start' }),
      })
      .catch(() => undefined);
  }
  if (path.endsWith('/action-preview')) {
    const content = startData.valuesByNode[nodeId] ?? {};
    return {
      workorderId: order.id,
      traceId: trace,
      workorderForms: [{ formId: `${order.taskCode}:1`, content }],
    };
  }
  return undefined;
}

async function pickButton(
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
