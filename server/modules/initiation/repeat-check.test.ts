import { expect, test } from 'vitest';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { openDesk } from '#test/world/desk.ts';
import { petition } from '#test/world/matters.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();
const desk = openDesk(office);
const running = await desk.start('zhangwei', petition(1));
const { taskCode, applyer } = running.matter.start;

function ask(certCode: string) {
  return office.as('chenjing').call(initiation.check, { query: { taskCode, certCode } });
}

test('the repeat check tells a hit without the order, leaves it in the trail and ends after so many (S1 §5)', async () => {
  const answers = [];
  for (let count = 0; count < 40; count += 1) answers.push(await ask(applyer.certCode));
  const told = answers.filter(({ status }) => status === 200);
  expect(told).toHaveLength(30);
  for (const { text } of told) {
    expect(text).toContain('申请权限校验不通过');
    expect(text).not.toContain(running.code);
  }
  expect(answers.at(-1)?.body).toMatchObject({ errcode: 429 });
  const links = await office.context.db
    .selectFrom('audit_links')
    .select('staff_name')
    .where('chain', '=', 'repeat-check')
    .execute();
  expect(links).toHaveLength(30);
});

test('after the last hit every question is refused, so that a refusal is no hit either (S1 §5)', async () => {
  const missed = await ask('11010119900307787X');
  expect(missed.body).toEqual((await ask(applyer.certCode)).body);
  expect(missed.body).toMatchObject({ errcode: 429 });
  office.clock.forward(3_600_000);
  expect((await ask('11010119900307787X')).body.data).toEqual({ flag: true, msg: '', order: null });
});

test('questions without a hit end too, whoever asks them all at once', async () => {
  const asks = Array.from({ length: 130 }, () =>
    office.as('lina').call(initiation.check, { query: { taskCode, certCode: '110101199003077758' } }),
  );
  const answers = await Promise.all(asks);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
});

test('an applicant is revealed so many times an hour', async () => {
  const reveal = () =>
    office.as('liuyang').call(workOrders.revealApplicant, { params: { workorderCode: running.code } });
  const answers = [];
  for (let count = 0; count < 61; count += 1) answers.push(await reveal());
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.at(-1)?.body).toMatchObject({ errcode: 429 });
});
