import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { formLimits } from '#domain/forms/limits.ts';
import { openDesk } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import { proposal } from '#test/world/start-data.ts';
import { afterTampering } from '#test/world/tampering.ts';
import { digestOfFormChange, formChangeName } from './record-digests.ts';
import { verifyAudit } from './verify.ts';
import { checkFormChanges } from './verify-form-changes.ts';

/** Tests that earlier values of forms cannot be changed, and only the oldest may be missing (docs/decisions/0238). */

const office = await testOffice();
const { db, crypto } = office.context;
const desk = openDesk(office);
const order = await desk.start('fenglei', proposal(1));
await desk.press('songjia', order, 'assign', 'assign');
const ofOrder = sql`workorder_id = ${order.id}`;

test.each([
  ['被改动', sql`update work_order_form_changes set previous = '{"handlingWay":"branch"}' where ${ofOrder}`],
  ['被改动', sql`update work_order_form_changes set staff_name = '查无此人' where ${ofOrder}`],
  ['中的原值已被删除', sql`update work_order_form_changes set previous = null where ${ofOrder}`],
  ['已被删除', sql`delete from work_order_form_changes where ${ofOrder}`],
  [
    '不是经系统写入的',
    sql`insert into work_order_form_changes
      select workorder_id, form_code, 1, number, staff_id, staff_name, at, fields, previous
      from work_order_form_changes where ${ofOrder}`,
  ],
])('a change of a form that is tampered with is reported: %s', async (words, tampering) => {
  const findings = await afterTampering(db, [tampering], async (tx) =>
    (await verifyAudit(tx, crypto, {})).findings.map(({ chinese }) => chinese),
  );
  const line = new RegExp(`^办件 ${order.code}：表单 congress-proposal 的修改记录（版本 \\d+）${words}$`);
  expect(findings).toEqual([expect.stringMatching(line)]);
});

/** Stores changes of a form, each with so many bytes of values, then removes the values of some; returns the problems. */
async function problemsAfterRemoving(versions: readonly number[], bytes: readonly number[]) {
  const id = randomUUID();
  const digests = new Map<string, string>();
  for (const [index, size] of bytes.entries()) {
    const change = {
      number: null,
      staff_id: 'staff-songjia',
      staff_name: '宋佳',
      at: new Date('2026-10-01T01:00:00Z'),
      fields: ['text'],
      previous: { text: 'x'.repeat(size) },
    };
    const version = index + 1;
    digests.set(formChangeName('form', version), digestOfFormChange(change));
    await db
      .insertInto('work_order_form_changes')
      .values({
        ...change,
        workorder_id: id,
        form_code: 'form',
        version,
        previous: versions.includes(version) ? null : JSON.stringify(change.previous),
      })
      .execute();
  }
  const problems = await checkFormChanges(db, [{ id, digests, isSigned: true }]);
  return problems.get(id)?.map(([chinese]) => chinese);
}

const many = formLimits.storedChangesBytes / 4;

test('the oldest values of a large form may be missing', async () => {
  expect(await problemsAfterRemoving([1, 2], [10, many, many, 10])).toEqual([]);
  expect(await problemsAfterRemoving([1], [10, 10, many])).toEqual([]);
});

test('values that are missing between others, or from a small form, are reported', async () => {
  const gone = (version: number) => [`表单 form 的修改记录（版本 ${version}）中的原值已被删除`];
  expect(await problemsAfterRemoving([2], [10, many, many])).toEqual(gone(2));
  expect(await problemsAfterRemoving([1, 3], [10, many, many])).toEqual(gone(3));
  expect(await problemsAfterRemoving([1], [10, 10, 10])).toEqual(gone(1));
});
