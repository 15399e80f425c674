import { expect, type Locator, type Page } from '@playwright/test';
import { pressButton } from './calls.ts';
import { choosePerson, confirm, handlerBar, press, pressInBar } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { units } from './organisations.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('a signer before the handler gives an opinion before the task continues, a signer after the handler before the flow continues', async ({
  openSignedIn,
  startLetter,
  baseURL,
}) => {
  const address = baseURL ?? '';
  const code = await startLetter(people.clerk, writeLetter('请人签署意见的一件'));
  await pressButton(address, people.receiver, code, { button: '确认收件' });
  const page = await openSignedIn(people.reviewer, `/affair/detail/${code}`);
  const dialog = await openInBar(page, '加签', '请先看。');
  await dialog.getByRole('button', { name: '确认加签' }).click();
  await expect(dialog.getByText('请选择加签人员')).toBeVisible();
  await choosePerson(page, dialog.getByRole('button', { name: '选择加签人员' }), '徐军');
  await expectAccessible(page, 'add-signers');
  await expectNoOverflow(page, 'add-signers');
  await dialog.getByRole('button', { name: /^确认加签/ }).click();
  await expect(page.getByText('该环节已“加签”').first()).toBeVisible();

  const signer = await openSignedIn(people.implementer, `/affair/detail/${code}`, phone);
  await expect(signer.getByRole('heading', { name: '请您签署意见' })).toBeVisible();
  await expectNoOverflow(signer, 'signer-phone');
  await expectAccessible(signer, 'signer-phone');
  await giveOpinion(signer, '情况属实，建议受理。');

  // The task is back at the examiner; the second signer is asked afterwards.
  await expect(handlerBar(page)).toBeVisible();
  await expect(page.getByRole('list', { name: '办理轨迹' })).toContainText('情况属实，建议受理。');
  await pressButton(address, people.reviewer, code, {
    button: '加签',
    extraFields: {
      handlerOperation: '3',
      signerPlace: 'after',
      countersignList: [{ handlerType: '1', assignHandlerId: 'staff:staff-zhuhong' }],
    },
  });
  await pressButton(address, people.reviewer, code, {
    button: '受理',
    content: { acceptResult: 'accept', undertakingUnit: units.housing },
  });

  const lastSigner = await openSignedIn(people.colleague, `/affair/detail/${code}`);
  await expect(lastSigner.getByRole('heading', { name: '请您签署意见' })).toBeVisible();
  await expect(lastSigner.getByTitle('办理状态', { exact: true })).toHaveText('待受理');
  await giveOpinion(lastSigner, '同意受理。');
  const leader = await openSignedIn(people.leader, `/affair/detail/${code}`);
  await expect(handlerBar(leader).getByRole('button', { name: '批示' })).toBeVisible();
});

test('a task is delegated for an opinion and returns, is delegated completely, and is forwarded with a handler', async ({
  openSignedIn,
  startLetter,
  baseURL,
}) => {
  const code = await startLetter(people.clerk, writeLetter('委派后转交的一件'));
  const page = await openSignedIn(people.receiver, `/affair/detail/${code}`);
  const dialog = await openInBar(page, '委派', '请先核对材料。');
  await choosePerson(page, dialog.getByRole('button', { name: /^受托人/ }), '李娜');
  await dialog.getByText('受托人提出意见后，仍由我办理').click();
  await expectAccessible(page, 'delegate');
  await expectNoOverflow(page, 'delegate');
  await dialog.getByRole('button', { name: '确认委派' }).click();
  await expect(page.getByText('该环节已“委派”').first()).toBeVisible();

  const delegate = await openSignedIn(people.otherClerk, `/affair/detail/${code}`, phone);
  await expect(delegate.getByRole('heading', { name: '请您代为办理' })).toBeVisible();
  await expectNoOverflow(delegate, 'delegate-phone');
  await giveOpinion(delegate, '材料已核对，齐全。');

  await expect(handlerBar(page).getByRole('button', { name: '确认收件' })).toBeVisible();
  await expect(page.getByRole('list', { name: '办理轨迹' })).toContainText('材料已核对，齐全。');
  await pressButton(baseURL ?? '', people.receiver, code, {
    button: '委派',
    extraFields: {
      handlerOperation: '8',
      handlerOpinion: '本周外出，请代为收件。',
      countersignList: [{ handlerType: '1', assignHandlerId: 'staff:staff-lina' }],
    },
  });

  await delegate.goto(`/affair/detail/${code}`);
  await expect(delegate.getByRole('list', { name: '办理轨迹' })).toContainText('已委派给李娜');
  const forward = await press(delegate, '转交', '转请赵敏审查。');
  await confirm(forward, '转交');
  await expect(forward.getByText('请完整配置所有节点的处理人').first()).toBeVisible();
  await choosePerson(delegate, forward.getByRole('button', { name: /受理审查/ }).first(), '赵敏');
  await expectNoOverflow(delegate, 'forward-phone');
  await forward.getByRole('button', { name: '确认转交' }).click();
  await expect(delegate.getByText('该环节已“转交”').first()).toBeVisible();
  await delegate.goto(`/affair/detail/${code}`);
  await expect(delegate.getByRole('list', { name: '办理轨迹' })).toContainText('李娜 代 刘洋');
  const examiner = await openSignedIn(people.reviewer, `/affair/detail/${code}`);
  await expect(handlerBar(examiner).getByRole('button', { name: '受理', exact: true })).toBeVisible();
});

async function openInBar(page: Page, action: string, opinion: string): Promise<Locator> {
  await expect(handlerBar(page)).toBeVisible();
  await handlerBar(page).getByRole('textbox', { name: '处理意见' }).fill(opinion);
  await pressInBar(page, action);
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${action} `) });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function giveOpinion(page: Page, opinion: string): Promise<void> {
  await expect(handlerBar(page)).toBeVisible();
  await handlerBar(page).getByRole('textbox', { name: '处理意见' }).fill(opinion);
  await pressInBar(page, '提交意见');
  const dialog = page.getByRole('dialog', { name: /^提交意见/ });
  await dialog.getByRole('button', { name: '确认提交意见' }).click();
  await expect(page.getByText('该环节已“签署意见”').first()).toBeVisible();
}
