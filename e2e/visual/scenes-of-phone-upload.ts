import { crc32, deflateSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { toDataURL } from 'qrcode';
import { phoneUpload, type QrFiles, qrUpload } from '#contract/phone-upload.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

/** Uploading from a phone: the desktop's dialog in its four states, and the page of the phone (S0 §4). */
const desktop = { screen: '/initiation/:taskCode', who: people.clerk, only: 'desktop' } as const;
const phone = { screen: '/m/upload/:code', only: 'phone' } as const;

/** A code differs each time; in pictures it is always this one. */
const fixedCode = await toDataURL(
  'https://portal.example.gov.cn/m/upload/always-the-same-code-on-a-picture',
  {
    errorCorrectionLevel: 'M',
    margin: 1,
    width: 380,
  },
);

const fileRow = (filename: string, size: number): QrFiles['rows'][number] => ({
  id: filename,
  filename,
  size,
  contentType: 'image/jpeg',
  createdAt: '2026-11-20T02:05:00.000Z',
});
const letterScans = [fileRow('来信原件第 1 页.jpg', 1_258_291), fileRow('来信原件第 2 页.jpg', 1_153_434)];
const sitePhoto = fileRow('现场照片.jpg', 2_516_582);

async function openCode(driver: ScreenDriver, state: string, files: Partial<QrFiles> = {}): Promise<void> {
  await driver.alter(qrUpload.create, (data) => {
    Object.assign(data as object, { image: fixedCode, secondsLeft: 592 });
  });
  await driver.alter(qrUpload.state, (data) => Object.assign(data as object, { state }));
  await driver.alter(qrUpload.files, (data) => Object.assign(data as object, files));
  await driver.open('/initiation/petition-letter');
  await driver.main.getByRole('button', { name: '附件，手机扫码上传' }).click();
  const dialog = driver.page.getByRole('dialog', { name: '扫码上传' });
  await expect(dialog.getByText(texts[state] ?? '')).toBeVisible();
}
const texts: Readonly<Record<string, string>> = {
  shown: '请用手机扫描二维码',
  scanned: '扫码成功，请在手机端上传',
  submitted: '材料已提交，页面将自动跳转',
  expired: '二维码已过期，请刷新',
};

/** Opens the phone's page with faked answers, because real codes expire. */
async function openPhone({ page, open }: ScreenDriver, code: string, answer: object = {}): Promise<void> {
  const uploadTarget = {
    form: '群众来信登记表',
    field: '来信原件',
    secondsLeft: 500,
    formats: ['jpg', 'png', 'jpeg', 'doc', 'docx', 'xlsx', 'pdf'],
    maxSizeMb: 20,
    maxCount: 10,
    rows: [],
  };
  await page.route(/\/api\/phone-uploads\//, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path.endsWith('/open'))
      return route.fulfill({ json: { errcode: 0, code: 200, data: uploadTarget, ...answer } });
    if (route.request().method() === phoneUpload.plan.method)
      return route.fulfill({ json: { errcode: 0, code: 200, data: { rows: [], refused: [] } } });
    if (path.endsWith('/submit'))
      return route.fulfill({ json: { errcode: 0, code: 200, data: { total: 3 } } });
    return route.fallback();
  });
  // Files picked on the phone are stored under its code.
  await open(`/m/upload/${code}`);
}

/** Returns a picture of one colour: small, and the same on every machine. */
function picture(red: number, green: number, blue: number): Buffer {
  const side = 64;
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.concat(Array.from({ length: side }, () => Buffer.from([red, green, blue]))),
  ]);
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const bytes = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', bytes),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function choose({ page }: ScreenDriver): Promise<void> {
  const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
  await page
    .getByTestId('album')
    .setInputFiles([
      png('来信原件第 1 页.png', picture(216, 200, 176)),
      png('来信原件第 2 页.png', picture(208, 196, 180)),
      png('现场照片.png', picture(150, 180, 200)),
    ]);
  const zip = { name: '压缩包.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') };
  await page.getByTestId('files').setInputFiles([zip]);
  await expect(page.getByRole('button', { name: '提交 3 个文件' })).toBeEnabled();
}

