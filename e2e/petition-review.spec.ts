import { expect, type Page } from '@playwright/test';
import { Applicant } from '#contract/applicant.ts';
import { petitions } from '#contract/petitions.ts';
import { workOrders } from '#contract/work-orders.ts';
import { getData } from './calls.ts';
import { test } from './journey.ts';
import { fillLetterFields, writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

// A review by another person is refused once.
test.use({ expectedStatuses: [400] });

const windows = [
  ['desk', { viewport: { width: 1366, height: 768 } }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

/** Returns the code of an answered letter for which a review may be asked. */
async function answeredLetter(address: string): Promise<string> {
  const path = `${workOrders.initiatedPage.path}?phase=ended&size=50`;
  const { rows } = workOrders.initiatedPage.output.parse(await getData(address, people.clerk, path));
  for (const { code } of rows) {
    const factsPath = petitions.ofOrder.path.replace(':workorderCode', code);
    const facts = petitions.ofOrder.output.safeParse(await getData(address, people.clerk, factsPath));
    if (facts.data?.next?.name === '复查' && facts.data.next.problem === '') return code;
  }
  throw new Error('The demo office has no letter for which a review may be asked');
}

/** Opens the tab 关联办件 and returns the chain of stages. */
async function openChain(page: Page) {
  // By keyboard: on a phone the tab is outside the window, and focusing it scrolls the tabs.
  const tab = page.getByRole('tab', { name: '关联办件' });
  await tab.press('Enter');
  // The library adds an English text to the tab while it has the focus; its style hides it.
  await tab.blur();
  const chain = page.getByRole('region', { name: '三级办理' });
  await expect(chain).toBeVisible();
  return chain;
}

/** Reads the personal data of the petitioner, as the clerk does before the registration of the review. */
async function readPetitioner(page: Page): Promise<Applicant> {
  await page.getByRole('tab', { name: '信访人' }).press('Enter');
  const revealed = page.waitForResponse((answer) => answer.url().endsWith('/applicant/reveal'));
  await page.getByRole('button', { name: '显示敏感信息' }).click();
  return Applicant.parse((await (await revealed).json()).data);
}

for (const [name, options] of windows) {
  test(`a review of an answered letter has a limit of its own, and the recheck waits for its end (${name})`, async ({
    openSignedIn,
    baseURL,
  }) => {
    const code = await answeredLetter(baseURL ?? '');
    const page = await openSignedIn(people.clerk, `/affair/detail/${code}`, options);
    const petitioner = await readPetitioner(page);
    const chain = await openChain(page);
    await expect(chain.getByRole('listitem').first()).toContainText(`${code}（本件）`);
    await expect(chain).toContainText('复查答复后可以申请');
    await expectAccessible(page, `review-chain-${name}`);
    await chain.getByRole('link', { name: '登记复查' }).click();

    await expect(page.getByText(`本件是对 ${code} 的复查或复核，由原信访人提出`)).toBeVisible();
    await page.getByLabel('信访人姓名').fill(petitioner.name);
    await page.getByLabel('手机号码').fill(petitioner.mobile);
    // Another person cannot ask for the review; what was typed stays.
    const letter = writeLetter('请求复查');
    await page.getByLabel('证件号码').fill(letter.idCard);
    await fillLetterFields(page, letter);
    await expectNoOverflow(page, `review-registration-${name}`);
    await page.getByRole('button', { name: '提交' }).click();
    const refusal = page.getByRole('dialog', { name: '提交失败' });
    await expect(refusal).toContainText('复查由原信访人提出，证件号码与原办件不一致');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: '来信标题' })).toHaveValue(letter.title);
    await page.getByLabel('证件号码').fill(petitioner.certCode);
    await page.getByRole('button', { name: '提交' }).click();
    await page.getByRole('main').getByRole('button', { name: '查看办件' }).click();

    const stages = (await openChain(page)).getByRole('listitem');
    await expect(stages.nth(0)).toContainText(code);
    await expect(stages.nth(0)).toContainText('限 60 个自然日');
    await expect(stages.nth(1)).toContainText('（本件）');
    await expect(stages.nth(1)).toContainText('限 30 个自然日');
    await expect(stages.nth(2)).toContainText('办结后才能申请复核');
    await expect(page.getByRole('link', { name: '登记复核' })).toBeHidden();
    await expectAccessible(page, `review-started-${name}`);
    await expectNoOverflow(page, `review-started-${name}`);
  });
}
