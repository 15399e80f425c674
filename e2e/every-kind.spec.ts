import { expect, type Locator, type Page } from '@playwright/test';
import type { KindName } from '#domain/forms/kinds/kinds.ts';
import { confirm, openFromList, press, pressInRow, readResult } from './handling.ts';
import { test } from './journey.ts';
import { kindEntries, titleOf } from './kind-entries.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const kinds = Object.keys(kindEntries) as (keyof typeof kindEntries)[];
const fieldId = (kind: KindName) => `f${kind.replaceAll(/[^a-z]/g, '')}`;

const fields = kinds.map((kind) => ({
  id: fieldId(kind),
  title: titleOf(kind),
  'x-component': kind,
  ...kindEntries[kind].model,
}));

/** The field that the next person changes. */
const changed = fieldId('single-line');

/** Fills in every field, submits, and returns the number of the order. */
async function startOrder(page: Page, name: string): Promise<string> {
  await page
    .getByRole('button', { name: `发起${name}` })
    .last()
    .click();
  await page.getByLabel('申请人姓名').fill('吴桂英');
  await page.getByLabel('手机号').first().fill('13800138000');
  for (const kind of kinds) await test.step(kind, () => kindEntries[kind].fill(page, titleOf(kind)));
  await expectAccessible(page, 'a form with every kind');
  await page.getByRole('button', { name: '提交', exact: true }).click();
  const done = page.getByText(/^办件已提交，办件流水号：\d{10}$/);
  await expect(done).toBeVisible();
  return /\d{10}/.exec(await done.innerText())?.[0] ?? '';
}

/** Checks that a reader sees the value of every field, except those that are shown otherwise. */
async function expectShown(shownIn: Page | Locator, except: readonly KindName[] = []): Promise<void> {
  for (const kind of kinds.filter((each) => !except.includes(each))) {
    // Parts outside the window are not drawn until they come near.
    const title = shownIn.getByText(titleOf(kind)).filter({ visible: true }).first();
    await title.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { shown, isPicture } = kindEntries[kind];
    const found = isPicture ? shownIn.getByRole('img', { name: shown }) : shownIn.getByText(shown);
    await expect.soft(found.filter({ visible: true }).first(), `${kind} is shown`).toBeVisible();
  }
}

test('a form with every kind is filled in, read, changed by the next person, compared, printed and archived', async ({
  openSignedIn,
  publishMatter,
}) => {
  const name = '全部字段登记';
  await publishMatter({
    code: 'every-kind',
    name,
    fields,
    steps: [
      // The first step may change one field and reads the others, the second one may change all.
      { name: '审核', handler: people.leader, form: { authority: 1, fields: [changed] } },
      {
        name: '复核',
        handler: people.reviewer,
        form: { authority: 1, fields: [changed] },
        buttons: ['return'],
      },
    ],
  });
  const clerk = await openSignedIn(people.clerk, '/workflow-new');
  const code = await startOrder(clerk, name);

  const leader = await openSignedIn(people.leader, '/todo');
  await openFromList(leader, code);
  await expectShown(leader, ['single-line']);
  await expectAccessible(leader, 'every kind that is read');
  const title = leader.getByRole('textbox', { name: titleOf('single-line'), exact: true });
  await expect(title).toHaveValue(kindEntries['single-line'].shown);
  await title.fill('锦绣江南五号楼');
  await confirm(await press(leader, '办理', '属实。'), '办理');
  await readResult(leader, '办理', code, '复核');

  const reviewer = await openSignedIn(people.reviewer, '/todo');
  await openFromList(reviewer, code);
  await expectShown(reviewer, ['single-line']);
  const input = reviewer.getByRole('textbox', { name: titleOf('single-line'), exact: true });
  await expect(input).toHaveValue('锦绣江南五号楼');
  await input.fill('锦绣江南六号楼');
  const back = await press(reviewer, '退回', '请再核对楼号。');
  await back.getByRole('checkbox', { name: /^审核/ }).check();
  await confirm(back, '退回');
  await readResult(reviewer, '退回', code);
  await openFromList(leader, code);
  await confirm(await press(leader, '办理', '楼号无误。'), '办理');

  // The values that were typed at the return are offered again, and stay in the history beside the form.
  await openFromList(reviewer, code);
  await expect(input).toHaveValue('锦绣江南六号楼');
  await reviewer.getByRole('tab', { name: '历史表单' }).click();
  await expect(reviewer.getByRole('tabpanel').getByText('锦绣江南六号楼')).toBeVisible();

  await reviewer.evaluate("window.print = () => dispatchEvent(new Event('beforeprint'))");
  await reviewer.getByRole('button', { name: '打印办件单' }).click();
  const sheet = reviewer.locator('body > article');
  await expect(sheet).toBeAttached();
  await reviewer.emulateMedia({ media: 'print' });
  await expectShown(sheet, ['single-line']);
  await reviewer.emulateMedia({ media: null });
  await reviewer.evaluate("dispatchEvent(new Event('afterprint'))");
  await confirm(await press(reviewer, '办理', '同意。'), '办理');
  await readResult(reviewer, '办理', code);

  const archivist = await openSignedIn(people.archivist, `/business/archive?keyword=${code}`);
  const main = archivist.getByRole('main');
  await expect(async () => {
    await main.getByRole('button', { name: '刷新' }).first().click();
    await expect(main.getByText('已归档')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await pressInRow(main.getByRole('button', { name: '查看' }).first());
  await archivist
    .getByRole('dialog')
    .first()
    .getByRole('button', { name: /^查\s*阅$/ })
    .click();
  await archivist.getByLabel('利用目的').fill('信访事项复查');
  await archivist.getByRole('button', { name: '登记并查阅' }).click();
  const record = archivist.frameLocator('iframe').locator('body');
  await expect(record).toContainText('锦绣江南六号楼');
  await expectShown(record, ['single-line']);
});

test('a form with every kind is filled in on a phone', async ({ openSignedIn, publishMatter }) => {
  const name = '全部字段手机登记';
  await publishMatter({
    code: 'every-kind-phone',
    name,
    fields,
    steps: [{ name: '审核', handler: people.leader, form: { authority: 2, fields: [] } }],
  });
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const phone = await openSignedIn(people.clerk, '/workflow-new', options);
  const code = await startOrder(phone, name);
  await expectNoOverflow(phone, 'a phone with every kind');

  const leader = await openSignedIn(people.leader, `/affair/detail/${code}`, options);
  await expectNoOverflow(leader, 'every kind on a phone');
  for (const kind of kinds)
    await expect.soft(leader.getByText(titleOf(kind)).first(), `${kind} is drawn`).toBeVisible();
});
