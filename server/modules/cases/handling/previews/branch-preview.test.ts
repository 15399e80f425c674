import { afterAll, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { processes } from '#contract/processes.ts';
import { readSeedText } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { openPetitionDesk } from '#test/world/petition-desk.ts';
import { units } from '#test/world/start-data.ts';

/** Tests that the preview of a branch choice follows the form fields that name handlers of the branches. */

const office = await testOffice();
const { db } = office.context;
const { desk, startUntilInstruct } = openPetitionDesk(office);

afterAll(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

/** Previews 批示 with these assisting units in the form, which are not stored. */
async function previewWith(order: StartedOrder, coUnits: typeof units.housing, branchProcessingNodeId = '') {
  const workorderForms = [{ formId: 'petition-letter:1', content: { coUnits } }];
  const traceId = await desk.traceAt(order, 'instruct');
  const body = { workorderId: order.id, traceId, buttonId: 'instruct', branchProcessingNodeId };
  return office.as('wujianguo').done(handling.previewAction, { body: { ...body, workorderForms } });
}

test('the branch that fits the forms as filled in is suggested, with the units that get the order', async () => {
  const order = await startUntilInstruct([]);
  expect(await previewWith(order, [])).toMatchObject({
    outcome: null,
    branches: { multiple: false, suggestedNodeId: 'undertake' },
  });
  const { branches } = await previewWith(order, units.enforcement);
  expect(branches?.suggestedNodeId).toBe('fork');
  expect(branches?.rows.map(({ opens }) => opens.map(({ handlerNames }) => handlerNames))).toEqual([
    [['淳安县住房和城乡建设局']],
    [['淳安县住房和城乡建设局'], ['综合行政执法局千岛湖中队']],
  ]);
});

test('a chosen branch names the units of the form that it leaves out, except one that gets the order', async () => {
  const order = await startUntilInstruct([]);
  const assisting = [...units.housing, ...units.enforcement];
  expect(await previewWith(order, assisting, 'undertake')).toMatchObject({
    branches: null,
    outcome: { leftOut: [{ fieldTitle: '协办单位', unitNames: ['综合行政执法局千岛湖中队'] }] },
  });
  expect((await previewWith(order, assisting, 'fork')).outcome?.leftOut).toEqual([]);
  expect((await previewWith(order, [], 'undertake')).outcome?.leftOut).toEqual([]);
});

test('an order that goes directly back to the person who returned it needs no branch', async () => {
  const order = await startUntilInstruct();
  await desk.press('wujianguo', order, 'instruct', 'instruct', { branchProcessingNodeId: 'undertake' });
  const way = { backNodeIds: 'instruct', backWay: 'direct' };
  await desk.press('zhuhong', order, 'undertake', 'return', way);
  expect(await previewWith(order, units.enforcement)).toMatchObject({
    branches: null,
    outcome: { opens: [{ flowNodeId: 'undertake' }] },
  });
  await desk.press('wujianguo', order, 'instruct', 'instruct');
});

test('units in a field that the step hides are not named', async () => {
  const field = '<portal:authority form="petition-letter" field="coUnits" value="';
  const step = '<bpmn:userTask id="instruct"';
  const [before = '', after = ''] = readSeedText('processes/petition-letter.bpmn').split(step);
  const xml = `${before}${step}${after.replace(`${field}2`, `${field}0`)}`;
  const { id } = await office.as('xiaohan').done(processes.publish, { body: { xml } });
  await db
    .updateTable('business_items')
    .set({ process_definition_id: id })
    .where('task_code', '=', 'petition-letter')
    .where('current', '=', true)
    .execute();
  const order = await startUntilInstruct();
  expect((await previewWith(order, [], 'undertake')).outcome?.leftOut).toEqual([]);
});
