import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formLimits } from '#domain/forms/limits.ts';
import { testOffice } from '#test/world/office.ts';
import { digestOfFormChange, formChangeName } from './record-digests.ts';
import { checkFormChanges } from './verify-form-changes.ts';

/** Tests that the oldest earlier values of a form may be missing, and no others (docs/decisions/0238). */

const { db } = (await testOffice()).context;

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
