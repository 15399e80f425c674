import { expect, type Page } from '@playwright/test';
import { PaperForm } from '#domain/enumerations/paper-form.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { defaultCorrectionSettings } from '#domain/records/correction-settings.ts';
import { handlerBar, openFromList } from './handling.ts';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const paper = (name: string) => ({ name, form: PaperForm.copy, copies: 1, required: true, note: '' });
const desk = { viewport: { width: 1366, height: 625 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function pressMore(page: Page, name: string): Promise<void> {
  await handlerBar(page).getByRole('button', { name: '更多' }).click();
  await page
    .getByRole('menuitem', { name })
    .or(page.getByRole('button', { name, exact: true }))
    .first()
    .click();
}

test('materials are checked, a correction is asked, answered on the phone and accepted (S1 §4)', async ({
  openSignedIn,
  publishMatter,
}) => {
  await publishMatter({
    code: 'stall-permit',
    name: '临时摊位申请',
    ownMatter: true,
    fields: [{ id: 'place', title: '摊位地点', 'x-component': 'single-line', required: true }],
    papers: [paper('身份证件'), paper('健康证明')],
    records: { correction: { ...defaultCorrectionSettings, enabled: true, onceOnly: true } },
    steps: [
      {
        name: '受理',
        handler: people.receiver,
        stage: WorkOrderStatus.awaitingAcceptance,
        form: { authority: 1, fields: [] },
      },
    ],
  });
  const clerk = await openSignedIn(people.clerk, '/initiation/stall-permit', phone);
  await clerk.getByLabel('摊位地点').fill('新安大街 18 号');
  await clerk.getByRole('button', { name: '提交', exact: true }).click();
  const started = clerk.getByText(/^办件已提交，办件流水号：\d{10}$/);
  await expect(started).toBeVisible();
  const code = /\d{10}/.exec(await started.innerText())?.[0] ?? '';

  const receiver = await openSignedIn(people.receiver, '/todo', desk);
  await openFromList(receiver, code);
  await receiver.getByRole('button', { name: '核对材料' }).click();
  await receiver.getByRole('combobox', { name: /^核对结果.*健康证明/ }).click();
  await receiver.locator('.ant-select-item-option', { hasText: '已过期' }).last().click();
  await receiver.getByRole('textbox', { name: /^说明.*健康证明/ }).fill('已于 2026-10-31 到期');
  await receiver.getByRole('button', { name: '其余必交材料齐全' }).click();
  await expectAccessible(receiver, 'the check of materials');
  await receiver.getByRole('button', { name: '保存核对结果' }).click();
  await expect(receiver.getByText('核对结果已保存：1 份有问题')).toBeVisible();

  await pressMore(receiver, '要求补正');
  const dialog = receiver.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: '健康证明' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: '身份证件' })).not.toBeChecked();
  await dialog.getByRole('textbox', { name: '健康证明怎样补' }).fill('');
  await dialog.getByRole('button', { name: /^确认要求补正/ }).click();
  await expect(dialog.getByText('请写明怎样补')).toBeVisible();
  await dialog.getByRole('textbox', { name: '健康证明怎样补' }).fill('请换有效的健康证明。');
  await expectAccessible(receiver, 'the request for a correction');
  await dialog.getByRole('button', { name: /^确认要求补正（1 份）/ }).click();
  await expect(receiver.getByText('等待申请人提交').first()).toBeVisible();

  await clerk.goto(`/affair/detail/${code}`);
  await clerk.getByRole('button', { name: '提交补正' }).first().click();
  const answer = clerk.getByRole('dialog');
  await answer
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: '健康证明.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    });
  await expect(answer.getByText('健康证明.pdf')).toBeVisible();
  await expectNoOverflow(clerk, 'correction-answer-390');
  await answer.getByRole('button', { name: '确认提交补正' }).click();
  await expect(clerk.getByText('申请人已提交').first()).toBeVisible();

  await receiver.goto(`/affair/detail/${code}`);
  const review = receiver.getByRole('region', { name: '审核补正材料' });
  await expect(review.getByText('请换有效的健康证明。')).toBeVisible();
  await expect(review.getByRole('button', { name: '健康证明.pdf' })).toBeVisible();
  await review.getByRole('button', { name: '补正通过' }).click();
  await expect(review.getByText('请审核“健康证明”')).toBeVisible();
  const verdict = review.getByRole('radiogroup', { name: '审核健康证明' });
  await verdict.getByText('不合格').click();
  await expect(review.getByText(/有 1 份不合格，该事项实行一次性告知/)).toBeVisible();
  await expect(review.getByRole('radio', { name: '再次补正' })).toHaveCount(0);
  await expectAccessible(receiver, 'the review of a correction');
  await verdict.getByText('合格', { exact: true }).click();
  await review.getByRole('button', { name: '补正通过' }).click();
  await expect(receiver.getByText('补正完成').first()).toBeVisible();
  await expect(handlerBar(receiver).getByRole('button', { name: '办理' }).first()).toBeEnabled();
});
