import { test as base, expect, type Page } from '@playwright/test';
import { catalogue } from '#contract/catalogue.ts';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { test } from './journey.ts';
import { countyOfOffice, fillApplicant, writeLetter } from './letter.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';
import { serveThirdPartyPage } from './third-party-page.ts';

/** The letter's form as a third party would define it: the same fields, drawn by its page. */
let origin = '';
let close: () => Promise<void> = async () => undefined;
base.beforeAll(async () => {
  ({ origin, close } = await serveThirdPartyPage(Number(process.env.JOURNEY_FORM_PORT)));
});
base.afterAll(() => close());

interface Form {
  formType: number;
  formStructure: {
    globalConfig: Record<string, unknown>;
    schema: { fields: { 'x-component': string }[] };
  };
  content: Record<string, unknown>;
}

/** Replaces the form by the third-party page in the server's answers; requests are sent unchanged. */
async function useThirdPartyPage(
  page: Page,
  path: RegExp,
  mode: string,
  content: Record<string, unknown> = {},
): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { forms: Form[] } };
    for (const form of body.data.forms) {
      form.formType = 2;
      const { globalConfig, schema } = form.formStructure;
      globalConfig.frame = { url: `${origin}/?${mode}`, height: 320 };
      // Only our own forms support files.
      schema.fields = schema.fields.filter((field) => field['x-component'] !== 'upload');
      Object.assign(form.content, content);
    }
    await route.fulfill({ response, json: body });
  });
}

const itemPath = new RegExp(catalogue.item.path.replace(':taskCode', 'petition-letter'));
const orderPath = new RegExp(workOrders.detailPage.path.replace(':workorderCode', '\\d+'));
/** Fields that the page does not ask for. */
const otherFields = {
  letterDate: '2026-03-02',
  channel: 'letter',
  petitionerCount: 1,
  urgency: 'normal',
  area: countyOfOffice,
  problemCategory: 'other',
  isRepeat: 'no',
  demand: '请督促物业公司尽快修好电梯。',
};

/** Counts calls of a path from now on. */
function countCalls(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

test('input in a third-party form page starts the order, and hostile messages of the page have no effect', async ({
  openSignedIn,
}) => {
  const letter = writeLetter('外部表单');
  const page = await openSignedIn(people.clerk, '/workflow-new');
  await useThirdPartyPage(page, itemPath, 'hostile', otherFields);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '发起群众来信办理' }).last().click();
  await fillApplicant(page, letter);
  const form = page.frameLocator('iframe[title="群众来信登记表"]');
  // A missing summary is reported with the form's message, in the page too.
  await form.getByLabel('来信标题').fill(letter.title);
  await main.getByRole('button', { name: '提交' }).click();
  await expect(main.getByRole('alert').filter({ hasText: '请检查并完善以下信息' })).toContainText('来信摘要');
  await expect(form.getByText(/摘要.*不能为空|请.*摘要/)).toBeVisible();

  await form.getByLabel('来信摘要').fill(letter.summary);
  await main.getByRole('button', { name: '提交' }).click();
  await expect(main.getByText(/^办件已提交，办件流水号：\d{10,}$/)).toBeVisible();
  await main
    .getByRole('button', { name: /查看办件/ })
    .or(main.getByRole('link', { name: /查看办件/ }))
    .first()
    .click();
  await expect(page.getByRole('heading', { name: letter.title })).toBeVisible();
});

test('a third-party page that never answers prevents the start, and no input is lost', async ({
  openSignedIn,
}) => {
  const letter = writeLetter('不应答的表单');
  const page = await openSignedIn(people.clerk, '/workflow-new');
  await useThirdPartyPage(page, itemPath, 'silent', otherFields);
  const callCount = countCalls(page, initiation.initiate.path);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '发起群众来信办理' }).last().click();
  await fillApplicant(page, letter);
  const form = page.frameLocator('iframe[title="群众来信登记表"]');
  await form.getByLabel('来信标题').fill(letter.title);
  const startedAt = Date.now();
  await main.getByRole('button', { name: '提交' }).click();
  const problemDialog = page.getByRole('dialog', { name: '确认提交失败' });
  await expect(problemDialog.getByText('群众来信登记表：获取不到表单的数据')).toBeVisible();
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(7900);
  expect(callCount()).toBe(0);
  await expectAccessible(page, 'a silent third-party form');
  await page.keyboard.press('Escape');
  await expect(main.getByRole('alert').filter({ hasText: '获取不到表单的数据' })).toBeVisible();
  await expect(main.getByRole('textbox', { name: '信访人姓名' })).toHaveValue(letter.applicant);
  await expect(form.getByLabel('来信标题')).toHaveValue(letter.title);
});

test('at a node a third-party page that never answers prevents handling, and the opinion is retained', async ({
  openSignedIn,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('外部表单收件'));
  const page = await openSignedIn(people.receiver, '/todo');
  await useThirdPartyPage(page, orderPath, 'silent');
  const callCount = countCalls(page, handling.handle.path);
  await page.goto(`/affair/detail/${code}`);
  const opinion = page.getByRole('textbox', { name: '处理意见' });
  await opinion.fill('已收到，转受理审查。');
  await page.getByRole('button', { name: '确认收件' }).click();
  await expect(page.getByText('群众来信登记表：获取不到表单的数据')).toBeVisible();
  expect(callCount()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(opinion).toHaveValue('已收到，转受理审查。');
});
