import { expect, type Locator, type Page } from '@playwright/test';
import { files } from '#contract/files.ts';
import { createPhoto, type UploadFile } from './files.ts';
import { openFromList } from './handling.ts';
import { test } from './journey.ts';
import { openScreen, writeForm, writeItem, writeProcess } from './office-setup.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const office = '淳安县信访局';
const form = '答复正文登记表';

/** Pastes into the focused text as another program would, with markup or files. */
async function paste(text: Locator, data: { html?: string; file?: UploadFile }): Promise<void> {
  const file = data.file && { ...data.file, bytes: data.file.buffer.toString('base64') };
  await text.evaluate(
    (element, { html, name, type, bytes }) => {
      const clipboard = new DataTransfer();
      if (html !== undefined) clipboard.setData('text/html', html);
      if (bytes !== undefined) {
        const content = Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0));
        clipboard.items.add(new File([content], name ?? '', { type: type ?? '' }));
      }
      element.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: clipboard }),
      );
    },
    { html: data.html, name: file?.name, type: file?.mimeType, bytes: file?.bytes },
  );
}

/** Holds back uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${files.upload.path}**`, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

const hostile = `<p onclick="alert(1)">现场<b>检查</b>：5 mg/m<sup>3</sup><script>window.hacked = true</script>
<img src="https://evil.example/a.png" onerror="window.hacked = true"><img src=x onerror="window.hacked = true">
<svg onload="window.hacked = true"></svg><iframe srcdoc="<script>parent.hacked = true</script>"></iframe></p>
<p style="position:fixed;top:0;text-align:center">居中</p>`;

test('a text with format and a picture is written, survives a hostile paste, and is read by the next handler', async ({
  openSignedIn,
}) => {
  const config = await openSignedIn(people.configAdmin, '/business/forms');
  const name = '答复正文';
  await writeForm(config, {
    name: form,
    code: 'reply-text',
    field: { title: '答复标题', name: 'title' },
    other: { title: name, kind: '富文本' },
  });
  const process = '答复正文办理';
  await writeProcess(config, { name: process, code: 'reply-text-flow', form, step: '审核', role: '领导' });
  const item = { name: '答复正文登记', code: 'reply-text', category: '答复', office, process, form };
  await writeItem(config, item);

  const clerk = await openSignedIn(people.clerk, '/workflow-new');
  await clerk.getByRole('button', { name: '发起答复正文登记' }).last().click();
  await clerk.getByLabel('姓名').fill('王大力');
  await clerk.getByLabel('手机号').fill('13800138000');
  await clerk.getByLabel('答复标题').fill('关于厂区夜间喷漆的答复');
  await expect(clerk.getByRole('toolbar', { name: '文字格式' })).toBeVisible();
  const text = clerk.getByRole('textbox', { name, exact: true });
  await text.click();
  await paste(text, { html: hostile });
  await expect(clerk.getByText('有 2 张图片未能粘贴，请另存后上传')).toBeVisible();
  await expect(text.locator('strong')).toHaveText('检查');
  await expect(text.locator('sup')).toHaveText('3');
  await expect(text.locator('script, svg, iframe, img, [onclick]')).toHaveCount(0);
  expect(await clerk.evaluate(() => 'hacked' in window)).toBe(false);

  // Toolbar by keyboard: the typed characters are bold and large.
  await text.press('Control+End');
  await text.press('Enter');
  await text.press('Alt+F10');
  await expect(clerk.getByRole('button', { name: '撤销' })).toBeFocused();
  await clerk.getByRole('combobox', { name: '字号' }).selectOption('22px');
  await expect(text).toBeFocused();
  await clerk.keyboard.type('请限期整改');
  await expect(text.locator('span').filter({ hasText: '请限期整改' })).toHaveCSS('font-size', '22px');

  const photo = await createPhoto(clerk, '厂区.jpg', [640, 480]);
  const release = await holdUploads(clerk);
  await paste(text, { file: photo });
  await expect(text.getByText(/^\[uploading\.\.\.\] \d+%$/)).toBeVisible();
  await expectAccessible(clerk, 'a rich text with an upload');
  await clerk.getByRole('button', { name: '提交', exact: true }).click();
  await expect(clerk.getByText('答复正文正在上传图片，请稍候').first()).toBeVisible();
  await clerk.keyboard.press('Escape');
  release();
  await expect(text.locator('img[alt="厂区"]')).toHaveJSProperty('naturalWidth', 640);
  await expect(text.getByText('uploading')).toHaveCount(0);

  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
    { width: 1366, height: 625 },
  ]) {
    await clerk.setViewportSize(size);
    await expectNoOverflow(clerk, `a rich text at ${size.width}`);
  }
  await clerk.getByRole('button', { name: '提交', exact: true }).click();
  const done = clerk.getByText(/^办件已提交，办件流水号：\d{10}$/);
  await expect(done).toBeVisible();
  const code = /\d{10}/.exec(await done.innerText())?.[0] ?? '';

  const leader = await openSignedIn(people.leader, '/todo');
  await openFromList(leader, code);
  const picture = leader.locator('img[alt="厂区"]');
  await expect(picture).toHaveJSProperty('naturalWidth', 640);
  await expect(leader.getByText('请限期整改')).toHaveCSS('font-size', '22px');
  await openScreen(clerk, `/view/${code}`, '办件详情');
  await expect(clerk.locator('img[alt="厂区"]')).toHaveJSProperty('naturalWidth', 640);
  await expect(clerk.locator('sup').filter({ hasText: '3' })).toBeVisible();
  await expectAccessible(clerk, 'a rich text that is read');
});
