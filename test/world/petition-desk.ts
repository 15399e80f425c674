import { workOrders } from '#contract/work-orders.ts';
import { openDesk, type StartedOrder } from './desk.ts';
import type { TestOffice } from './office.ts';
import { petition, units } from './start-data.ts';

/** Petitions of a test, brought to the node where its story begins. */
export function openPetitionDesk(office: TestOffice) {
  const desk = openDesk(office);
  let lastNumber = 0;
  const start = () => desk.start('zhangwei', petition(++lastNumber));

  const pageOf = (account: string, { code }: StartedOrder) =>
    office.as(account).done(workOrders.detailPage, { params: { workorderCode: code } });

  async function openNodes(order: StartedOrder): Promise<string[]> {
    const { process } = await pageOf('wujianguo', order);
    return [...process.activeNodeIds].sort();
  }

  async function startUntilInstruct(coUnits = units.enforcement): Promise<StartedOrder> {
    const order = await start();
    await desk.press('liuyang', order, 'receive', 'receive');
    const content = { acceptResult: 'accept', undertakingUnit: units.housing, coUnits };
    const workorderForms = [{ formId: 'petition-letter:1', content }];
    await desk.press('zhaomin', order, 'examine', 'accept', { workorderForms });
    return order;
  }

  async function startUntilJoint(coUnits = units.enforcement): Promise<StartedOrder> {
    const order = await startUntilInstruct(coUnits);
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'fork' });
    return order;
  }

  async function startUntilAudit(): Promise<StartedOrder> {
    const order = await startUntilInstruct();
    await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
    await desk.press('zhuhong', order, 'undertake', 'undertake');
    return order;
  }

  return { desk, start, pageOf, openNodes, startUntilInstruct, startUntilJoint, startUntilAudit };
}
