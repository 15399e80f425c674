import { expect } from '@playwright/test';
import { attachToLetter, drawnPicture, linesAsSheet } from '../files.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

const initiation = { screen: '/initiation/:taskCode', who: people.clerk } as const;

async function openPicture(stage: Stage): Promise<void> {
  await stage.open('/initiation/petition-letter');
  await attachToLetter(stage.page, [
    await drawnPicture(stage.page, '现场照片1.jpg', [1600, 1000]),
    await drawnPicture(stage.page, '现场照片2.jpg', [900, 1300]),
  ]);
  await stage.page.getByRole('button', { name: '现场照片1.jpg', exact: true }).click();
  await expect(stage.page.getByRole('img', { name: '现场照片1.jpg' })).toBeVisible();
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
    show: async (stage) => {
      await openPicture(stage);
      await stage.page.getByRole('button', { name: '与下一张对比' }).click();
      await expect(stage.page.getByRole('img', { name: '现场照片2.jpg' })).toBeVisible();
    },
  },
  {
    ...initiation,
    name: 'file-sheet',
    state: 'a spreadsheet in the viewer, with a search',
    show: async (stage) => {
      await stage.open('/initiation/petition-letter');
      await attachToLetter(stage.page, [await linesAsSheet('名册.xlsx', 200)]);
      await stage.page.getByRole('button', { name: '名册.xlsx', exact: true }).click();
      await stage.page.getByLabel('在文件中查找').fill('东风路12');
      await expect(stage.page.getByText('1 / 11', { exact: true })).toBeVisible();
    },
  },
];
