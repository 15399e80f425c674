import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';

/** Returns the bar at the lower edge of a detail page. */
export function handlerBar(page: Page): Locator {
  return page.getByRole('region', { name: '办理', exact: true });
}

/** Returns the status in the title line of a detail page. */
export function statusOf(page: Page): Locator {
  return page.getByTitle('办理状态', { exact: true }).filter({ visible: true });
}

/** Returns the link to an order in the shown list: its number, or its card on a phone. */
export function linkOf(page: Page, code: string): Locator {
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: code });
  return page.getByRole('link', { name: code, exact: true }).or(card.getByRole('link')).first();
}

/**
 * Opens an order from the shown list; a list that is being left may still contain the same link for a moment.
 */
export async function openFromList(page: Page, code: string): Promise<void> {
  await expect(linkOf(page, code)).toBeVisible();
  await expect(async () => linkOf(page, code).click({ timeout: 5_000 })).toPass({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: '办件详情' })).toBeVisible();
}

/** Matches an action of a row by its name, or the row's 更多, which may contain it. */
export function actionOfRow(name: string): RegExp {
  return new RegExp(`^(${name}|更多)$`);
}

/**
 * Presses an action of a row. `nameInMenu` is the action's name if it may be in the row's 更多; `button` is then
 * any of the row's actions.
 */
export async function pressInRow(button: Locator, nameInMenu?: string): Promise<void> {
  if (nameInMenu === undefined) return await button.click();
  const row = await button.first().evaluateHandle((found) => found.closest('tr'));
  const rowElement = row.asElement();
  if (!rowElement) throw new Error(`The action ${nameInMenu} is in no row`);
  await pressInElement(button.page(), rowElement, nameInMenu);
}

async function pressInElement(page: Page, row: ElementHandle, action: string): Promise<void> {
  await row.hover();
  const button = await row.$(`button:text-is("${action}")`);
  if (button) return button.click();
  await (await row.waitForSelector('button[aria-haspopup="menu"]')).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Presses an action of the bar; actions that do not fit are in 更多: a menu, or on a phone an action sheet. */
export async function pressInBar(page: Page, action: string): Promise<void> {
  const bar = handlerBar(page);
  const more = bar.getByRole('button', { name: '更多', exact: true });
  const button = bar.getByRole('button', { name: action, exact: true });
  await expect(button.or(more).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await more.click();
  const inSheet = page.getByRole('dialog', { name: '更多操作' }).getByRole('button', { name: action });
  await page
    .getByRole('menuitem', { name: new RegExp(`^${action}( .+)?$`) })
    .or(inSheet)
    .first()
    .click();
}

/** Presses an action with an opinion; returns its open dialog. */
export async function press(page: Page, action: string, opinion: string): Promise<Locator> {
  await pressWithOpinion(page, action, opinion);
  const dialog = page.getByRole('dialog').filter({ hasNotText: '更多操作' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Fills in the opinion and presses an action, without waiting for a dialog. */
export async function pressWithOpinion(page: Page, action: string, opinion: string): Promise<void> {
  const opinionField = handlerBar(page).getByRole('textbox', { name: '处理意见' });
  await expect(opinionField).toBeVisible();
  if (opinion !== '') await opinionField.fill(opinion);
  await pressInBar(page, action);
}

/** Confirms the dialog of an action; for an action that ends the order, checks 我已核对 first. */
export async function confirm(dialog: Locator, action: string): Promise<void> {
  const name = action.startsWith('确认') ? action : `确认${action}`;
  const button = dialog.getByRole('button', { name, exact: true });
  // The preview of the action is loaded; while a choice is open there is none.
  const previewText = dialog.getByText(/^(意见|将办结的待办)$/).or(button.and(dialog.locator(':enabled')));
  await expect(previewText.first()).toBeVisible();
  const tick = dialog.getByRole('checkbox', { name: /^我已核对/ });
  if ((await tick.count()) > 0) await tick.check();
  await button.click();
}

/** Returns the documents in the confirmation of an action. */
export function documentsIn(page: Page): Locator {
  return page.getByRole('dialog').getByRole('list', { name: '将生成的文书' });
}

/** Confirms the open dialog of an action once it lists the documents of these names. */
export async function confirmDocuments(page: Page, action: string, ...names: string[]): Promise<void> {
  const rows = documentsIn(page).getByRole('listitem');
  await expect(rows).toHaveCount(names.length);
  for (const [index, name] of names.entries()) await expect(rows.nth(index)).toContainText(name);
  await confirm(page.getByRole('dialog'), action);
}

/** Returns the main button of the open confirmation, once it lists documents. */
export function confirmButtonWithDocuments(page: Page, action: string): Locator {
  const name = action.startsWith('确认') ? action : `确认${action}`;
  return page
    .getByRole('dialog')
    .filter({ has: page.getByRole('list', { name: '将生成的文书' }) })
    .getByRole('button', { name, exact: true });
}

/** Checks the result text with the next node, and returns to the list. */
export async function readResult(page: Page, action: string, code: string, next?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `该环节已“${action}”，办件流水号：${code}` });
  if (next !== undefined) await expect(dialog).toContainText(`下一环节${next}`);
  await dialog.getByRole('button', { name: '返回列表页' }).click();
  await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
}

/** Opens an order from the to-do list, handles it and returns to the list, which no longer contains it. */
export async function handle(
  page: Page,
  code: string,
  action: string,
  opinion: string,
  { next, documents = [] }: { next: string; documents?: string[] },
): Promise<void> {
  await openFromList(page, code);
  const dialog = await press(page, action, opinion);
  if (documents.length > 0) await confirmDocuments(page, action, ...documents);
  else await confirm(dialog, action);
  await readResult(page, action, code, next);
  await expect(page.getByRole('link', { name: code, exact: true })).toBeHidden();
}

/** Picks a department in the field or the group of a countersign. */
export async function chooseDepartment(page: Page, within: Locator, department: string): Promise<void> {
  await within.getByRole('button', { name: /^(选择会签人员|添加)$/ }).click();
  const picker = page.getByRole('dialog', { name: '选择会签人员' });
  // By keyboard: on a phone the tab is outside the window, and focusing it scrolls the tabs.
  await picker.getByRole('tab', { name: '部门' }).press('Enter');
  await picker.getByRole('combobox', { name: '搜索部门' }).fill(department);
  // Waits for the answer to the search: a press on the list before it would be lost with its rows.
  await expect(picker.getByText(/^找到 \d+ 项/)).toBeVisible();
  await picker
    .getByRole('option', { name: new RegExp(`^${department}`) })
    .first()
    .click();
  await picker.getByRole('button', { name: /^确认选择/ }).click();
  await expect(picker).toBeHidden();
}

/**
 * Chooses one person in the picker that the button opens; `total` is the number of people chosen afterwards.
 */
export async function choosePerson(page: Page, button: Locator, name: string, total = 1): Promise<void> {
  await button.click();
  const picker = page.getByRole('dialog', { name: /^选择/ }).last();
  await expect(picker).toBeVisible();
  // It opens at the kind that was chosen last; if only people may be chosen there are no tabs.
  const tab = picker.getByRole('tab', { name: '个人' });
  if (await tab.isVisible()) await tab.press('Enter');
  await picker.getByRole('combobox', { name: '搜索个人' }).fill(name);
  // Wait for the search result to replace the full list; otherwise the press may miss its row.
  await expect(picker.getByRole('option')).toHaveCount(1);
  await picker.getByRole('option', { name: new RegExp(name) }).click();
  await picker.getByRole('button', { name: `确认选择 ${total} 项` }).click();
  await expect(picker).toBeHidden();
}
