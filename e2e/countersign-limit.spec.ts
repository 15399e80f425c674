import { expect } from '@playwright/test';
import { pressButton, startLetter } from './calls.ts';
import { handlerBar } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';
import { withPortalOfDaysAgo } from './separate-portal.ts';

/** Two departments one after the other within one day; a department that misses the limit counts as not agreeing. */
const countersign = {
  handlerOperation: '5',
  handlerOpinion: '请两部门依次提出意见。',
  countersignWay: '2',
  countersignHandlerType: '2',
  countersignFlowCondition: '1',
  countersignExpiry: 'failed',
  handlerLimitTime: 1,
  handlerLimitUnit: '2',
  countersignList: [
    { groupName: '住建部门', handlerType: '4', handlerId: 'department:330127-zjj-wyk' },
    { groupName: '监管部门', handlerType: '4', handlerId: 'department:330127-scj-jgk' },
  ],
};

test('a sequential countersign of groups is decided by its expiry policy when the second group misses the limit', async ({
  openSignedIn,
}) => {
  const letter = { ...writeLetter('会签到期的一件'), day: '2026-03-02' };
  let code = '';
  await withPortalOfDaysAgo(15, async (address) => {
    code = await startLetter(address, people.clerk, letter);
    await pressButton(address, people.receiver, code, { button: '确认收件' });
    await pressButton(address, people.reviewer, code, { button: '发起会签', extraFields: countersign });
    // The second group cannot answer before the first one.
    const earlyAnswer = pressButton(address, people.supervisor, code, { button: '会签通过' });
    await expect(earlyAnswer).rejects.toThrow('was refused');
    await pressButton(address, people.implementer, code, { button: '会签通过' });
  });

  // In today's portal the limit has passed: the countersign is decided, and the task goes back to the requester.
  const page = await openSignedIn(people.reviewer, `/affair/detail/${code}`);
  await expect(handlerBar(page).getByRole('button', { name: '受理', exact: true })).toBeVisible();
  const panel = page.getByRole('region', { name: '会签', exact: true });
  await expect(panel).toContainText('已答复 1 / 2');
  await expect(panel).toContainText('会签不通过');
  await expect(panel).toContainText('依次 · 返回发起人 · 到期未答复记为不通过');
  await expect(panel.getByRole('button', { name: /住建部门/ })).toContainText('1 / 1 通过');
  const overdueGroup = panel.getByRole('button', { name: /监管部门/ });
  await expect(overdueGroup).toContainText('0 / 1 未答复');
  await overdueGroup.click();
  await expect(panel).toContainText('到期未答复');
  await expectAccessible(page, 'countersign-expired');
  await expectNoOverflow(page, 'countersign-expired');

  // A person who missed the limit is no longer asked.
  const supervisor = await openSignedIn(people.supervisor, '/todo');
  await expect(supervisor.getByRole('main').getByRole('table')).toBeVisible();
  await expect(supervisor.getByRole('link', { name: code, exact: true })).toBeHidden();
});
