import { expect, type Page } from '@playwright/test';
import { pressInBar, pressInRow } from './handling.ts';
import { test } from './journey.ts';
import { fillApplicant, fillLetter, writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

test('a half-filled form is saved as a draft, can be continued, and its draft disappears after the start', async ({
  openSignedIn,
}) => {
  const letter = writeLetter('草稿续填');
  const page = await openSignedIn(people.otherClerk, '/workflow-new');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '发起群众来信办理' }).last().click();
  await fillApplicant(page, letter);
  await main.getByRole('textbox', { name: '来信标题' }).fill(letter.title);
  // Left before the ten seconds of the autosave are over: leaving the page saves.
  await page.getByRole('link', { name: '草稿箱' }).click();
  const row = main.getByRole('row', { name: letter.title });
  await expect(row).toBeVisible();

  await pressInRow(row.getByRole('button', { name: '继续填写' }));
  await expect(main.getByRole('textbox', { name: '来信标题' })).toHaveValue(letter.title);
  await expect(main.getByRole('textbox', { name: '证件号码' })).toHaveValue(letter.idCard);
  await fillLetter(page, letter);
  // The draft saves itself without a click, and a reload restores everything.
  await expect(main.getByRole('status').filter({ hasText: '已自动保存' })).toBeVisible();
  await page.reload();
  await expect(main.getByRole('textbox', { name: '诉求' })).toHaveValue(letter.demand);
  await expect(main.getByText('浙江省 / 杭州市 / 淳安县')).toBeVisible();

  await main.getByRole('button', { name: '提交' }).click();
  await expect(main.getByText(/^办件已提交，办件流水号：\d{10,}$/)).toBeVisible();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '草稿箱' }).click();
  await expect(page.getByRole('heading', { name: '草稿箱', level: 1 })).toBeVisible();
  await expect(row).toBeHidden();
});

test('a deleted draft is found under the deleted drafts and restored', async ({ openSignedIn }) => {
  const letter = writeLetter('草稿恢复');
  const page = await openSignedIn(people.otherClerk, '/workflow-new');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '发起群众来信办理' }).last().click();
  await fillApplicant(page, letter);
  await main.getByRole('textbox', { name: '来信标题' }).fill(letter.title);
  await page.getByRole('link', { name: '草稿箱' }).click();
  const row = main.getByRole('row', { name: letter.title });
  await pressInRow(row.getByRole('button', { name: '删除' }));
  const dialog = page.getByRole('dialog', { name: '删除草稿' });
  await expect(dialog.getByText('30 天内可在“草稿状态：已删除”中恢复')).toBeVisible();
  await dialog.getByRole('button', { name: '确认删除' }).click();
  await expect(row).toBeHidden();

  await main.getByRole('combobox', { name: '草稿状态' }).click();
  await page.getByTitle('已删除').click();
  await main.getByRole('button', { name: '查询' }).click();
  await expect(row.getByText('前可恢复')).toBeVisible();
  await expect(row.getByRole('link')).toHaveCount(0);
  await expectAccessible(page, 'deleted drafts');
  await expectNoOverflow(page, 'deleted-drafts');
  await pressInRow(row.getByRole('button', { name: '恢复' }));
  await expect(page.getByText('恢复成功')).toBeVisible();
  await expect(row).toBeHidden();
  // The short address of the drafts (S0 §2).
  await page.goto('/draft');
  await expect(page).toHaveURL(/\/affair\/draft$/);
  await pressInRow(row.getByRole('button', { name: '继续填写' }));
  await expect(main.getByRole('textbox', { name: '来信标题' })).toHaveValue(letter.title);
});

