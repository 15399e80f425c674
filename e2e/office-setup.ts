import { expect, type Page } from '@playwright/test';
import { chooseOption, typeCode } from './form-controls.ts';

/** Opens an address and waits for the heading of its screen. */
export async function openScreen(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
}

/** Sets the name of the office and its region. */
export async function nameOffice(page: Page, name: string, region: string): Promise<void> {
  await openScreen(page, '/business/organisations', '机构');
  await page.getByRole('button', { name: '修改' }).first().click();
  const dialog = page.getByRole('dialog', { name: /^修改/ });
  await dialog.getByLabel('名称').fill(name);
  await dialog.locator('#areaCode').click();
  const picker = page.getByRole('dialog', { name: '选择行政区划' });
  await picker.getByRole('textbox', { name: '搜索名称、拼音或首字母' }).fill(region);
  await picker.getByText(region, { exact: true }).first().click();
  await picker.getByRole('button', { name: /^确认选择/ }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
}

/** Adds a person to the office and returns the one-time password of the credential sheet. */
export async function addPerson(
  page: Page,
  person: { office: string; account: string; name: string; role: string },
): Promise<string> {
  const { office, account, name, role } = person;
  await openScreen(page, '/business/accounts', '账号');
  await page.getByRole('button', { name: '新建人员' }).click();
  const dialog = page.getByRole('dialog', { name: '新建人员' });
  await dialog.getByLabel('账号').fill(account);
  await dialog.getByLabel('姓名').fill(name);
  const pickers = dialog.getByRole('button', { name: /选择/ });
  await pickers.first().click();
  const organisations = page.getByRole('dialog', { name: '选择机构' });
  await organisations.getByText(office, { exact: true }).first().click();
  await organisations.getByRole('button', { name: /^确认选择/ }).click();
  await pickers.last().click();
  const roles = page.getByRole('dialog', { name: /角色/ });
  await roles.getByText(role, { exact: true }).first().click();
  await roles.getByRole('button', { name: /^确认/ }).click();
  await dialog.getByRole('button', { name: '新建', exact: true }).click();
  const passwordField = page.getByRole('status', { name: '一次性密码' });
  await expect(passwordField).toHaveText(/\S{14,}/);
  return (await passwordField.textContent()) ?? '';
}

/** Writes and publishes a form with a line of text, and another field of some kind if there is one. */
export async function writeForm(
  page: Page,
  {
    name,
    code,
    field,
    other,
  }: {
    name: string;
    code: string;
    field: { title: string; name: string };
    other?: { title: string; kind: string };
  },
): Promise<void> {
  await openScreen(page, '/business/forms', '表单');
  await page.getByRole('button', { name: '新建表单' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新建表单' });
  await dialog.getByLabel('表单名称').fill(name);
  await typeCode(dialog, code);
  await dialog.getByRole('button', { name: '添加字段' }).click();
  await page.getByLabel('名称', { exact: true }).fill(field.title);
  await page.getByText('高级').click();
  await page.getByLabel('标识', { exact: true }).fill(field.name);
  if (other !== undefined) {
    await page.getByRole('button', { name: '添加字段' }).click();
    await page.getByLabel('名称', { exact: true }).fill(other.title);
    await chooseOption(page, '类型', other.kind);
  }
  await publish(page);
  await expect(page.getByText(/当前第 1 版/)).toBeVisible();
}

/** Writes and publishes a process of one step, which a role handles. */
export async function writeProcess(
  page: Page,
  process: { name: string; code: string; form: string; step: string; role: string },
): Promise<void> {
  const { name, code, form, step, role } = process;
  await openScreen(page, '/business/processes', '流程');
  await page.getByRole('button', { name: '新建流程' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新建流程' });
  await dialog.getByLabel('流程名称').fill(name);
  await typeCode(dialog, code);
  await dialog.getByRole('button', { name: '填写步骤' }).click();
  await chooseOption(page, '添加表单', form);
  await page.getByRole('button', { name: /^1\. / }).click();
  await page.getByLabel('步骤名称', { exact: true }).fill(step);
  await chooseOption(page, '处理人类别', '角色');
  await chooseOption(page, '添加角色', role);
  await chooseOption(page, '添加表单', form);
  await publish(page);
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: '发布', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^发布/ });
  await expect(dialog.getByText(/^首次发布/)).toBeVisible();
  await dialog.getByRole('button', { name: '确认发布' }).click();
  await expect(dialog).toBeHidden();
}

/** Writes and publishes an item in its own category. */
export async function writeItem(
  page: Page,
  item: { name: string; code: string; category: string; office: string; process: string; form: string },
): Promise<void> {
  await openScreen(page, '/business/items', '事项');
  await page.getByRole('button', { name: '分类' }).click();
  await page.getByLabel('新分类的名称').fill(item.category);
  await page.getByRole('button', { name: '添加分类' }).click();
  const categories = page.getByRole('dialog');
  await expect(categories.getByRole('textbox', { name: `分类名称 ${item.category}` })).toBeVisible();
  await categories.getByRole('button', { name: '关闭' }).last().click();
  await page.getByRole('button', { name: '新建事项' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新建事项' });
  await dialog.getByLabel('事项名称').fill(item.name);
  await typeCode(dialog, item.code);
  await dialog.getByRole('button', { name: '填写事项' }).click();
  await chooseOption(page, '分类', item.category);
  await chooseOption(page, '受理机构', new RegExp(`^${item.office}`));
  await chooseOption(page, '流程', new RegExp(`^${item.process}`));
  // The process has chosen its forms.
  await expect(page.getByText(new RegExp(`^${item.form}`)).first()).toBeVisible();
  await page.getByLabel('简介', { exact: true }).fill('群众的意见，五个工作日内答复。');
  await publish(page);
}
