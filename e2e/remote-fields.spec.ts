import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, type Page } from '@playwright/test';
import type { FormInterface } from '#domain/forms/interface-model.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { publishForm } from './calls.ts';
import { chooseOption } from './form-controls.ts';
import { test } from './journey.ts';
import { openScreen, writeItem, writeProcess } from './office-setup.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

/** A system of another office on a port of its own, which answers as the journey needs. */
const origin = `http://127.0.0.1:${process.env.JOURNEY_FORM_PORT}`;
let isDown = false;
const asked: string[] = [];
const villages = ['汾口村', '鸠坑村', '梓桐村', '王阜村', '左口村', '里商村', '石林村', '文昌村', '宋村'];

function answerOf(url: URL): unknown {
  const query = url.searchParams.get('q') ?? '';
  switch (url.pathname) {
    case '/villages':
      return villages.map((label, index) => ({ value: `${url.searchParams.get('county')}-${index}`, label }));
    case '/titles':
      return ['反映电梯停用', '反映电梯维修']
        .filter((label) => label.includes(query))
        .map((label) => ({ key: label, label }));
    case '/company':
      return { contact: '李主任', people: 12 };
    default:
      return undefined;
  }
}

const server = createServer((request, response: ServerResponse) => {
  const url = new URL(request.url ?? '', origin);
  asked.push(url.pathname);
  if (isDown) return void response.writeHead(500).end();
  response.end(JSON.stringify({ errcode: 0, data: answerOf(url) }));
});
test.beforeAll(async () => {
  server.listen(Number(process.env.JOURNEY_FORM_PORT), '127.0.0.1');
  await once(server, 'listening');
});
test.afterAll(() => void server.close());

const interfaces: readonly FormInterface[] = [
  {
    id: 'villages',
    title: '村社区',
    targetUrl: `${origin}/villages`,
    method: 'GET',
    requestParams: [{ key: 'county', field: 'county' }],
  },
  {
    id: 'titles',
    title: '常用标题',
    targetUrl: `${origin}/titles`,
    method: 'GET',
    requestParams: [{ key: 'q', typed: true }],
  },
  {
    id: 'company',
    title: '企业信息',
    targetUrl: `${origin}/company`,
    method: 'POST',
    requestParams: [{ key: 'name', field: 'company' }],
    responseParams: [
      { key: 'contact', field: 'contact' },
      { key: 'people', field: 'people' },
    ],
  },
];
const model: FormModel = {
  globalConfig: { code: 'village-survey', title: '走访登记表', columns: 2, allowEdit: [], interfaces },
  schema: {
    fields: [
      { id: 'topic', title: '走访主题', 'x-component': 'single-line', autoCompleteInterface: 'titles' },
      { id: 'county', title: '所在县', 'x-component': 'single-line' },
      { id: 'village', title: '村社区', 'x-component': 'select', optionsInterface: 'villages' },
      { id: 'company', title: '企业名称', 'x-component': 'single-line', queryInterface: 'company' },
      { id: 'contact', title: '联系人', 'x-component': 'single-line' },
      { id: 'people', title: '职工人数', 'x-component': 'number' },
    ],
  },
};

async function startSurvey(page: Page): Promise<void> {
  await page.getByRole('button', { name: '发起走访登记' }).last().click();
  await page.getByLabel('姓名').fill('王大力');
  await page.getByLabel('手机号').fill('13800138000');
}

test.use({ expectedStatuses: [409] });