test('the form warns while it is filled in when the applicant has an unfinished order for the item', async ({
  openSignedIn,
}) => {
  const letter = writeLetter('重复申请');
  const page = await openSignedIn(people.clerk, '/initiation/petition-letter');
  const main = page.getByRole('main');
  await fillApplicant(page, letter);
  await fillLetter(page, letter);
  await main.getByRole('button', { name: '提交' }).click();
  await expect(main.getByText(/^办件已提交/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await main.getByRole('button', { name: '继续发起' }).click();
  const name = main.getByRole('textbox', { name: '信访人姓名' });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('');
  await main.getByRole('textbox', { name: '证件号码' }).fill(letter.idCard);
  const dialog = page.getByRole('dialog', { name: '该信访人已有未办结的同类办件' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText('申请权限校验不通过：');
  await expect(dialog.getByRole('link')).toHaveText(/^\d{10}$/);
  await expect(dialog).toContainText(letter.title);
  await expectAccessible(page, 'an unfinished order');
  await dialog.getByRole('button', { name: '知道了' }).click();
  await expect(main.getByRole('textbox', { name: '证件号码' })).toBeFocused();
});

test.describe('an unfinished order', () => {
  // A submission without the code of the earlier order is refused.
  test.use({ expectedStatuses: [409] });

  test('accepts additional materials, or its next letter is registered as a repeated petition', async ({
    openSignedIn,
  }) => {
    const letter = writeLetter('再次来信');
    const page = await openSignedIn(people.clerk, '/initiation/petition-letter');
    const main = page.getByRole('main');
    await fillApplicant(page, letter);
    await fillLetter(page, letter);
    await main.getByRole('button', { name: '提交' }).click();
    const first = await readStartedCode(page);
    await main.getByRole('button', { name: '继续发起' }).click();
    await fillApplicant(page, letter);
    const dialog = page.getByRole('dialog', { name: '该信访人已有未办结的同类办件' });
    await dialog.getByRole('button', { name: '补充材料到该办件' }).click();
    const documents = page.getByRole('dialog', { name: `补充材料 ${first}` });
    await documents.locator('input[type="file"]').setInputFiles({
      name: '现场照片.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    });
    await expect(documents.getByText('附件 1 / 10')).toBeVisible();
    await documents.getByRole('textbox', { name: '补充说明' }).fill('来信人又寄来照片');
    await expectAccessible(page, 'papers to an unfinished order');
    await documents.getByRole('button', { name: '确认补充材料' }).click();
    await expect(dialog.getByText(`办件 ${first}：材料已补充`)).toBeVisible();
    await dialog.getByRole('button', { name: '知道了' }).click();
    await expect(main.getByRole('textbox', { name: '信访人姓名' })).toHaveValue(letter.applicant);

    // The form is refused without the content about the first order, and the page shows how to continue.
    const second = { ...letter, title: `${letter.title}之二` };
    await fillLetter(page, second);
    await main.getByRole('button', { name: '提交' }).click();
    await dialog.getByRole('button', { name: '登记为重复信访' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByRole('textbox', { name: '原办件流水号' })).toHaveValue(first);
    await expect(main.getByRole('textbox', { name: '来信标题' })).toHaveValue(second.title);
    await main.getByRole('button', { name: '提交' }).click();
    expect(await readStartedCode(page)).not.toBe(first);

    // The trace row links to its attachments, with the same actions.
    await page.goto(`/affair/detail/${first}`);
    await expect(main.getByText('来信人又寄来照片')).toBeVisible();
    await expect(main.getByRole('button', { name: '现场照片.pdf' })).toBeVisible();
    await pressInBar(page, '补充材料');
    await expect(documents).toBeVisible();
  });
});

async function readStartedCode(page: Page): Promise<string> {
  const notice = page.getByRole('main').getByText(/^办件已提交，办件流水号：\d{10,}$/);
  await expect(notice).toBeVisible();
  return /\d{10,}/.exec((await notice.textContent()) ?? '')?.[0] ?? '';
}

test('a reload before the first save loses nothing: the form offers the draft and continues it', async ({
  openSignedIn,
}) => {
  const letter = writeLetter('填写时刷新');
  const page = await openSignedIn(people.otherClerk, '/initiation/petition-letter');
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: '来信标题' }).fill(letter.title);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const draftNotice = main.getByRole('alert').filter({ hasText: '刷新前填写的内容已存入草稿箱' });
  await expect(draftNotice).toContainText(letter.title);
  await expectAccessible(page, 'a draft that was left');
  await draftNotice.getByRole('button', { name: '继续填写' }).click();
  await expect(main.getByRole('textbox', { name: '来信标题' })).toHaveValue(letter.title);
  await expect(draftNotice).toBeHidden();
  await expect(page).toHaveURL(/draftId=/);
});
