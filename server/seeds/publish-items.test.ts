import { expect, test } from 'vitest';
import { workOrders } from '#contract/work-orders.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { publishItems } from './publish-items.ts';

const office = await testOffice();
const { context } = office;
const items = () =>
  context.db.selectFrom('business_items').selectAll().orderBy('task_code').orderBy('version').execute();
const forms = () => context.db.selectFrom('form_definitions').select('id').execute();

test('publishing the same items again changes nothing', async () => {
  const before = { items: await items(), forms: await forms() };
  await publishItems(context);
  expect({ items: await items(), forms: await forms() }).toEqual(before);
});

test('a changed item gets its next version, and open orders keep the old one', async () => {
  const order = await openDesk(office).start('zhangwei', petition(1));
  await context.db
    .updateTable('business_items')
    .set({ applicant_word: '申请人' })
    .where('task_code', '=', 'petition-letter')
    .execute();
  await publishItems(context);
  const versions = (await items()).filter(({ task_code }) => task_code === 'petition-letter');
  expect(versions.map(({ id, current, applicant_word }) => [id, current, applicant_word])).toEqual([
    ['petition-letter-1', false, '申请人'],
    ['petition-letter-2', true, '信访人'],
  ]);
  const params = { workorderCode: order.code };
  const page = await office.as('liuyang').done(workOrders.detailPage, { params });
  expect(page.order).toMatchObject({ itemDeployId: 'petition-letter-1', applicantWord: '申请人' });
});
