import { expect, type Page } from '@playwright/test';
import { pressButton } from './calls.ts';
import { chooseDepartment, choosePerson, confirm, handlerBar, press, pressInBar } from './handling.ts';
import { type Journey, test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { units } from './organisations.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

// Seats that cannot be asked are refused when they are chosen.
test.use({ expectedStatuses: [400] });

test('two groups countersign, one rejects, the requester continues, and a direct return comes back to the leader', async ({
  openSignedIn,
  startLetter,
  baseURL,
}) => {
  const address = baseURL ?? '';
  const code = await startLetter(people.clerk, writeLetter('请两个部门会签的一件'));
  await pressButton(address, people.receiver, code, { button: '确认收件' });

  const page = await openSignedIn(people.reviewer, `/affair/detail/${code}`);
  await expect(handlerBar(page)).toBeVisible();
  await pressInBar(page, '发起会签');
  const dialog = page.getByRole('dialog', { name: `发起会签 ${code}` });
  await dialog.getByText('按分组', { exact: true }).click();
  await dialog.getByRole('button', { name: '确认发起会签' }).click();
  await expect(dialog.getByText('请选择会签人员', { exact: true })).toBeVisible();
  await expect(dialog.getByText('请输入发起原因')).toBeVisible();

  await dialog.getByRole('textbox', { name: '第1组名称' }).fill('住建部门');
  const first = dialog.getByRole('region', { name: '第1组' });
  await chooseDepartment(page, first, '物业管理科');
  await expect(first.getByText('一席 · 2人可表态')).toBeVisible();
  // If both people of the department are asked by name, no person is left in it: the page reports it at once,
  // and sends nothing.
  for (const name of ['徐军', '杨帆'])
    await choosePerson(page, first.getByRole('button', { name: '添加' }), name, 2 + Number(name === '杨帆'));
  const problem = first.getByText('“物业管理科”可表态的人员均已单独参加会签，不能再按部门会签');
  await expect(problem).toBeVisible();
  await expectAccessible(page, 'countersign-fault');
  await first.getByRole('button', { name: '移除杨帆' }).click();
  await expect(first.getByText('一席 · 杨帆可表态')).toBeVisible();
  await expect(problem).toBeHidden();
  await first.getByRole('button', { name: '移除徐军' }).click();
  await dialog.getByRole('button', { name: '添加分组' }).click();
  await dialog.getByRole('textbox', { name: '第2组名称' }).fill('监管部门');
  const second = dialog.getByRole('region', { name: '第2组' });
  await chooseDepartment(page, second, '物业管理科');
  await expect(second.getByText('不同组之间人员、部门不可重复')).toBeVisible();
  await second.getByRole('button', { name: '移除物业管理科' }).click();
  await chooseDepartment(page, second, '食品经营监管科');
  await dialog.getByRole('textbox', { name: '发起原因' }).fill('涉及维修资金和设备安全，请两部门提出意见。');
  await expect(dialog.getByText(/^\d{4}-\d\d-\d\d 24:00 前答复$/)).toBeVisible();
  await expectAccessible(page, 'countersign');
  await expectNoOverflow(page, 'countersign');
  await dialog.getByRole('button', { name: '确认发起会签（2 组 2 席）' }).click();
  await expect(page.getByText(`该环节已“发起会签”，办件流水号：${code}`)).toBeVisible();

  await pressButton(address, people.implementer, code, {
    button: '会签通过',
    extraFields: { handlerOpinion: '同意启用维修资金。' },
  });
  const rejecting = await openSignedIn(people.supervisor, `/affair/detail/${code}`);
  await expect(rejecting.getByRole('heading', { name: '请您会签' })).toBeVisible();
  await expect(rejecting.getByText('涉及维修资金和设备安全，请两部门提出意见。').first()).toBeVisible();
  await expectAccessible(rejecting, 'countersign-answer');
  await expectNoOverflow(rejecting, 'countersign-answer');
  await rejecting.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(rejecting, 'countersign-answer-phone');
  await rejecting.setViewportSize({ width: 1366, height: 768 });
  await answer(rejecting, '会签不通过', '报价未附三家比价。');

  await page.goto(`/affair/detail/${code}`);
  await expect(handlerBar(page)).toBeVisible();
  const panel = page.getByRole('region', { name: '会签', exact: true });
  await expect(panel).toContainText('已答复 2 / 2');
  await expect(panel).toContainText('会签不通过');
  await panel.getByRole('button', { name: /监管部门/ }).click();
  await expect(panel).toContainText('报价未附三家比价。');
  await expectAccessible(page, 'countersign-trace');
  await expectNoOverflow(page, 'countersign-trace');
  await continueAndReturnDirectly({ openSignedIn, address, code });
});

/**
 * Continues as the requester although one group did not agree; the leader returns the order to a node before the
 * countersign, and it comes back to the leader directly.
 */
async function continueAndReturnDirectly({
  openSignedIn,
  address,
  code,
}: Pick<Journey, 'openSignedIn'> & { address: string; code: string }): Promise<void> {
  await pressButton(address, people.reviewer, code, {
    button: '受理',
    content: { acceptResult: 'accept', undertakingUnit: units.housing },
  });
  const leader = await openSignedIn(people.leader, `/affair/detail/${code}`);
  await expect(leader.getByRole('region', { name: '会签', exact: true })).toContainText('会签不通过');
  const dialog = await press(leader, '退回', '监管部门未通过，请补交三家比价。');
  await dialog.getByRole('checkbox', { name: /^来信登记/ }).check();
  await dialog.getByRole('radio', { name: /^退回后直送/ }).check();
  await expectAccessible(leader, 'return-across');
  await confirm(dialog, '退回');
  await expect(leader.getByText(`该环节已“退回”，办件流水号：${code}`)).toBeVisible();

  const clerk = await openSignedIn(people.clerk, `/affair/detail/${code}?isInitiated=1`);
  await confirm(await press(clerk, '提交', ''), '提交');
  await expect(clerk.getByText(`该环节已“提交”，办件流水号：${code}`)).toBeVisible();
  await leader.goto(`/affair/detail/${code}`);
  await expect(handlerBar(leader).getByRole('button', { name: '批示' })).toBeVisible();
  await expect(leader.getByRole('list', { name: '办理轨迹' })).toContainText('请补交三家比价');
}

/** Submits the answer of a seat and checks that it was accepted. */
async function answer(page: Page, button: string, opinion: string): Promise<void> {
  await handlerBar(page).getByRole('textbox', { name: '处理意见' }).fill(opinion);
  await pressInBar(page, button);
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${button}`) });
  await dialog.getByRole('button', { name: `确认${button}` }).click();
  await expect(page.getByText(new RegExp(`该环节已“${button}”`))).toBeVisible();
}
