import { expect, type Locator } from '@playwright/test';
import {
  confirmButtonWithDocuments,
  handlerBar,
  openFromList,
  pressWithOpinion,
  readResult,
  statusOf,
} from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { people } from './people.ts';

test.use({ expectedStatuses: [409] });

test('a double click on an action sends it once', async ({ openSignedIn, startLetter }) => {
  const code = await startLetter(people.clerk, writeLetter('连击办理'));
  const page = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
  await openFromList(page, code);
  const requestBodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/workorder/workorder/handle')) requestBodies.push(request.postData() ?? '');
  });
  const bar = handlerBar(page);
  await bar.getByRole('textbox', { name: '处理意见' }).fill('来信齐备。');
  await bar.getByRole('button', { name: '确认收件', exact: true }).dblclick();
  await confirmButtonWithDocuments(page, '确认收件').dblclick();
  await readResult(page, '确认收件', code, '受理审查');
  expect(requestBodies).toHaveLength(1);

  await openFromList(page, code);
  const trace = page.getByRole('list', { name: '办理轨迹' });
  await expect(trace.getByRole('listitem').locator('strong')).toHaveText(['受理审查', '收件', '来信登记']);
});

/** Presses a button that may disappear at any moment, because of an earlier press. */
async function pressIfVisible(button: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 });
  }).toPass();
}

test('when two people handle a task concurrently, the second is notified and keeps the typed opinion', async ({
  openSignedIn,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('两人同办'));
  const first = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
  const second = await openSignedIn(people.clerk, '/todo?sort=arrivedAt');
  await openFromList(first, code);
  await openFromList(second, code);
  await Promise.all([
    pressWithOpinion(first, '确认收件', '由我收件。'),
    pressWithOpinion(second, '确认收件', '我也来收。'),
  ]);
  const successDialog = (page: typeof first) => page.getByRole('dialog', { name: '该环节已“确认收件”' });
  const refusalDialog = (page: typeof first) => page.getByRole('dialog', { name: '该环节已被办理' });
  // If the change arrives first, the slower person sees the page's notice before the press is sent or the
  // documents are ready.
  const latestButton = (page: typeof first) => page.getByRole('button', { name: '查看最新进展' }).last();
  const confirmButton = (page: typeof first) => confirmButtonWithDocuments(page, '确认收件');
  await Promise.all(
    [first, second].map(async (page) => {
      await expect(confirmButton(page).or(latestButton(page)).first()).toBeVisible();
      await pressIfVisible(confirmButton(page));
    }),
  );

  await expect(successDialog(first).or(latestButton(first))).toBeVisible();
  await expect(successDialog(second).or(latestButton(second))).toBeVisible();
  const successes = [await successDialog(first).isVisible(), await successDialog(second).isVisible()];
  expect(successes.filter(Boolean)).toHaveLength(1);
  const loser = successes[0] ? second : first;
  const opinion = successes[0] ? '我也来收。' : '由我收件。';
  // Documents that were ready just after the change cover its notice.
  await pressIfVisible(confirmButton(loser));
  if (await refusalDialog(loser).isVisible())
    await expect(refusalDialog(loser)).toContainText('您的操作没有生效，办件未被重复办理');
  // The dialog may cover the notice of the page a moment later.
  await expect(() => latestButton(loser).click({ timeout: 1_000 })).toPass();
  await expect(statusOf(loser)).toHaveText('待受理');
  const storedTexts = await loser.evaluate(() => Object.values(sessionStorage));
  expect(storedTexts).toContain(opinion);
});
