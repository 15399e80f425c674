import { randomInt } from 'node:crypto';
import { expect, type Frame, type Locator, type Page } from '@playwright/test';
import { chooseOption, chooseRegion, fillDate } from './form-controls.ts';

export interface Letter {
  applicant: string;
  idCard: string;
  mobile: string;
  title: string;
  day: string;
  summary: string;
  demand: string;
}

/** Returns a letter from a new sender with words of its own, so that it repeats no other one. */
export function writeLetter(title: string): Letter {
  return {
    applicant: '钱学礼',
    idCard: makeIdCard(),
    mobile: `139${digits(8)}`,
    title: `${title}（${digits(6)}）`,
    day: yesterday(),
    summary: `${drawCharacters(14)}。`,
    demand: `${drawCharacters(10)}。`,
  };
}

/**
 * Returns a woman's identity number with a GB 11643 check digit, drawn from some seven million; with only the
 * birth dates of one month, two letters of a run had the same sender now and then.
 */
function makeIdCard(): string {
  const month = String(randomInt(1, 13)).padStart(2, '0');
  const day = String(randomInt(1, 29)).padStart(2, '0');
  const body = `330127${randomInt(1950, 1992)}${month}${day}${digits(2)}${2 * randomInt(5)}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index]), 0);
  return body + '10X98765432'.charAt(sum % 11);
}

/** Returns characters that make no words, which no other letter contains in this order. */
function drawCharacters(count: number): string {
  return Array.from({ length: count }, () => String.fromCodePoint(randomInt(0x5000, 0x9000))).join('');
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}

/** 浙江省 / 杭州市 / 淳安县, as a form stores a region. */
export const countyOfOffice = [
  { code: '330000', name: '浙江省' },
  { code: '330100', name: '杭州市' },
  { code: '330127', name: '淳安县' },
];

/** Fills in the applicant card. */
export async function fillApplicant(page: Page, letter: Letter): Promise<void> {
  await page.getByLabel('信访人姓名').fill(letter.applicant);
  await page.getByLabel('手机号码').fill(letter.mobile);
  await page.getByLabel('证件号码').fill(letter.idCard);
  await expect(page.getByRole('radio', { name: '女' })).toBeChecked();
}

/** Fills in the required fields of the letter's form, and judges it as a new matter if similar ones are found. */
export async function fillLetter(page: Page, letter: Letter): Promise<void> {
  const demand = await fillLetterFields(page, letter);
  await judgeAsNew(page, letter, () => demand.blur());
}

/** Fills in the required fields of the letter's form; returns the last one, which still has the cursor. */
export async function fillLetterFields(page: Page, letter: Letter): Promise<Locator> {
  await fillDate(page, '来信日期', letter.day);
  await chooseOption(page, '信访形式', '来信');
  await page.getByRole('textbox', { name: '来信标题' }).fill(letter.title);
  await chooseRegion(
    page,
    '问题属地',
    countyOfOffice.map(({ name }) => name),
  );
  await chooseOption(page, '问题类别', '城乡建设');
  await chooseOption(page, '具体类别', '物业管理');
  await page.getByRole('textbox', { name: '来信摘要' }).fill(letter.summary);
  const demand = page.getByRole('textbox', { name: '诉求' });
  await demand.fill(letter.demand);
  return demand;
}

/** Leaves the last field, and judges the letter as a new matter if similar ones are found. */
async function judgeAsNew(page: Page, letter: Letter, leave: () => Promise<void>): Promise<void> {
  // In an embedded portal the letter is in a frame.
  const owner = 'page' in page ? (page as unknown as Frame).page() : page;
  const searched = owner.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/petitions/similar') &&
      answer.request().postData()?.includes(letter.demand) === true,
  );
  await leave();
  const { data } = await (await searched).json();
  if (data.rows.length > 0) await page.getByRole('radio', { name: '新事项' }).check();
}

function yesterday(): string {
  return new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/** Returns today's date in China. */
export function today(): string {
  return new Date(Date.now() + 8 * 3600 * 1000).toISOString().slice(0, 10);
}
