import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { documents } from '#contract/documents.ts';
import { workOrders } from '#contract/work-orders.ts';
import { pressButton } from './calls.ts';
import { drawPage } from './drawn-page.ts';
import { chooseUnit, fillDate } from './form-controls.ts';
import { confirm, documentsIn, openFromList, press, pressWithOpinion } from './handling.ts';
import { test } from './journey.ts';
import { today, writeLetter } from './letter.ts';
import { people } from './people.ts';

async function getData(page: Page, path: string): Promise<Record<string, unknown>> {
  return await page.evaluate(async (to) => {
    const token = localStorage.getItem('banjian.accessToken') ?? '';
    const response = await fetch(to, { headers: { 'x-access-token': token } });
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  }, path);
}

/** Checks the prepared document, which is a real PDF, confirms it, and checks the result with 查看 and 打印. */
async function previewAndConfirm(page: Page, action: string, code: string, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${action} ${code}`) }).last();
  await expect(documentsIn(page)).toContainText(name);
  const fileResponse = page.waitForResponse((answer) => answer.url().includes('/file/files/'));
  await dialog.getByRole('button', { name: `预览${name}` }).click();
  expect((await fileResponse).headers()['content-type']).toContain('application/pdf');
  const viewer = page.getByRole('dialog', { name: `${name}.pdf` });
  await expect(viewer.getByRole('toolbar', { name: 'PDF' })).toBeVisible();
  // Closing it before it is drawn logs an error to the console.
  await expect(viewer.locator('[data-loaded="true"]').first()).toBeVisible();
  await viewer
    .getByRole('button', { name: 'Close' })
    .or(viewer.getByRole('button', { name: '关闭' }))
    .first()
    .click();
  await expect(viewer).toBeHidden();
  await confirm(dialog, action);
  const result = page.getByRole('dialog', { name: `该环节已“${action}”，办件流水号：${code}` });
  await expect(result.getByRole('button', { name: `查看${name}` })).toBeVisible();
  await expect(result.getByRole('button', { name: `打印${name}` })).toBeVisible();
  await result.getByRole('button', { name: '返回列表页' }).click();
}

/** Returns the documents of the shown order, as its readers get them. */
async function documentsOn(page: Page, code: string) {
  const detail = await getData(page, workOrders.detailPage.path.replace(':workorderCode', code));
  const id = String((detail.order as { id: string }).id);
  const { rows } = documents.publicList.output.parse(
    await getData(page, documents.publicList.path.replace(':workorderId', id)),
  );
  return rows;
}

async function downloadDocument(page: Page, name: string, info: TestInfo): Promise<string> {
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: `下载${name}` }).click();
  const path = info.outputPath(`${name}.pdf`);
  await (await downloadEvent).saveAs(path);
  return path;
}

/** Lines of a document that differ with each letter: numbers, dates, and the code. */
const variableText = /\d{10}|〔\d{4}〕|[0-9A-Z]{4}-[0-9A-Z]{4}|^\d+$|\d{4}年\d+月\d+日/;

test('the documents of a letter are previewed, numbered, sealed, compared with a snapshot, and publicly verified', async ({
  openSignedIn,
  startLetter,
  openBrowser,
  baseURL,
}, info) => {
  const address = baseURL ?? '';
  const letter = { ...writeLetter(''), title: '明珠新村三号楼电梯停运', day: '2026-03-02' };
  const code = await startLetter(people.clerk, letter);
  const receiver = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');

  await test.step('the receipt is generated, and the table says when the other documents will be generated', async () => {
    await openFromList(receiver, code);
    await receiver.getByRole('tab', { name: '文书' }).click();
    const table = receiver.getByRole('region', { name: '文书列表' });
    const row = (name: string) => table.getByRole('row', { name: new RegExp(`^\\d+ ?${name}`) });
    await expect(row('受理告知书')).toContainText('尚未生成，在“受理审查”环节按条件自动生成');
    await expect(row('受理告知书')).toContainText('予以受理后可以生成');
    await expect(row('办件单').getByRole('button', { name: '生成办件单' })).toBeVisible();
    await pressWithOpinion(receiver, '确认收件', '');
    await previewAndConfirm(receiver, '确认收件', code, '收件回执');
  });

  await test.step('the acceptance notice is generated', async () => {
    // The list shows its old rows until it has reloaded; an old row leads to the finished step.
    await expect(receiver.getByRole('row').filter({ hasText: code })).toContainText('受理审查');
    await openFromList(receiver, code);
    await receiver.getByRole('radio', { name: '予以受理' }).check();
    await chooseUnit(receiver, '承办单位', '淳安县住房和城乡建设局');
    await press(receiver, '受理', '属于受理范围，予以受理。');
    await previewAndConfirm(receiver, '受理', code, '受理告知书');
  });

  await pressButton(address, people.leader, code, { button: '批示', branch: 'undertake' });
  await pressButton(address, people.implementer, code, {
    button: '办理',
    content: { investigation: '主板损坏。', undertakingOpinion: '责令修复。' },
  });
  await pressButton(address, people.reviewer, code, {
    button: '审核通过',
    content: { replyOpinion: '电梯已恢复运行。', replyDate: today() },
  });
  const leader = await openSignedIn(people.leader, '/todo?sort=arrivedAt');
  await test.step('the reply is generated', async () => {
    await openFromList(leader, code);
    await press(leader, '签发', '同意签发。');
    await previewAndConfirm(leader, '签发', code, '处理意见书');
  });

  await test.step('the 办件单 is generated at the concluding node', async () => {
    await receiver.goto('/todo?sort=arrivedAt');
    await openFromList(receiver, code);
    await fillDate(receiver, '办结日期', today());
    await press(receiver, '办结归档', '来信办结。');
    await previewAndConfirm(receiver, '办结归档', code, '办件单');
  });

  const visitor = await (await openBrowser()).newPage();
  let path = '';
  await test.step('the order has all four documents, and its readers can download them', async () => {
    await receiver.goto(`/affair/detail/${code}`);
    await receiver.getByRole('tab', { name: '文书' }).click();
    const table = receiver.getByRole('region', { name: '文书列表' });
    for (const name of ['收件回执', '受理告知书', '处理意见书', '办件单'])
      await expect(table.getByRole('row', { name: new RegExp(`^\\d+ ?${name}`) })).toContainText('有效');
    await expect(table).not.toContainText('已变更');
    await expect(table.getByRole('button', { name: /^(重新)?生成/ })).toHaveCount(0);
    const sheet = await readFile(await downloadDocument(receiver, '办件单', info));
    const sheetText = (await drawPage(visitor, sheet, { number: 1 })).texts.join('');
    for (const text of ['正常办结', '来信办结。', '同意签发。']) expect(sheetText).toContain(text);
    path = await downloadDocument(receiver, '处理意见书', info);
  });

  await test.step('the printed reply matches the stored snapshot', async () => {
    const reply = await readFile(path);
    // Area of the seal, whose position depends on the length of the date; the code differs each time.
    const seal = { x: 117, y: 107, width: 72, height: 50 };
    const code = { x: 20, y: 214, width: 105, height: 27 };
    for (const [number, hiddenAreas] of [
      [1, []],
      [2, [seal, code]],
    ] as const) {
      const { picture, texts } = await drawPage(visitor, reply, { number, variableText, hiddenAreas });
      expect(texts.includes('演示章')).toBe(number === 2);
      expect(picture).toMatchSnapshot(`reply-${number}.png`, { maxDiffPixelRatio: 0.005 });
    }
  });

  await test.step('a visitor without an account enters the verification code, and compares the file', async () => {
    const reply = (await documentsOn(receiver, code)).find(({ name }) => name === '处理意见书');
    await visitor.goto('/verify');
    await visitor.getByRole('textbox', { name: '核验码' }).fill(reply?.verificationCode ?? '');
    await visitor.getByRole('button', { name: '核验' }).click();
    const result = visitor.getByRole('region', { name: '核验结果' });
    await expect(result).toContainText('有效');
    await expect(result).toContainText(reply?.documentNumber ?? '?');
    await expect(result).not.toContainText(letter.applicant);
    await expect(result).not.toContainText(code);
    const chooser = visitor.getByLabel('选择 PDF 文件比对');
    await chooser.setInputFiles(path);
    await expect(result).toContainText('一致：该文件与登记的文书完全相同');
    const changed = info.outputPath('changed.pdf');
    await writeFile(changed, Buffer.concat([await readFile(path), Buffer.from('\n')]));
    await chooser.setInputFiles(changed);
    await expect(result).toContainText('不一致：该文件与登记的文书不同');
    await visitor.goto(`/verify/${reply?.verificationCode}`);
    await expect(visitor.getByRole('region', { name: '核验结果' })).toContainText('淳安县信访局');
  });
});
