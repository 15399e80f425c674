import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { captureScreen } from './page-checks.ts';
import { type Account, people } from './people.ts';

/** Concluded orders have no actions and come last. */
const mostOverdueFirst = 'sort=stepOverdueDays&order=desc';
/** Lists whose rows have actions, with a person of the demo office who has rows in them. */
const lists: readonly { who: Account; paths: readonly string[] }[] = [
  { who: people.receiver, paths: ['/todo', '/messages'] },
  { who: people.leader, paths: [`/query/all?${mostOverdueFirst}`, `/dashboard/orders?${mostOverdueFirst}`] },
  { who: people.systemAdmin, paths: ['/business/accounts'] },
  { who: people.securityAdmin, paths: ['/business/roles', '/business/staff-roles'] },
  { who: people.auditAdmin, paths: ['/business/audit'] },
  { who: people.archivist, paths: ['/business/archive'] },
];
const windows = [
  { width: 1366, height: 625 },
  { width: 1093, height: 500 },
];

/** Returns the names of what a row's actions cover or overflow: data cells, or the actions' own cell. */
function conflictsOf(row: Locator): Promise<string[]> {
  return row.evaluate((tr) => {
    // Scrolled to the end of a wide table; before that, cells pass below the fixed actions.
    const box = tr.closest('table')?.parentElement;
    if (box) box.scrollLeft = box.scrollWidth;
    const actionsCell = tr.querySelector('[data-row-actions]');
    const actions = [...(actionsCell?.querySelectorAll('button') ?? [])];
    if (!actionsCell || actions.length === 0) return ['no actions'];
    const frame = actionsCell.getBoundingClientRect();
    const boxes = actions.map((action) => action.getBoundingClientRect());
    const isOutside = boxes.some(({ left, right }) => left < frame.left - 0.5 || right > frame.right + 0.5);
    const covered = [...tr.querySelectorAll('td:not([data-row-actions])')].filter((cell) => {
      const data = cell.getBoundingClientRect();
      return boxes.some(({ left, right }) => left < data.right - 0.5 && right > data.left + 0.5);
    });
    return [...covered.map((cell) => cell.textContent ?? ''), ...(isOutside ? ['out of their place'] : [])];
  });
}

async function expectNoConflictsInWindows(page: Page, path: string): Promise<void> {
  for (const viewport of windows) {
    await page.setViewportSize(viewport);
    await expectNoConflicts(page, path, viewport.width);
    const name = `${path.slice(1).replace(/\?.*/, '').replaceAll('/', '-')}-${viewport.width}`;
    await captureScreen(page, `row-actions-${name}`);
  }
}

async function expectNoConflicts(page: Page, path: string, width: number): Promise<void> {
  const rows = page
    .getByTestId('list-scroller')
    .locator('tbody tr')
    .filter({ has: page.getByRole('button') });
  await expect(rows.first(), path).toBeVisible();
  const row = rows.first();
  await row.locator('[data-row-actions] button').first().focus();
  expect(await conflictsOf(row), `${path} at ${width} with the focus in the row`).toEqual([]);
  const other = (await rows.count()) > 1 ? rows.nth(1) : row;
  await other.hover();
  const actions = other.locator('[data-row-actions] > div > button');
  await expect(actions.first(), path).toBeVisible();
  // At most three actions and 更多; in a narrow window one of them. The list is laid out again after a change of the window.
  await expect.poll(() => actions.count(), path).toBeLessThanOrEqual(width < 1200 ? 1 : 4);
  expect(await conflictsOf(other), `${path} at ${width} under the pointer`).toEqual([]);
}

for (const { who, paths } of lists) {
  test(`row actions do not cover the columns: ${paths.join(', ')}`, async ({ openSignedIn, startLetter }) => {
    // Gives the receiver an unread message.
    if (who === people.receiver) await startLetter(people.clerk, writeLetter('操作列'));
    const page = await openSignedIn(who, paths[0] ?? '', { viewport: windows[0] });
    for (const [index, path] of paths.entries()) {
      if (index > 0) await page.goto(path);
      await expectNoConflictsInWindows(page, path);
    }
  });
}

test('row actions do not cover the columns: drafts', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.otherClerk, '/workflow-new', { viewport: windows[0] });
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '发起群众来信办理' }).last().click();
  await main.getByRole('textbox', { name: '来信标题' }).fill(writeLetter('操作列').title);
  await page.getByRole('link', { name: '草稿箱' }).click();
  await expectNoConflictsInWindows(page, '/drafts');
});
