import { afterAll, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { processes } from '#contract/processes.ts';
import { workOrders } from '#contract/work-orders.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openCommands } from '#test/world/perform-command.ts';
import { proposal } from '#test/world/start-data.ts';

/** Tests a published process with a manual inclusive gateway: one branch or several at once (S1 §4, 12). */

const office = await testOffice();
const { db } = office.context;
const desk = openDesk(office);
const { stateOf } = openCommands(office);
let lastNumber = 0;

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

const xml = readSeedText('processes/congress-proposal.bpmn')
  .replace('id="assign" code="1" name="交办"', 'id="assign" code="12" name="交办"')
  .replace(
    '<bpmn:inclusiveGateway id="split" name="办理方式">',
    '$&<bpmn:extensionElements><portal:gateway manual="true" /></bpmn:extensionElements>',
  )
  .replaceAll(
    /<bpmn:conditionExpression [^>]*>congress-proposal\.handlingWay.*?<\/bpmn:conditionExpression>/g,
    '',
  );
// The handlers of a branch are read from the stored forms, which name no person yet.
const xmlWithPost = xml.replaceAll(
  /kind="variable" ref="congress-proposal\.[\w.]+"/g,
  'kind="position" ref="undertaker" name="承办联络岗"',
);
const { id } = await office.as('xiaohan').done(processes.publish, { body: { xml: xmlWithPost } });
await db
  .updateTable('business_items')
  .set({ process_definition_id: id })
  .where('task_code', '=', 'congress-proposal')
  .where('current', '=', true)
  .execute();

/** The person who may assign in the process. */
const assigner = 'songjia';
const startOne = () => desk.start('fenglei', proposal(++lastNumber));

async function openNodes(order: StartedOrder): Promise<string[]> {
  const { process } = await office
    .as(assigner)
    .done(workOrders.detailPage, { params: { workorderCode: order.code } });
  return [...process.activeNodeIds].sort();
}

const choose = (order: StartedOrder, branchProcessingNodeId: string) =>
  desk.tryPress(assigner, order, 'assign', 'assign', { handlerOperation: '12', branchProcessingNodeId });

test('each branch is offered with its position, organisations, people and limit', async () => {
  const order = await startOne();
  const traceId = await desk.traceAt(order, 'assign');
  const { rows, multiple } = await office.as(assigner).done(handling.branchNodes, { query: { traceId } });
  expect(multiple).toBe(true);
  expect(rows.map(({ flowNodeId, flowNodeName }) => [flowNodeId, flowNodeName])).toEqual([
    ['host', '独办或主办'],
    ['join-opinion', '分办或会办'],
  ]);
  for (const { opens, flowNodeId } of rows) {
    expect(opens).toMatchObject([{ flowNodeId, handlerNames: ['承办联络岗'] }]);
    expect(opens[0]?.peopleCount).toBeGreaterThan(1);
    expect(opens[0]?.people.length).toBeGreaterThan(0);
    expect(opens[0]?.orgNames.length).toBeGreaterThan(0);
    expect(opens[0]?.limitText).toMatch(/个工作日$/);
  }
});

test('several chosen branches get their own token and named handlers, and join again', async () => {
  const order = await startOne();
  const response = await desk.tryPress(assigner, order, 'assign', 'assign', {
    handlerOperation: '12',
    branchProcessingNodeId: 'host,join-opinion',
    procInsNodeUserReqModel: [
      { flowNodeId: 'host', candidates: ['staff:staff-xujun'] },
      { flowNodeId: 'join-opinion', candidates: ['staff:staff-gaofeng'] },
    ],
  });
  expect(response.body.data, response.text).toMatchObject({
    nextNodeNames: ['主办单位研究办理', '会办单位意见'],
  });
  expect(await openNodes(order)).toEqual(['host', 'join-opinion']);
  const openTasks = (await stateOf(order)).tasks.filter(({ outcome }) => outcome === null);
  expect(openTasks.map(({ nodeId, candidates }) => [nodeId, candidates])).toEqual([
    ['host', ['staff:staff-xujun']],
    ['join-opinion', ['staff:staff-gaofeng']],
  ]);
  expect(new Set(openTasks.map(({ tokenId }) => tokenId)).size).toBe(2);
  await desk.press('gaofeng', order, 'join-opinion', 'handle');
  expect(await openNodes(order)).toEqual(['gather', 'host']);
  await desk.press('xujun', order, 'host', 'handle');
  expect(await openNodes(order)).toEqual(['reply']);
});

test('one chosen branch continues without waiting for the other', async () => {
  const order = await startOne();
  expect((await choose(order, 'join-opinion')).status).toBe(200);
  expect(await openNodes(order)).toEqual(['join-opinion']);
  await desk.press('gaofeng', order, 'join-opinion', 'handle');
  expect(await openNodes(order)).toEqual(['reply']);
});

test('a choice without branches or with an unknown one is refused, and a duplicate branch counts once', async () => {
  const order = await startOne();
  for (const branches of ['', 'reply', 'host,reply']) {
    expect((await choose(order, branches)).body).toMatchObject({ errmsg: '请选择办理分支' });
  }
  expect((await choose(order, 'host,host')).status).toBe(200);
  expect(await openNodes(order)).toEqual(['host']);
});