test('fields take options, suggestions and values from another system, and lose nothing when it fails', async ({
  openSignedIn,
  baseURL,
}) => {
  await publishForm(baseURL ?? '', people.configAdmin, model);
  const config = await openSignedIn(people.configAdmin, '/business/forms');
  const [form, process] = ['走访登记表', '走访登记办理'];
  await writeProcess(config, { name: process, code: 'survey-flow', form, step: '审核', role: '领导' });
  const office = '淳安县信访局';
  await writeItem(config, { name: '走访登记', code: 'survey', category: '走访', office, process, form });

  const desk = await openSignedIn(people.clerk, '/workflow-new');
  await startSurvey(desk);
  const topic = desk.getByRole('combobox', { name: '走访主题' });
  await topic.pressSequentially('电梯', { delay: 80 });
  await expect(desk.getByText('有 2 条提示')).toBeVisible();
  expect(asked.filter((path) => path === '/titles')).toHaveLength(1);
  await topic.press('ArrowDown');
  await topic.press('ArrowDown');
  await topic.press('Enter');
  await expect(topic).toHaveValue('反映电梯维修');

  await expect(desk.getByText('请先填写“所在县”')).toBeVisible();
  await desk.getByLabel('所在县').fill('淳安县');
  await chooseOption(desk, '村社区', '鸠坑村');
  await desk.getByRole('textbox', { name: '企业名称' }).fill('千岛湖纺织厂');
  await desk.getByRole('button', { name: '查询企业名称' }).click();
  await expect(desk.getByText('已填入：联系人、职工人数')).toBeVisible();
  await expect(desk.getByLabel('联系人')).toHaveValue('李主任');
  await expectAccessible(desk, 'fields with interfaces');

  // Another county has other villages; now the other system fails.
  isDown = true;
  await desk.getByLabel('所在县').fill('建德市');
  await expect(desk.locator('[data-path="village"]')).not.toContainText('鸠坑村');
  await desk.getByRole('textbox', { name: '企业名称' }).fill('另一家企业');
  await desk.getByRole('button', { name: '查询企业名称' }).click();
  await expect(desk.getByText('查询异常：接口应答异常（500）').last()).toBeVisible();
  await expect(desk.getByLabel('联系人')).toHaveValue('李主任');
  await desk.getByRole('button', { name: '暂存' }).click();
  await expect(desk.getByText('暂存成功')).toBeVisible();
  isDown = false;
  await desk.getByRole('button', { name: '重试村社区的查询' }).click();
  await chooseOption(desk, '村社区', '汾口村');
  await expectNoOverflow(desk, 'fields with interfaces');
  await desk.getByRole('button', { name: '提交', exact: true }).click();
  await expect(desk.getByText(/^办件已提交，办件流水号：\d{10}$/)).toBeVisible();
  await desk.getByRole('main').getByRole('button', { name: '查看办件' }).click();
  await expect(desk.getByText('汾口村').first()).toBeVisible();
});

test('the same fields serve a phone', async ({ openSignedIn }) => {
  isDown = false;
  const viewport = { width: 390, height: 844 };
  const phone = await openSignedIn(people.otherClerk, '/workflow-new', { viewport, hasTouch: true });
  await startSurvey(phone);
  await phone.getByLabel('所在县').fill('淳安县');
  await chooseOption(phone, '村社区', '梓桐村');
  await phone.getByRole('combobox', { name: '走访主题' }).pressSequentially('电梯', { delay: 80 });
  await phone.locator('.ant-select-dropdown:visible').getByText('反映电梯停用', { exact: true }).click();
  isDown = true;
  await phone.getByRole('textbox', { name: '企业名称' }).fill('千岛湖纺织厂');
  await phone.getByRole('button', { name: '查询企业名称' }).click();
  await expect(phone.getByText('查询异常：接口应答异常（500）')).toBeVisible();
  await expect(phone.getByText('梓桐村')).toBeVisible();
  await expectAccessible(phone, 'fields with interfaces on a phone');
  await expectNoOverflow(phone, 'fields with interfaces on a phone');
  isDown = false;
});

test('an author tries an interface and sees its answer', async ({ openSignedIn, baseURL }) => {
  await publishForm(baseURL ?? '', people.configAdmin, model);
  const config = await openSignedIn(people.configAdmin, '/business/forms');
  await openScreen(config, '/business/forms/village-survey', '走访登记表');
  await config
    .getByRole('button', { name: /村社区/ })
    .first()
    .click();
  await config.getByRole('button', { name: '试查：村社区' }).click();
  await config.getByLabel('所在县', { exact: true }).first().fill('淳安县');
  await config.getByRole('button', { name: '查询', exact: true }).first().click();
  await expect(config.getByText(/^选项 9 个：汾口村/)).toBeVisible();
  await expect(config.getByText(/"errcode": 0/)).toBeVisible();
  await expectAccessible(config, 'trying an interface');
});
