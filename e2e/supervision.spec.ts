import { expect } from '@playwright/test';
import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import { pressInBar } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('a supervisor opens a letter, the handler answers it on a phone, the answer is sent back, mended and accepted', async ({
  openSignedIn,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('督办的一件'));
  const supervisor = await openSignedIn(people.petitionSupervisor, `/affair/detail/${code}`);
  await pressInBar(supervisor, '督办');
  const dialog = supervisor.getByRole('dialog', { name: `督办 ${code}` });
  await dialog.getByRole('button', { name: '确认督办' }).click();
  await expect(dialog.getByText('请选择督办缘由')).toBeVisible();
  await expect(dialog.getByText('请填写督办要求')).toBeVisible();
  await dialog.getByRole('checkbox', { name: '群众再次反映' }).check();
  await dialog.getByRole('textbox', { name: '督办要求' }).fill('来信人再次来电，请说明进展并尽快答复。');
  await dialog.getByRole('radio', { name: '黄牌' }).check();
  await expectAccessible(supervisor, 'supervise');
  await expectNoOverflow(supervisor, 'supervise');
  await dialog.getByRole('button', { name: '确认督办' }).click();
  await expect(supervisor.getByText('“督办”已完成')).toBeVisible();

  const handler = await openSignedIn(people.receiver, `/affair/detail/${code}`, phone);
  const letter = handler.getByRole('region', { name: '督办', exact: true });
  await expect(letter).toContainText('待答复');
  await expectNoOverflow(handler, 'supervision-letter-phone');
  await letter.getByRole('button', { name: '答复督办单' }).click();
  const answer = handler.getByRole('dialog', { name: `答复督办单 ${code}` });
  // At most three years ahead.
  const promisedOn = addDays(localDateOf(new Date()), 60);
  await answer.getByRole('radio', { name: '情况复杂' }).check();
  await answer.getByRole('textbox', { name: '整改情况' }).fill('已约定入户调查。');
  await answer.getByRole('textbox', { name: '承诺办成' }).fill(promisedOn);
  await answer.getByRole('textbox', { name: '承诺办成' }).press('Enter');
  await expectAccessible(handler, 'answer-letter-phone');
  await expectNoOverflow(handler, 'answer-letter-phone');
  await answer.getByRole('button', { name: '确认答复督办单' }).click();
  await expect(letter).toContainText('已答复，待认可');

  await supervisor.goto('/supervise?tab=answered');
  await expect(supervisor.getByRole('tab', { name: /待认可/ })).toHaveAttribute('aria-selected', 'true');
  const row = supervisor.getByRole('row').filter({ hasText: code });
  await expect(row).toContainText('黄牌');
  await expectAccessible(supervisor, 'supervise-list');
  await expectNoOverflow(supervisor, 'supervise-list');
  await row.getByRole('link', { name: code }).click();
  const opened = supervisor.getByRole('region', { name: '督办', exact: true });
  await opened.getByRole('button', { name: '退回重答' }).click();
  const back = supervisor.getByRole('dialog', { name: `退回重答 ${code}` });
  await back.getByRole('textbox', { name: '退回原因' }).fill('请写明调查日期。');
  await back.getByRole('button', { name: '确认退回重答' }).click();
  await expect(opened).toContainText('退回重答');

  await handler.reload();
  await letter.getByRole('button', { name: '答复督办单' }).click();
  await answer.getByRole('radio', { name: '情况复杂' }).check();
  await answer.getByRole('textbox', { name: '整改情况' }).fill('已定于下周一入户调查。');
  await answer.getByRole('textbox', { name: '承诺办成' }).fill(promisedOn);
  await answer.getByRole('textbox', { name: '承诺办成' }).press('Enter');
  await answer.getByRole('button', { name: '确认答复督办单' }).click();
  await expect(letter).toContainText('已答复，待认可');

  await supervisor.reload();
  await opened.getByRole('button', { name: '认可答复' }).click();
  await supervisor.getByRole('dialog').getByRole('button', { name: '确认认可答复' }).click();
  await expect(opened).toContainText('已认可');
  await expect(supervisor.getByRole('list', { name: '办理轨迹' })).toContainText('认可答复');
});
