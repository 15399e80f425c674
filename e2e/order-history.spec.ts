import { expect } from '@playwright/test';
import { sideRecords } from '#contract/side-records.ts';
import { postData } from './calls.ts';
import { confirm, openFromList, press, readResult } from './handling.ts';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const subject = { id: 'subject', title: '反映事项', 'x-component': 'single-line' as const };
const place = { id: 'place', title: '发生地点', 'x-component': 'single-line' as const };

test('a changed value is found at its field, in the list of changes and in the replay (S1 §7)', async ({
  openSignedIn,
  publishMatter,
  baseURL,
}) => {
  const name = '路灯报修';
  await publishMatter({
    code: 'order-history',
    name,
    fields: [subject, place],
    steps: [
      { name: '审核', handler: people.leader, form: { authority: 1, fields: [place.id] } },
      { name: '复核', handler: people.reviewer, form: { authority: 1, fields: [] } },
    ],
  });
  const clerk = await openSignedIn(people.clerk, '/workflow-new');
  await clerk
    .getByRole('button', { name: `发起${name}` })
    .last()
    .click();
  await clerk.getByLabel('申请人姓名').fill('吴桂英');
  await clerk.getByLabel('手机号').first().fill('13800138000');
  await clerk.getByLabel(subject.title).fill('路灯不亮');
  await clerk.getByLabel(place.title).fill('新安东路');
  await clerk.getByRole('button', { name: '提交', exact: true }).click();
  const done = clerk.getByText(/^办件已提交，办件流水号：\d{10}$/);
  await expect(done).toBeVisible();
  const code = /\d{10}/.exec(await done.innerText())?.[0] ?? '';

  const suspension = sideRecords.suspension.path.replace(':workorderCode', code);
  const give = (body: object) => postData(baseURL ?? '', people.leader, suspension, body);
  await give({ command: 'suspend', ground: 'other', reason: '等待供电部门答复' });
  await give({ command: 'resume', recordId: 1, reason: '已经答复' });

  const leader = await openSignedIn(people.leader, '/todo');
  await openFromList(leader, code);
  await leader.getByRole('textbox', { name: place.title, exact: true }).fill('新安西路');
  await confirm(await press(leader, '办理', '地点有误，已更正。'), '办理');
  await readResult(leader, '办理', code, '复核');

  const reviewer = await openSignedIn(people.reviewer, '/todo');
  await openFromList(reviewer, code);
  await reviewer.getByRole('button', { name: `${place.title}的修改记录` }).click();
  const drawer = reviewer.getByRole('dialog', { name: `${place.title}的修改记录` });
  const changes = drawer.getByRole('list', { name: `${place.title}的修改记录` });
  await expect(changes.getByRole('listitem')).toHaveText(/吴建国.*审核.*由 新安东路 改为 新安西路/);
  await expectAccessible(reviewer, 'the changes of a field');
  await reviewer.keyboard.press('Escape');
  await expect(reviewer.getByRole('button', { name: `${place.title}的修改记录` })).toBeFocused();

  await reviewer.getByRole('tab', { name: '修改记录' }).click();
  const list = reviewer.getByRole('list', { name: '表单修改记录' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await reviewer.evaluate("window.print = () => dispatchEvent(new Event('beforeprint'))");
  await reviewer.getByRole('button', { name: /^打\s*印$/ }).click();
  await expect(reviewer.locator('body > article')).toContainText('发生地点：由“新安东路”改为“新安西路”');
  await reviewer.evaluate("dispatchEvent(new Event('afterprint'))");
  await expectAccessible(reviewer, 'the list of changes');

  await reviewer.getByRole('button', { name: '办件回放' }).click();
  const replay = reviewer.getByRole('dialog', { name: /^办件回放/ });
  await expect(replay.getByRole('status').first()).toContainText('第 4 / 4 步');
  await expect(replay.getByText('新安西路')).toBeVisible();
  await expect(replay.getByText('本步修改：发生地点。')).toBeVisible();
  await expect(replay.getByRole('img', { name: '本步修改' })).toBeVisible();
  await expectAccessible(reviewer, 'the replay');
  await reviewer.keyboard.press('ArrowLeft');
  await expect(replay.getByRole('status').first()).toContainText('第 3 / 4 步');
  await expect(replay.getByText('新安东路')).toBeVisible();
  await expect(replay.getByText('新安西路')).toBeHidden();
  await replay.getByRole('tab', { name: '办件记录（1）' }).click();
  await expect(replay.getByRole('region', { name: '中止' })).toContainText('已恢复');
  // On a tab, the arrow keys choose the tab.
  await replay.getByRole('button', { name: '上一步' }).click();
  await expect(replay.getByRole('region', { name: '中止' })).toContainText('中止中');
  await expectAccessible(reviewer, 'a record in the replay');
  await reviewer.evaluate("window.print = () => dispatchEvent(new Event('beforeprint'))");
  await replay.getByRole('button', { name: /^打\s*印$/ }).click();
  await expect(reviewer.locator('body > article')).toContainText('第 2 步后');
  await expect(reviewer.locator('body > article')).toContainText('新安东路');
  await reviewer.evaluate("dispatchEvent(new Event('afterprint'))");
  await reviewer.keyboard.press('ArrowLeft');
  await replay.getByRole('tab', { name: '办理轨迹' }).click();
  await expect(replay.getByRole('list', { name: '办理轨迹' })).toContainText('办理中');
  await replay.getByRole('tab', { name: '流程图' }).click();
  await expect(replay.locator('svg').first()).toBeVisible();

  const phone = await openSignedIn(people.reviewer, `/affair/detail/${code}`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await phone.getByRole('tab', { name: '修改记录' }).click();
  await expect(phone.getByRole('list', { name: '表单修改记录' })).toContainText('新安西路');
  await expectNoOverflow(phone, 'the list of changes on a phone');
  await phone.getByRole('button', { name: '办件回放' }).click();
  const phoneReplay = phone.getByRole('dialog', { name: /^办件回放/ });
  await phoneReplay.getByRole('button', { name: '上一步' }).click();
  await expect(phoneReplay.getByText('新安东路')).toBeVisible();
  await expectNoOverflow(phone, 'the replay on a phone');
  await expectAccessible(phone, 'the replay on a phone');
});
