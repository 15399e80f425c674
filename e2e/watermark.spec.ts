import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { handlerBar } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { people } from './people.ts';

/** Heights from one line of small type to more than two tiles. */
const heights = [20, 32, 44, 56, 72, 88, 110, 140, 170, 200, 230, 260, 330, 420];

/** Returns the painted share of the layer; the data's own texts are hidden meanwhile. */
async function paintedShare(page: Page): Promise<number> {
  const layer = page.getByTestId('watermark');
  const { data, info } = await sharp(await layer.screenshot({ animations: 'disabled' }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ground = data.reduce((light, grey) => Math.max(light, grey), 0);
  return data.filter((grey) => grey < ground - 8).length / (info.width * info.height);
}

test('revealed personal data show the reader’s watermark at any height (S2 §2)', async ({
  openSignedIn,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('看信访人信息的一件'));
  const page = await openSignedIn(people.receiver, `/affair/detail/${code}`);
  await expect(handlerBar(page)).toBeVisible();
  const main = page.getByRole('main');
  await main.getByRole('tab', { name: '信访人' }).click();
  await main.getByRole('button', { name: '显示敏感信息' }).click();
  const ground = page.getByTestId('watermark').locator('..');
  await expect(ground).toBeVisible();
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const height of heights) {
      await ground.evaluate((element, pixels) => {
        element.style.height = `${pixels}px`;
        element.style.overflow = 'hidden';
        for (const child of element.children) {
          if (!(child as HTMLElement).dataset.testid) (child as HTMLElement).style.visibility = 'hidden';
        }
      }, height);
      // The text takes about a hundredth of a whole tile.
      expect(await paintedShare(page), `${width} x ${height}`).toBeGreaterThan(0.004);
    }
  }
});
