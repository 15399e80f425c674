import { expect, test } from '@playwright/test';
import { excessHeight, expectAccessible, problemsOfBar } from '../page-checks.ts';
import { scenes } from './scenes.ts';
import { captureStillPage, openScreenDriver } from './screen-driver.ts';

/** Windows in which axe runs too; the other two reveal nothing more. */
const windowsOfAxe = process.env.VISUAL_AXE === '0' ? [] : ['1366', '390'];
/** Tolerated difference of letter shapes from run to run. */
const tolerance = 0.1;

for (const scene of scenes) {
  const tag = scene.caption === undefined ? [] : ['@published'];
  test(scene.name, { tag }, async ({ browser, baseURL, viewport, hasTouch }, { project }) => {
    const device = (viewport?.width ?? 0) < 768 ? 'phone' : 'desktop';
    test.skip(scene.only !== undefined && scene.only !== device, `only on the ${scene.only}`);
    const { locale, timezoneId, deviceScaleFactor } = project.use;
    const options = { baseURL, viewport, hasTouch, locale, timezoneId, deviceScaleFactor };
    const driver = await openScreenDriver(browser, options, scene.who);
    const { page } = driver;
    try {
      await scene.show(driver);
      const picture = await captureStillPage(page);
      expect.soft(picture).toMatchSnapshot(`${scene.name}.png`, { threshold: tolerance });
      if (windowsOfAxe.includes(project.name)) await expectAccessible(page, scene.name);
      if (scene.state === 'print') return;
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, 'wider than the window').toBe(0);
      expect.soft(await problemsOfBar(page)).toEqual([]);
      expect.soft(await excessHeight(page), 'the whole page scrolls away').toBe(0);
    } finally {
      await page.close();
    }
  });
}
