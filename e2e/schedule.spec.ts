import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

/** Adds an entry of this person that begins in ten minutes, with a reminder fifteen minutes before. */
async function addEntryInTenMinutes(page: Page, scheduleName: string): Promise<void> {
  const status = await page.evaluate(async (name) => {
    const startDate = Math.floor(Date.now() / 1000) + 600;
    const answer = await fetch('/workportal/api/workorder/dailyTask', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-access-token': localStorage.getItem('banjian.accessToken') ?? '',
      },
      body: JSON.stringify({
        scheduleName: name,
        startDate,
        endDate: startDate + 1800,
        isRemind: true,
        remindAdvance: 15,
      }),
    });
    return answer.status;
  }, scheduleName);
  expect(status).toBe(200);
}

test('an entry is created, its reminder appears live in one tab only, and its deletion can be undone', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.clerk, '/schedule');
  const main = page.getByRole('main');
  await expect(main.getByRole('grid', { name: '日历' })).toBeVisible();
  // Two days ahead, so that its reminder does not come before the expected one.
  await main.getByRole('gridcell', { selected: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: '新建日程' }).click();
  const dialog = page.getByRole('dialog', { name: '新建日程' });
  await dialog.getByRole('button', { name: '确认新建' }).click();
  await expect(dialog.getByText('请输入日程名称')).toBeVisible();
  await dialog.getByRole('textbox', { name: '日程名称' }).fill('上门核实来信');
  await dialog.getByRole('textbox', { name: '地点' }).fill('千岛湖镇新安社区');
  await expectAccessible(page, 'schedule-entry');
  await dialog.getByRole('button', { name: '确认新建' }).click();
  await expect(page.getByText('日程已新建')).toBeVisible();
  const panel = main.getByRole('region', { name: /周/ });
  await expect(panel.getByText('上门核实来信')).toBeVisible();
  await expectAccessible(page, 'schedule');
  await expectNoOverflow(page, 'schedule');

  const otherTab = await page.context().newPage();
  await otherTab.goto('/index');
  await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();
  await addEntryInTenMinutes(page, '窗口临时会商');
  const reminders = [page, otherTab].map((tab) => tab.getByRole('complementary', { name: '日程提醒' }));
  await expect
    .poll(
      async () => (await Promise.all(reminders.map((notice) => notice.isVisible()))).filter(Boolean).length,
    )
    .toBe(1);
  const pageWithReminder = (await reminders[0]?.isVisible()) ? page : otherTab;
  const notice = pageWithReminder.getByRole('complementary', { name: '日程提醒' });
  await expect(notice).toContainText('窗口临时会商');
  await notice.getByRole('button', { name: '知道了' }).click();
  await expect(notice).toBeHidden();
  await otherTab.close();

  await panel.getByRole('button', { name: '删除 上门核实来信' }).click();
  await expect(page.getByText('删除日程成功')).toBeVisible();
  await expect(panel.getByText('上门核实来信')).toHaveCount(0);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(panel.getByText('上门核实来信')).toBeVisible();

  // The grid is used by keyboard.
  await main.getByRole('gridcell', { selected: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(panel.getByText('上门核实来信')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '新建日程' })).toBeVisible();
  await page.keyboard.press('Escape');
  await main.getByText('列表', { exact: true }).click();
  await main.getByRole('checkbox', { name: '选择 上门核实来信' }).check();
  await main.getByRole('button', { name: '删除所选' }).click();
  await expect(page.getByText('删除日程成功').last()).toBeVisible();
  await expect(main.getByText('上门核实来信')).toHaveCount(0);
});

test('the schedule fits a phone', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.receiver, '/schedule', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await expect(page.getByRole('grid', { name: '日历' })).toBeVisible();
  await expectAccessible(page, 'schedule-phone');
  await expectNoOverflow(page, 'schedule-phone');
});
