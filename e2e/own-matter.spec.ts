import { expect } from '@playwright/test';
import { openFromList } from './handling.ts';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

test('a person applies for an own matter on the phone, and nobody can be named instead (S2 §2)', async ({
  openSignedIn,
  publishMatter,
}) => {
  const name = '公务用车申请';
  await publishMatter({
    code: 'office-car',
    name,
    ownMatter: true,
    fields: [{ id: 'reason', title: '用车事由', 'x-component': 'single-line', required: true }],
    steps: [{ name: '审核', handler: people.leader, form: { authority: 1, fields: [] } }],
  });
  const clerk = await openSignedIn(people.clerk, '/initiation/office-car', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await expect(clerk.getByText('取自登录用户的实名信息，不能修改。')).toBeVisible();
  await expect(clerk.getByLabel('申请人姓名')).toHaveCount(0);
  await expect(clerk.getByText('张伟', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await clerk.getByLabel('用车事由').fill('赴杭州参加培训');
  await expectAccessible(clerk, 'an own matter on the phone');
  await expectNoOverflow(clerk, 'own-matter-390');
  await clerk.getByRole('button', { name: '提交', exact: true }).click();
  const done = clerk.getByText(/^办件已提交，办件流水号：\d{10}$/);
  await expect(done).toBeVisible();
  const code = /\d{10}/.exec(await done.innerText())?.[0] ?? '';

  const leader = await openSignedIn(people.leader, '/todo');
  await openFromList(leader, code);
  await expect(leader.getByText('张伟', { exact: true }).filter({ visible: true }).first()).toBeVisible();
});
