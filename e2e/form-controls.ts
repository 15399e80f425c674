import { expect, type Locator, type Page } from '@playwright/test';

/** Returns the choices of an opened field: a popup, or on a phone a dialog. */
const choicesOf = (page: Page, label: string) =>
  page.locator('.ant-select-dropdown:visible').or(page.getByRole('dialog', { name: `选择${label}` }));

/** Opens a select by its label and chooses the option of that name. */
export async function chooseOption(page: Page, label: string, option: string | RegExp): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  const isTyped = await box.evaluate((element) => element instanceof HTMLInputElement);
  await box.click();
  await expect(choicesOf(page, label)).toBeVisible();
  // A long list draws only the rows near those that are seen; a phone searches in the dialog.
  const search = isTyped ? box : page.getByRole('combobox', { name: `搜索${label}` });
  const text = typeof option === 'string' ? option : option.source.replace(/^\^|\$$/g, '');
  if ((await search.isVisible()) && (await search.isEditable())) await search.fill(text);
  // The options for screen readers are separate elements from the clickable ones.
  await choicesOf(page, label).getByText(option, { exact: true }).click();
}

/** Chooses an organisation in a field by typing the beginning of its name. */
export async function chooseUnit(page: Page, label: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.click();
  const dialog = page.getByRole('dialog', { name: `选择${label}` });
  const popup = page.locator('.ant-select-dropdown:visible');
  await expect(popup.or(dialog)).toBeVisible();
  if (await dialog.isVisible()) {
    await dialog.getByRole('combobox', { name: `搜索${label}` }).fill(name);
    await dialog.getByText(name, { exact: true }).click();
    const confirm = dialog.getByRole('button', { name: /^确定/ });
    if (await confirm.isVisible()) await confirm.click();
    await expect(dialog).toHaveCount(0);
    return;
  }
  await box.fill(name);
  await popup.getByText(name, { exact: true }).click();
  await box.press('Escape');
  await expect(popup).toHaveCount(0);
}

/** Chooses a region in a field, level by level from the province; confirms a region that has smaller regions. */
export async function chooseRegion(page: Page, label: string, names: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  const dialog = page.getByRole('dialog', { name: `选择${label}` });
  // A phone shows one list at a time, which opens at the county of the office.
  const top = dialog.getByRole('button', { name: '全国', exact: true });
  await expect(dialog.getByRole('option').first()).toBeVisible();
  if (await top.isVisible()) await top.click();
  for (const name of names) await dialog.getByRole('option', { name, exact: true }).click();
  // A region with children is chosen by a separate button; the last level is chosen at once.
  const end = dialog.getByRole('button', { name: `选择“${names.at(-1)}”` });
  await expect(async () => {
    if (await end.isVisible()) await end.click({ timeout: 2_000 });
    await expect(dialog).toBeHidden({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

export async function fillDate(page: Page, label: string, day: string): Promise<void> {
  const field = page.getByLabel(label);
  await field.fill(day);
  await field.press('Enter');
  await expect(field).toHaveValue(day);
}

/** Types a code to replace the one derived from the name. */
export async function typeCode(dialog: Locator, code: string): Promise<void> {
  const field = dialog.getByLabel('编码');
  if (!(await field.isVisible())) await dialog.getByText('高级').click();
  await field.fill(code);
}
