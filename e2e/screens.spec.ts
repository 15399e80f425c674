import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import {
  type CheckScreen,
  walkDetail,
  walkEndedOrder,
  walkInitiation,
  walkLists,
  walkLogin,
} from './walk.ts';
import { administratorWalks } from './walk-administration.ts';

test.use({ expectedStatuses: [400, 401, 403] });

/** Checks WCAG 2.2 AA and overflow. */
const checkScreen: CheckScreen = async (page, name) => {
  await expectNoOverflow(page, name);
  await expectAccessible(page, name);
};

test.describe('screens fit their window and are accessible', () => {
  test('login', async ({ openBrowser, openSignedIn, startLetter }) => {
    await walkLogin({ openBrowser, openSignedIn, startLetter }, checkScreen);
  });

  test('lists and header', async ({ openBrowser, openSignedIn, startLetter }) => {
    await walkLists({ openBrowser, openSignedIn, startLetter }, checkScreen);
  });

  test('a new order', async ({ openBrowser, openSignedIn, startLetter }) => {
    await walkInitiation({ openBrowser, openSignedIn, startLetter }, checkScreen);
  });

  test('an open order', async ({ openBrowser, openSignedIn, startLetter }) => {
    await walkDetail({ openBrowser, openSignedIn, startLetter }, checkScreen);
  });

  test('an order that has ended', async ({ openBrowser, openSignedIn, startLetter, baseURL }) => {
    await walkEndedOrder({ openBrowser, openSignedIn, startLetter }, checkScreen, baseURL ?? '');
  });

  for (const [role, walk] of Object.entries(administratorWalks)) {
    test(`the screens of the ${role} administrator`, async ({ openSignedIn }) => {
      await walk({ openSignedIn }, checkScreen);
    });
  }
});
