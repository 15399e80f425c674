import { expect } from '@playwright/test';
import { attachToLetter, createPhoto, createWorkbook } from '../files.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const initiation = { screen: '/initiation/:taskCode', who: people.clerk } as const;

async function openPicture(driver: ScreenDriver): Promise<void> {
  await driver.open('/initiation/petition-letter');
  await attachToLetter(driver.page, [
    await createPhoto(driver.page, '现场照片1.jpg', [1600, 1000]),
    await createPhoto(driver.page, '现场照片2.jpg', [900, 1300]),
  ]);
  await driver.page.getByRole('button', { name: '现场照片1.jpg', exact: true }).click();
  await expect(driver.page.getByRole('img', { name: '现场照片1.jpg' })).toBeVisible();
}

export const fileScenes: readonly Scene[] = [
  {
    ...initiation,
    name: 'file-picture',
    state: 'a picture in the viewer',
    shows: ['FileViewer'],
    show: openPicture,
  },
  {
    ...initiation,
    name: 'file-comparison',
    state: 'two pictures side by side',
    show: async (driver) => {
      await openPicture(driver);
      await driver.page.getByRole('button', { name: '与下一张对比' }).click();
      await expect(driver.page.getByRole('img', { name: '现场照片2.jpg' })).toBeVisible();
    },
  },
  {
    ...initiation,
    name: 'file-sheet',
    state: 'a spreadsheet in the viewer, with a search',
    show: async (driver) => {
      await driver.open('/initiation/petition-letter');
      await attachToLetter(driver.page, [await createWorkbook('名册.xlsx', 200)]);
      await driver.page.getByRole('button', { name: '名册.xlsx', exact: true }).click();
      await driver.page.getByLabel('在文件中查找').fill('东风路12');
      await expect(driver.page.getByText('1 / 11', { exact: true })).toBeVisible();
    },
  },
];
