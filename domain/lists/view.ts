/** Limits and messages of the views of a list. */
export const viewLimits = { nameCharacters: 20, viewsOfList: 30, viewsOfPerson: 300 } as const;

export const viewText = {
  nameMissing: '请输入视图名称',
  nameTaken: '已有同名视图，请更换名称',
  tooMany: `每个列表最多保存 ${viewLimits.viewsOfList} 个视图`,
  tooManyInAll: `所有列表合计最多保存 ${viewLimits.viewsOfPerson} 个视图`,
  secret: '筛选条件里有证件号码或手机号码，不能共享',
  sharingForbidden: '您没有共享视图的权限',
} as const;

/**
 * Patterns of a mobile number with or without country code, an identity number of 18 or 15 digits (never an
 * order number), and a credit code.
 */
const personalNumbers = [
  /(?<!\d)(?:(?:00)?86)?1[3-9]\d{9}(?!\d)/,
  /(?<!\d)\d{17}[\dXx](?!\d)/,
  /(?<!\d)(?!20)[1-8]\d{7}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}(?!\d)/,
  /(?<![0-9A-Za-z])[0-9A-Za-z]{18}(?![0-9A-Za-z])/,
];

/**
 * Checks whether a text contains a personal number of any kind and format, which must not be shared with
 * colleagues in a view. Full-width digits, invisible characters and separators do not hide one.
 */
export function hasPersonalNumber(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  const joined = plain.replaceAll(/(?<=\d)[\s.·\-\u2010-\u2015]+(?=\d)/g, '');
  return personalNumbers.some((number) => number.test(plain) || number.test(joined));
}
