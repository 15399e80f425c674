import { test } from './journey.ts';
import { expectTidy } from './page-checks.ts';
import { walkDetail, walkEnded, walkInitiation, walkLists, walkLogin } from './walk.ts';
import { administrators } from './walk-administration.ts';

test.use({ provokes: [400, 401, 403] });

test.describe('looks well', () => {
  test('login', async ({ openBrowser, sitDown, startLetter }) => {
    await walkLogin({ openBrowser, sitDown, startLetter }, expectTidy);
  });

  test('lists and header', async ({ openBrowser, sitDown, startLetter }) => {
    await walkLists({ openBrowser, sitDown, startLetter }, expectTidy);
  });

  test('a new matter', async ({ openBrowser, sitDown, startLetter }) => {
    await walkInitiation({ openBrowser, sitDown, startLetter }, expectTidy);
  });

  test('an order in hand', async ({ openBrowser, sitDown, startLetter }) => {
    await walkDetail({ openBrowser, sitDown, startLetter }, expectTidy);
  });

  test('an order that has ended', async ({ openBrowser, sitDown, startLetter, baseURL }) => {
    await walkEnded({ openBrowser, sitDown, startLetter }, expectTidy, baseURL ?? '');
  });

  for (const [hand, walk] of Object.entries(administrators)) {
    test(`the screens of the ${hand} administrator`, async ({ sitDown }) => {
      await walk({ sitDown }, expectTidy);
    });
  }
});
