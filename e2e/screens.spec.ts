import { test } from './journey.ts';
import { expectAccessible, expectTidy } from './page-checks.ts';
import { type Look, walkDetail, walkEnded, walkInitiation, walkLists, walkLogin } from './walk.ts';
import { administrators } from './walk-administration.ts';

test.use({ provokes: [400, 401, 403] });

/** Checks WCAG 2.2 AA and overflow, and saves a screenshot. */
const look: Look = async (page, name) => {
  await expectTidy(page, name);
  await expectAccessible(page, name);
};

test.describe('looks well and is accessible', () => {
  test('login', async ({ openBrowser, sitDown, startLetter }) => {
    await walkLogin({ openBrowser, sitDown, startLetter }, look);
  });

  test('lists and header', async ({ openBrowser, sitDown, startLetter }) => {
    await walkLists({ openBrowser, sitDown, startLetter }, look);
  });

  test('a new matter', async ({ openBrowser, sitDown, startLetter }) => {
    await walkInitiation({ openBrowser, sitDown, startLetter }, look);
  });

  test('an order in hand', async ({ openBrowser, sitDown, startLetter }) => {
    await walkDetail({ openBrowser, sitDown, startLetter }, look);
  });

  test('an order that has ended', async ({ openBrowser, sitDown, startLetter, baseURL }) => {
    await walkEnded({ openBrowser, sitDown, startLetter }, look, baseURL ?? '');
  });

  for (const [hand, walk] of Object.entries(administrators)) {
    test(`the screens of the ${hand} administrator`, async ({ sitDown }) => {
      await walk({ sitDown }, look);
    });
  }
});
