import { expect, type Page } from '@playwright/test';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { linesOf } from './page-checks.ts';
import { people } from './people.ts';

const names = [
  '来信登记',
  '收件',
  '受理审查',
  '领导批示',
  '主办单位研究办理',
  '会办单位意见',
  '分管领导审签',
  '代表反馈',
  '办结归档',
];

/** Gives the order nine stages; the third is in progress. */
async function giveNineStages(page: Page, code: string): Promise<void> {
  const path = workOrders.detailPage.path.replace(/:\w+/, code);
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { data: WorkOrderPage };
      const { process, traces } = json.data;
      const trace = traces.find(({ endTime }) => endTime !== null);
      if (trace !== undefined) {
        const minutes = (from: string, count: number) =>
          new Date(Date.parse(from) + count * 60_000).toISOString();
        json.data.traces = [0, 1].map((number) => ({
          ...trace,
          id: `trace-${number}`,
          flowNodeId: `stage-${number}`,
          endTime: minutes(trace.startTime, 15),
        }));
      }
      const [first] = process.nodes;
      if (first !== undefined) {
        process.nodes = names.map((name, index) => ({ ...first, id: `stage-${index}`, name }));
        process.stages = names.map((_, index) => ({
          nodeIds: [`stage-${index}`],
          state: index < 2 ? 'done' : index === 2 ? 'active' : 'ahead',
        }));
      }
      await route.fulfill({ response: answer, json });
    },
  );
}

/** Checks that names break between their words, and that handlers and durations are whole. */
async function expectWholeWords(page: Page): Promise<void> {
  const strip = page.getByRole('list', { name: '办理进度' });
  for (const name of await strip.locator('[class*=name]').all())
    for (const line of await linesOf(name)) expect(line.length, line).toBeGreaterThan(1);
  const facts = strip.locator('[class*=facts] > span');
  await expect(facts.filter({ hasText: /用时\s15\s分钟$/ })).toHaveCount(2);
  const cutTexts = await facts.evaluateAll((found) =>
    found.filter((fact) => fact.scrollWidth > fact.clientWidth + 1).map((fact) => fact.textContent),
  );
  expect(cutTexts).toEqual([]);
}

/** Returns the number of stages, of those with their whole name, and of those inside the strip. */
const countStages = (page: Page) =>
  page.getByRole('list', { name: '办理进度' }).evaluate((strip) => {
    const cells = [...strip.children];
    const edge = strip.getBoundingClientRect().right + 1;
    const whole = cells.filter((cell) => {
      const name = cell.querySelector('[class*=name]');
      return (
        name !== null && name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight + 1
      );
    });
    const inside = cells.filter((cell) => cell.getBoundingClientRect().right <= edge);
    return { stages: cells.length, whole: whole.length, inside: inside.length };
  });

test('the stage strip shows nine full stage names at 1366 px, in 长辈版 too', async ({
  openSignedIn,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('九个环节的一件'));
  const page = await openSignedIn(people.receiver, '/todo', { viewport: { width: 1366, height: 625 } });
  await giveNineStages(page, code);
  await page.goto(`/affair/detail/${code}`);
  const allStages = { stages: 9, whole: 9, inside: 9 };
  await expect(page.getByRole('list', { name: '办理进度' })).toBeVisible();
  expect(await countStages(page)).toEqual(allStages);
  await expectWholeWords(page);

  const preferencesSaved = page.waitForResponse((answer) => answer.url().endsWith('/api/preferences'));
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '切换到长辈版' }).click();
  await preferencesSaved;
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'elder');
  expect(await countStages(page)).toEqual(allStages);
  await expectWholeWords(page);
  // Restores the theme for other journeys of the same person.
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '切换到标准版' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'standard');
});