export const phoneUploadScenes: readonly Scene[] = [
  {
    ...desktop,
    name: 'upload-dialog',
    state: 'all upload methods',
    shows: ['UploadDialog'],
    show: async (driver) => {
      await driver.open('/initiation/petition-letter');
      await driver.main.getByRole('button', { name: '附件，更多方式' }).click();
      const pdf = { name: '来信.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 ...') };
      const zip = { name: '压缩包.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') };
      await driver.page.route(/\/file\/files$/, (route) =>
        route.fulfill({
          json: { errcode: 0, code: 200, data: { rows: [fileRow('来信.pdf', 12)], total: 1 } },
        }),
      );
      await driver.page.getByTestId('upload-dialog-chooser').setInputFiles([pdf, zip]);
      await expect(driver.page.getByRole('button', { name: '确定（1 个）' })).toBeEnabled();
      await expect(driver.page.getByText('上传成功！')).toBeHidden();
    },
  },
  {
    ...desktop,
    name: 'upload-dialog-scan',
    state: 'no scanner is connected',
    show: async (driver) => {
      await driver.open('/initiation/petition-letter');
      await driver.main.getByRole('button', { name: '附件，更多方式' }).click();
      await driver.page.getByRole('tab', { name: '扫描' }).click();
      await expect(driver.page.getByText('没有连接扫描仪')).toBeVisible();
    },
  },
  {
    ...desktop,
    name: 'qr-waiting',
    state: 'a code for a phone',
    shows: ['PhoneUploadDialog'],
    caption: 'A code for a phone: photos of a letter are added to the form',
    show: (driver) => openCode(driver, 'shown'),
  },
  {
    ...desktop,
    name: 'qr-scanned',
    state: 'a phone sends files',
    show: (driver) =>
      openCode(driver, 'scanned', {
        rows: letterScans,
        arriving: [{ name: sitePhoto.filename, size: sitePhoto.size, percent: 64 }],
      }),
  },
  {
    ...desktop,
    name: 'qr-submitted',
    state: 'files from a phone are in the form',
    show: (driver) => openCode(driver, 'submitted', { rows: [...letterScans, sitePhoto] }),
  },
  {
    ...desktop,
    name: 'qr-expired',
    state: 'an expired code',
    show: (driver) => openCode(driver, 'expired', { rows: letterScans.slice(0, 1) }),
  },
  {
    ...phone,
    name: 'phone-upload-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.page.route(/\/api\/phone-uploads\//, () => new Promise(() => undefined));
      await driver.open('/m/upload/a-code');
      await expect(driver.page.getByRole('status')).toBeVisible();
    },
  },
  {
    ...phone,
    name: 'phone-upload-failed',
    state: 'failed',
    shows: ['PhoneNotice'],
    show: async (driver) => {
      await openPhone(driver, 'dead', { errcode: 41001, errmsg: '二维码已过期，请刷新' });
      await expect(driver.page.getByRole('heading', { name: '二维码已过期，请刷新' })).toBeVisible();
    },
  },
  {
    ...phone,
    name: 'phone-upload',
    state: 'full',
    caption: 'The page on the phone: photos, their order and their reduced size',
    show: async (driver) => {
      await openPhone(driver, 'choosing');
      await choose(driver);
    },
  },
  {
    ...phone,
    name: 'phone-upload-sending',
    state: 'a file that fails to upload',
    show: async (driver) => {
      await openPhone(driver, 'sending');
      await choose(driver);
      let requestCount = 0;
      await driver.page.route(/\/api\/phone-uploads\/[^/]+\/files$/, (route) => {
        if (route.request().method() !== phoneUpload.send.method) return route.fallback();
        requestCount += 1;
        if (requestCount === 1)
          return route.fulfill({ json: { errcode: 0, code: 200, data: { key: '', size: 1 } } });
        return requestCount === 2 ? route.abort() : new Promise(() => undefined);
      });
      await driver.page.getByRole('button', { name: '提交 3 个文件' }).click();
      await expect(driver.page.getByText('网络中断，没有送达')).toBeVisible();
    },
  },
  {
    ...phone,
    name: 'phone-upload-done',
    state: 'submitted',
    show: async (driver) => {
      await openPhone(driver, 'done');
      await choose(driver);
      await driver.page.route(/\/api\/phone-uploads\/[^/]+\/files$/, (route) =>
        route.request().method() === phoneUpload.send.method
          ? route.fulfill({ json: { errcode: 0, code: 200, data: { key: '', size: 1 } } })
          : route.fallback(),
      );
      await driver.page.getByRole('button', { name: '提交 3 个文件' }).click();
      await expect(driver.page.getByRole('heading', { name: '材料已提交' })).toBeVisible();
    },
  },
];
