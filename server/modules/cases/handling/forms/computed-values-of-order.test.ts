import { expect, test } from 'vitest';
import { catalogue } from '#contract/catalogue.ts';
import { initiation } from '#contract/initiation.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { addWorkingDays } from '#domain/calendar/working-days.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { clearFormCache } from '#server/modules/design/forms/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { readSeedJson } from '#server/seeds/office.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

/** Tests computed fields of an order: the server computes them with its own day and working days (S2 §5). */

const office = await testOffice();
const { db } = office.context;

const number = (id: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title: id,
  'x-component': 'number',
  ...more,
});
const model = readSeedJson<FormModel>('forms/petition-letter.json');
const computed: readonly FieldModel[] = [
  number('price'),
  number('count'),
  number('total', { computed: 'price * count', rules: [{ rule: 'max', value: 10_000 }] }),
  { ...number('until', { computed: 'add working days(today(), count)' }), 'x-component': 'date' },
];
// In a section that the start may edit.
const fields = model.schema.fields.flatMap((field) =>
  field.id === 'summary' ? [...computed, field] : [field],
);
await db
  .updateTable('form_definitions')
  .set({ model: JSON.stringify({ ...model, schema: { fields } }) })
  .where('code', '=', 'petition-letter')
  .execute();
clearFormCache(db);

let lastNumber = 0;
const start = (values: Record<string, unknown>) => {
  lastNumber += 1;
  return office.as('wangfang').call(initiation.initiate, { body: petition(lastNumber, values).start });
};

test('an order stores the computed values, whatever was sent for them', async () => {
  const { status, body } = await start({ price: 35.41, count: 100, total: 1, until: '2020-01-01' });
  expect(status).toBe(200);
  const { workorderId } = body.data as unknown as { workorderId: string };
  const { content } = await db
    .selectFrom('work_order_forms')
    .select('content')
    .where('workorder_id', '=', workorderId)
    .executeTakeFirstOrThrow();
  const today = localDateOf(office.context.now());
  const { date } = addWorkingDays(today, 100, await currentHolidays(db));
  expect(content).toMatchObject({ total: 3541, until: date });
  expect(await checkInvariants(db)).toEqual([]);
});

test('a computed value that breaks a rule is refused at its field', async () => {
  const { status, body } = await start({ price: 35.41, count: 1000 });
  expect(status).toBe(400);
  expect(body.problems).toMatchObject([{ field: 'petition-letter.total' }]);
});

test('the page gets the day and the exceptional working days of the office', async () => {
  const { taskCode } = petition(1).start;
  const { body } = await office.as('wangfang').call(catalogue.item, { params: { taskCode } });
  const [form] = (body.data as unknown as { forms: { computing?: Record<string, unknown> }[] }).forms;
  const { days } = await currentHolidays(db);
  expect(form?.computing).toEqual({
    today: localDateOf(office.context.now()),
    workingDays: Object.fromEntries(Object.entries(days).map(([day, { kind }]) => [day, kind === 'workday'])),
  });
});
