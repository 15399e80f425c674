import { expect, type Locator } from '@playwright/test';
import {
  confirmOverDocuments,
  handlerBar,
  openFromList,
  pressOnce,
  readResult,
  statusOf,
} from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { people } from './people.ts';

test.use({ provokes: [409] });

test('a double click on an action sends it once', async ({ openSignedIn, startLetter }) => {
  const code = await startLetter(people.clerk, writeLetter('连击办理'));
  const page = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
  await openFromList(page, code);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/workorder/workorder/handle')) sent.push(request.postData() ?? '');
  });
  const bar = handlerBar(page);
  await bar.getByRole('textbox', { name: '处理意见' }).fill('来信齐备。');
  await bar.getByRole('button', { name: '确认收件', exact: true }).dblclick();
  await confirmOverDocuments(page, '确认收件').dblclick();
  await readResult(page, '确认收件', code, '受理审查');
  expect(sent).toHaveLength(1);

  await openFromList(page, code);
  const trace = page.getByRole('list', { name: '办理轨迹' });
  await expect(trace.getByRole('listitem').locator('strong')).toHaveText(['受理审查', '收件', '来信登记']);
});

/** Presses a button that may disappear at any moment, because of an earlier press. */
async function pressIfThere(button: Locator): Promise<void> {
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
    pressOnce(first, '确认收件', '由我收件。'),
    pressOnce(second, '确认收件', '我也来收。'),
  ]);
  const won = (page: typeof first) => page.getByRole('dialog', { name: '已确认收件' });
  const lost = (page: typeof first) => page.getByRole('dialog', { name: '该环节已被办理' });
  // If the change arrives first, the slower person sees the page's notice before the press is sent or the
  // documents are ready.
  const received = (page: typeof first) => page.getByRole('button', { name: '查看最新进展' }).last();
  const confirmed = (page: typeof first) => confirmOverDocuments(page, '确认收件');
  await Promise.all(
    [first, second].map(async (page) => {
      await expect(confirmed(page).or(received(page)).first()).toBeVisible();
      await pressIfThere(confirmed(page));
    }),
  );

  await expect(won(first).or(received(first))).toBeVisible();
  await expect(won(second).or(received(second))).toBeVisible();
  const winners = [await won(first).isVisible(), await won(second).isVisible()];
  expect(winners.filter(Boolean)).toHaveLength(1);
  const loser = winners[0] ? second : first;
  const opinion = winners[0] ? '我也来收。' : '由我收件。';
  // Documents that were ready just after the change cover its notice.
  await pressIfThere(confirmed(loser));
  if (await lost(loser).isVisible())
    await expect(lost(loser)).toContainText('您的操作没有生效，办件未被重复办理');
  // The dialog may cover the notice of the page a moment later.
  await expect(() => received(loser).click({ timeout: 1_000 })).toPass();
  await expect(statusOf(loser)).toHaveText('待受理');
  const kept = await loser.evaluate(() => Object.values(sessionStorage));
  expect(kept).toContain(opinion);
});
