import { checkDigitOf } from '#domain/certificates/id-card.ts';
import { creditCheckCharacterOf } from '#domain/certificates/unified-social-credit-code.ts';
import type { ApplicantEntry } from './office-actions.ts';
import type { Random } from './random.ts';

/** Towns of the demo county, by their codes in the region tree. */
export const towns: readonly { code: string; name: string }[] = [
  { code: '330127100', name: '千岛湖镇' },
  { code: '330127101', name: '文昌镇' },
  { code: '330127102', name: '石林镇' },
  { code: '330127103', name: '临岐镇' },
  { code: '330127104', name: '威坪镇' },
  { code: '330127106', name: '姜家镇' },
  { code: '330127107', name: '梓桐镇' },
  { code: '330127108', name: '汾口镇' },
  { code: '330127109', name: '中洲镇' },
  { code: '330127110', name: '大墅镇' },
  { code: '330127111', name: '枫树岭镇' },
];

const parentRegions = [
  { code: '330000', name: '浙江省' },
  { code: '330100', name: '杭州市' },
  { code: '330127', name: '淳安县' },
] as const;

/** Returns a region field's value: the path from the province down to the town. */
export function regionPath(town: { code: string; name: string }) {
  return [...parentRegions, town];
}

const surnames = '方徐余王汪洪吴胡张陈李程姜项邵叶章郑何黄周刘朱钱童卢占宋唐鲁'.split('');
const maleNames =
  '建军 志明 国强 文斌 永胜 海波 俊杰 浩然 伟东 立新 金根 土根 春生 水林 宏亮 晓峰 家骏 子轩 学文 光明'.split(
    ' ',
  );
const femaleNames =
  '秀英 丽华 美娟 雪琴 春花 晓燕 玉兰 彩虹 佳怡 梦婷 小芳 海燕 凤仙 桂香 雅静 素珍 红梅 思琪 爱珠 云霞'.split(
    ' ',
  );
const streets = '新安大街 环湖北路 排岭南路 梦姑路 睦州大道 青溪大道 富城路 人民路 文景街 开发路'.split(' ');

/**
 * Invents a person, with a valid ID number that is never issued (decision 0086) and a mobile number from an
 * unused range.
 */
export function makePerson(random: Random, number: number, sex: '1' | '2' = random.pick(['1', '2'])) {
  const name = `${random.pick(surnames)}${random.pick(sex === '1' ? maleNames : femaleNames)}`;
  // Year and month depend on the number, so that the first 540 people are all different.
  const year = 1955 + (number % 45);
  const month = String((Math.floor(number / 45) % 12) + 1).padStart(2, '0');
  // Later people have a day by their number and sequences of their own, so that 15,000 more are all different.
  const round = Math.floor(number / 540);
  const randomDay = random.int(1, 28);
  const day = String(round === 0 ? randomDay : ((round - 1) % 28) + 1).padStart(2, '0');
  // 996 to 999 were reserved for centenarians, so nobody born in these years has such a number; an odd number
  // means male.
  const sequence = String((sex === '1' ? 999 : 998) - (round === 0 ? 0 : 2));
  const first17 = `330127${year}${month}${day}${sequence}`;
  return {
    name,
    sex,
    mobile: `15405${String(720_000 + number).padStart(6, '0')}`,
    certCode: `${first17}${checkDigitOf(first17)}`,
  };
}

export function makeApplicant(random: Random, number: number, town: { code: string }): ApplicantEntry {
  return {
    ...makePerson(random, number),
    certCategory: '10',
    region: [...parentRegions.map(({ code }) => code), town.code],
    detailAddress: `${random.pick(streets)}${random.int(1, 320)}号${random.int(1, 18)}幢${random.int(1, 6) * 100 + random.int(1, 4)}室`,
  };
}

/**
 * Invents a company with this person as its legal representative; telephone and address are the person's.
 */
export function makeCompany(represent: ApplicantEntry, name: string, creditCode: string): ApplicantEntry {
  return {
    ...represent,
    name,
    certCategory: '49',
    certCode: creditCode,
    // A limited liability company (S1 §4: 10) is a legal person.
    organisation: { applyerType: '2', enterpriseType: '10', represent },
  };
}

/** Returns the applicant in the form that the call expects. */
export function applicantOf({ organisation, region, ...applicant }: ApplicantEntry) {
  if (!organisation) return { ...applicant, region: [...region] };
  const { represent, ...kind } = organisation;
  return {
    ...applicant,
    region: [...region],
    ...kind,
    representName: represent.name,
    representMobile: represent.mobile,
    representCertCategory: represent.certCategory,
    representCertCode: represent.certCode,
  };
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2];

/**
 * Returns a unified social credit code, 91 for a company or 92 for a shopkeeper, with two valid check
 * characters (GB 32100, GB 11714).
 */
export function makeCreditCode(random: Random, registrar: '91' | '92' = '92'): string {
  const body = `MA${Array.from({ length: 6 }, () => random.pick(creditAlphabet.split(''))).join('')}`;
  const values = body.split('').map((character) => Number.parseInt(character, 36));
  const check = (11 - (weigh(values, organisationWeights) % 11)) % 11;
  const first17 = `${registrar}330127${body}${check === 10 ? 'X' : check}`;
  return `${first17}${creditCheckCharacterOf(first17)}`;
}

function weigh(values: readonly number[], weights: readonly number[]): number {
  return values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
}

/** Replaces the `{name}` placeholders of a text by values. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
