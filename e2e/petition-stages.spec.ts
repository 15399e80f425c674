import { expect, type Locator, type Page } from '@playwright/test';
import { pressButton, startLetter } from './calls.ts';
import { statusOf } from './handling.ts';
import { test } from './journey.ts';
import { fillApplicant, fillLetterFields, today, writeLetter } from './letter.ts';
import { units } from './organisations.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { type Account, people } from './people.ts';

const windows = [
  ['desk', { viewport: { width: 1366, height: 625 } }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

// The registration by another person is refused.
test.use({ expectedStatuses: [400] });

for (const [name, options] of windows) {
  test(`复查 is registered from an answered petition, by its petitioner, with its own limit (${name}) (S2 §5)`, async ({
    openSignedIn,
    baseURL,
  }) => {
    const address = baseURL ?? '';
    const letter = writeLetter('申请复查的一件');
    const code = await startLetter(address, people.clerk, letter);
    const reviewOf = (order: string) => startLetter(address, people.clerk, letter, order);
    await expect(reviewOf(code)).rejects.toThrow('办结后才能申请复查');
    await answer(address, code);

    const page = await openSignedIn(people.clerk, `/affair/detail/${code}`, options);
    const chain = await openChain(page);
    await expect(chain.getByRole('listitem')).toHaveText([
      new RegExp(`^办理${code}（本件）正常办结限 60 个自然日${today()} 登记${today()} 办结$`),
      /^复查可在 \d{4}-\d\d-\d\d 前（含当日）申请登记复查$/,
      '复核复查答复后可以申请',
    ]);
    await checkScreen(page, `stages-answered-${name}`);
    await chain.getByRole('link', { name: '登记复查' }).click();

    await test.step('a 复查 by another person is refused, and nothing typed is lost', async () => {
      const notice = page.getByRole('alert').filter({ hasText: `本件是对 ${code} 的复查或复核` });
      await expect(notice).toBeVisible();
      await fillApplicant(page, writeLetter('另一人的一件'));
      await fillLetterFields(page, letter);
      await submit(page);
      const problem = '复查由原信访人提出，证件号码与原办件不一致';
      const dialog = page.getByRole('dialog', { name: '确认提交失败' });
      await expect(dialog).toContainText(problem);
      await checkScreen(page, `stages-refused-${name}`);
      await dialog.getByRole('button', { name: '去完善', exact: true }).click();
      // The reason stays on the page, above the applicant.
      await expect(dialog).toBeHidden();
      await expect(notice).toContainText(problem);
      await expect(notice).toBeInViewport();
      await checkScreen(page, `stages-other-person-${name}`);
      await expect(page.getByRole('textbox', { name: '诉求' })).toHaveValue(letter.demand);
    });

    let review = '';
    await test.step('the petitioner’s 复查 is registered, and has its own limit', async () => {
      await fillApplicant(page, letter);
      await submit(page);
      const confirmation = page.getByText(/^办件已提交，办件流水号：\d{10,}$/);
      await expect(confirmation).toBeVisible();
      review = (await confirmation.innerText()).replace(/\D/g, '');
      await page.getByRole('main').getByRole('button', { name: '查看办件' }).click();
      await expect(statusOf(page)).toHaveText('待收件');
      await expect((await openChain(page)).getByRole('listitem')).toHaveText([
        new RegExp(`^办理${code}正常办结限 60 个自然日`),
        new RegExp(`^复查${review}（本件）待收件限 30 个自然日${today()} 登记\\d{4}-\\d\\d-\\d\\d 到期$`),
        // 复核 cannot be asked for before the end of 复查.
        '复核办结后才能申请复核',
      ]);
      await expect(chain.getByRole('link', { name: '登记复核' })).toHaveCount(0);
      await checkScreen(page, `stages-review-${name}`);
      await expect(reviewOf(review)).rejects.toThrow('办结后才能申请复核');
    });

    await test.step('the answered petition leads to its 复查, and gets no second one', async () => {
      await chain.getByRole('link', { name: code }).click();
      await expect(statusOf(page)).toHaveText('正常办结');
      await expect((await openChain(page)).getByRole('listitem')).toHaveText([
        new RegExp(`^办理${code}（本件）正常办结`),
        new RegExp(`^复查${review}待收件限 30 个自然日`),
        '复核复查答复后可以申请',
      ]);
      await expect(chain.getByRole('link', { name: '登记复查' })).toHaveCount(0);
      await checkScreen(page, `stages-reviewed-${name}`);
      await expect(reviewOf(code)).rejects.toThrow(`已申请复查，流水号 ${review}`);
    });
  });
}

/** Drives a letter by calls to its end with an answer. */
async function answer(address: string, code: string): Promise<void> {
  const press = (account: Account, button: string, content: Record<string, unknown> = {}) =>
    pressButton(address, account, code, { button, content });
  await pressButton(address, people.receiver, code, { button: '确认收件' });
  await press(people.receiver, '受理', { acceptResult: 'accept', undertakingUnit: units.housing });
  await pressButton(address, people.leader, code, { button: '批示', branch: 'undertake' });
  await press(people.implementer, '办理', { investigation: '主板损坏。', undertakingOpinion: '责令修复。' });
  await press(people.reviewer, '审核通过', { replyOpinion: '电梯已恢复运行。', replyDate: today() });
  await pressButton(address, people.leader, code, { button: '签发' });
  await press(people.receiver, '办结归档', { concludedDate: today() });
}

/** Opens the tab 关联办件 of the shown order; returns its chain of stages. */
async function openChain(page: Page): Promise<Locator> {
  // On a phone the tab is outside the row of tabs: focus scrolls it into view, which a press of the mouse would miss.
  await page.getByRole('tab', { name: '关联办件' }).press('Enter');
  const chain = page.getByRole('region', { name: '三级办理' });
  await expect(chain).toBeVisible();
  await chain.scrollIntoViewIfNeeded();
  return chain;
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交', exact: true }).click();
}

async function checkScreen(page: Page, name: string): Promise<void> {
  await expectNoOverflow(page, name);
  await expectAccessible(page, name);
}
