import { expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { testOffice } from '#test/world/office.ts';

const office = await testOffice();

test('a person whose password was reset is notified of who reset it', async () => {
  const params = { id: 'staff-shenjie' };
  await office.as('tianye').done(accounts.resetPassword, { params });
  const notified = await office.context.db
    .selectFrom('messages')
    .select(['title', 'content'])
    .where('staff_id', '=', params.id)
    .execute();
  expect(notified).toEqual([
    {
      title: '密码已被重置（系统管理员田野）',
      content: expect.stringContaining('系统管理员田野已将您的密码重置为一次性密码'),
    },
  ]);
});
