import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { qrUpload } from '#contract/phone-upload.ts';
import { test } from './journey.ts';
import { fillApplicant, fillLetter, writeLetter } from './letter.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

test.use({ expectedStatuses: [410] });

/** Returns a photo of a page lying on its side; only the photo's metadata says so. */
async function takePhoto(page: number) {
  const lines = Array.from(
    { length: 40 },
    (_, row) =>
      `<text x="200" y="${300 + row * 60}" font-size="44">${page}-${row} 反映三号楼电梯停运两周</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="3200" height="2800"><rect width="100%" height="100%" fill="#f2ead8"/>${lines.join('')}</svg>`;
  const upright = sharp(Buffer.from(svg)).composite([
    {
      input: {
        create: {
          width: 3200,
          height: 2800,
          channels: 3,
          background: '#808080',
          noise: { type: 'gaussian', mean: 128, sigma: 12 },
        },
      },
      blend: 'soft-light',
    },
  ]);
  const buffer = await upright.withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
  return { name: `来信第${page}页.jpg`, mimeType: 'image/jpeg', buffer };
}

/** Shows the code at the field; returns the text of the QR code. */
async function showCode(desktop: Page): Promise<string> {
  const codeResponse = desktop.waitForResponse((response) => response.url().includes(qrUpload.create.path));
  await desktop.getByRole('button', { name: '附件，手机扫码上传' }).click();
  const { data } = (await (await codeResponse).json()) as { data: { url: string } };
  await expect(desktop.getByRole('img', { name: '扫码上传二维码' })).toBeVisible();
  return data.url;
}

test('photos are uploaded from a phone into the form over a broken connection, and the QR code expires afterwards', async ({
  browser,
  openSignedIn,
  openBrowser,
}) => {
  test.setTimeout(180_000);
  const desktop = await openSignedIn(people.clerk, '/initiation/petition-letter');
  const letter = writeLetter('扫码上传的来信');
  await fillApplicant(desktop, letter);
  await fillLetter(desktop, letter);
  const address = await showCode(desktop);
  await expectAccessible(desktop, 'the dialog with the code');

  // A lost connection is logged as an expected console error.
  const phoneContext = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const phone = await phoneContext.newPage();
  await phone.goto(address);
  await expect(desktop.getByText('扫码成功，请在手机端上传')).toBeVisible();
  await expect(phone.getByText('群众来信登记表，附件')).toBeVisible();

  const photos = await Promise.all([1, 2, 3].map(takePhoto));
  await phone.getByTestId('album').setInputFiles(photos);
  const zip = { name: '压缩包.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') };
  await phone.getByTestId('files').setInputFiles([zip]);
  await expect(phone.getByText(/缩到约/)).toBeVisible();
  await expect(phone.getByRole('alert')).toHaveText('第 4 个，压缩包.zip：格式错误！请重新上传');
  await expectAccessible(phone, 'the choice of the phone');
  await phone.getByRole('button', { name: '第 3 个，来信第3页.jpg' }).click();
  await phone.getByRole('button', { name: '前移' }).click();

  // The second file is sent while the network is down.
  let requestCount = 0;
  await phone.route(/\/api\/phone-uploads\/[^/]+\/files$/, async (route) => {
    if (route.request().method() === 'POST' && ++requestCount === 2) {
      await phoneContext.setOffline(true);
      return route.abort();
    }
    return route.fallback();
  });
  await phone.getByRole('button', { name: '提交 3 个文件' }).click();
  await expect(phone.getByRole('heading', { name: '已送达 1 / 3' })).toBeVisible();
  await expect(phone.getByText('网络中断，没有送达').first()).toBeVisible();
  await expect(desktop.getByText('已收到 1 个，最多 10 个')).toBeVisible();
  await expectAccessible(phone, 'files that did not get there');
  await phoneContext.setOffline(false);
  await expect(phone.getByRole('heading', { name: '材料已提交' })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(phone, 'the end on the phone');

  await expect(desktop.getByText('材料已提交，页面将自动跳转')).toBeVisible();
  await expect(desktop.getByRole('dialog', { name: '扫码上传' })).toBeHidden();
  const names = desktop.getByRole('main').getByRole('button', { name: /^来信第\d页\.jpg$/ });
  await expect(names).toHaveText(['来信第1页.jpg', '来信第3页.jpg', '来信第2页.jpg']);

  const otherPhone = await (await openBrowser({ viewport: { width: 390, height: 844 } })).newPage();
  for (const page of [phone, otherPhone]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: '二维码已过期，请刷新' })).toBeVisible();
    await expect(page.getByText('来信第')).toHaveCount(0);
  }

  await phoneContext.close();
  await desktop.getByRole('main').getByRole('button', { name: '提交' }).click();
  await expect(desktop.getByText(/^办件已提交，办件流水号：\d{10,}$/)).toBeVisible();
});
