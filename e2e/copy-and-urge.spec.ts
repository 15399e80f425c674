import { expect } from '@playwright/test';
import { choosePerson, handlerBar, pressInBar } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

// An urge without a reason is refused once.
test.use({ expectedStatuses: [400] });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('a leader reads a copied order on a phone, adds a note, and urges; the current handler is notified', async ({
  openSignedIn,
  startLetter,
}) => {
  const letter = writeLetter('抄送给领导的一件');
  const code = await startLetter(people.clerk, letter);
  const receiver = await openSignedIn(people.receiver, `/affair/detail/${code}`);
  await expect(handlerBar(receiver)).toBeVisible();
  await pressInBar(receiver, '抄送');
  const dialog = receiver.getByRole('dialog', { name: `抄送 ${code}` });
  await dialog.getByRole('button', { name: '确认抄送' }).click();
  await expect(dialog.getByText('请配置抄送人')).toBeVisible();
  await choosePerson(receiver, receiver.getByRole('button', { name: /^抄送对象：/ }), '吴建国');
  await dialog.getByRole('textbox', { name: '抄送说明' }).fill('来信人多次反映，请领导关注。');
  await expectAccessible(receiver, 'copy');
  await expectNoOverflow(receiver, 'copy');
  await dialog.getByRole('button', { name: '确认抄送' }).click();
  await expect(receiver.getByText('抄送成功')).toBeVisible();

  const leader = await openSignedIn(people.leader, '/copied', phone);
  const card = leader.getByRole('main').getByRole('listitem').filter({ hasText: code });
  await expect(card).toContainText('未读');
  await expectNoOverflow(leader, 'copied-phone');
  await card.getByRole('link').click();
  await expect(leader.getByRole('heading', { name: '抄送给我的' })).toBeVisible();
  await expect(leader.getByText('来信人多次反映，请领导关注。').first()).toBeVisible();
  await leader.getByRole('textbox', { name: '阅办意见' }).fill('请抓紧办理，结果报我。');
  await leader.getByRole('button', { name: '提交阅办意见' }).click();
  await expect(leader.getByText('阅办意见已提交')).toBeVisible();
  await expectAccessible(leader, 'copied-order-phone');
  await expectNoOverflow(leader, 'copied-order-phone');

  await pressInBar(leader, '催办');
  const urge = leader.getByRole('dialog', { name: `催办 ${code}` });
  await urge.getByRole('button', { name: '确认催办' }).click();
  await expect(urge.getByText('处理意见不能为空')).toBeVisible();
  await urge.getByRole('textbox', { name: '催办内容' }).fill('来信人多次来电询问。');
  await expectAccessible(leader, 'urge-phone');
  await expectNoOverflow(leader, 'urge-phone');
  await urge.getByRole('button', { name: '确认催办' }).click();
  await expect(leader.getByText(/催办成功/).first()).toBeVisible();

  // The current handler is notified, and the trace shows who has read the copies.
  await expect(receiver.getByText('已催办 1 次').first()).toBeVisible();
  await receiver.getByRole('button', { name: /^消息/ }).first().click();
  await expect(
    receiver.getByText(new RegExp(`请尽快办理：${letter.title.slice(0, 8)}.*（.+：.+）`)).first(),
  ).toBeVisible();
  await receiver.reload();
  const trace = receiver.getByRole('list', { name: '办理轨迹' });
  await expect(trace).toContainText('请抓紧办理，结果报我。');
  await expect(trace).toContainText('来信人多次来电询问。');
  await receiver.getByRole('button', { name: '阅读情况' }).first().click();
  const readers = receiver.getByRole('dialog', { name: '抄送阅读情况' });
  await expect(readers).toContainText('1 个抄送对象，1 人已读');
  await expectAccessible(receiver, 'copy-readers');
});
