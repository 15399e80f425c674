import { normaliseCertCode } from '../applicants/normalise-applicant.ts';
import { checkCertificate } from '../certificates/certificate.ts';
import { normaliseName, normalisePhone } from '../certificates/normalise-numbers.ts';
import { isMobile } from '../certificates/phone.ts';
import type { ImportColumn, SheetProblem, UploadedRow } from '../sheets/import-sheet.ts';

/** The people of a joint petition (联名信, 集体访): the list of names, and their representatives (docs/decisions/0234). */

/** People of one petition. */
export const maxJointPetitioners = 1_000;

export interface JointPetitioner {
  name: string;
  /** Number of an identity card; empty if the list has none. */
  certCode: string;
  mobile: string;
  isRepresentative: boolean;
}

/** Columns of the spreadsheet. */
export const jointColumns: readonly ImportColumn[] = [
  {
    key: 'name',
    title: '姓名',
    kind: 'text',
    required: true,
    limit: 100,
    hint: '联名的信访人',
    example: '童秀英',
  },
  {
    ...{ key: 'certCode', title: '居民身份证号', kind: 'text', limit: 30 },
    ...{ hint: '没有的可以不填', example: '11010519491231002X' },
  },
  {
    key: 'mobile',
    title: '手机号码',
    kind: 'text',
    limit: 30,
    hint: '没有的可以不填',
    example: '13800000000',
  },
  {
    ...{ key: 'isRepresentative', title: '代表人', kind: 'choice', choices: ['是', '否'] },
    ...{ hint: '推选的代表填“是”，其他人不填或填“否”', example: '是' },
  },
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Returns the people of a spreadsheet with all its problems: wrong numbers, a person listed twice, too many people, and
 * none or too many representatives.
 */
export function readJointPetitioners(
  rows: readonly UploadedRow[],
  maxRepresentatives: number,
): { people: JointPetitioner[]; problems: SheetProblem[] } {
  const problems: SheetProblem[] = [];
  const people: JointPetitioner[] = [];
  const rowOfNumber = new Map<string, number>();
  for (const { row, values } of rows) {
    const person = {
      name: normaliseName(textOf(values.name)),
      certCode: normaliseCertCode('10', textOf(values.certCode)),
      mobile: normalisePhone(textOf(values.mobile)),
      isRepresentative: values.isRepresentative === '是',
    };
    const certProblem = person.certCode === '' ? undefined : checkCertificate('10', person.certCode);
    if (certProblem) problems.push({ row, column: '居民身份证号', message: certProblem });
    if (person.mobile !== '' && !isMobile(person.mobile)) {
      problems.push({ row, column: '手机号码', message: '请输入正确的手机号码' });
    }
    const first = person.certCode === '' ? undefined : rowOfNumber.get(person.certCode);
    if (first !== undefined)
      problems.push({ row, column: '居民身份证号', message: `与第 ${first} 行是同一人` });
    else rowOfNumber.set(person.certCode, row);
    people.push(person);
  }
  if (people.length > maxJointPetitioners) {
    problems.push({ row: 0, column: '', message: `名单不能超过 ${maxJointPetitioners} 人` });
  }
  const representatives = people.filter(({ isRepresentative }) => isRepresentative).length;
  if (representatives > maxRepresentatives) {
    const message = `推选了 ${representatives} 名代表人，不得超过 ${maxRepresentatives} 人`;
    problems.push({ row: 0, column: '代表人', message });
  }
  if (people.length > 0 && representatives === 0) {
    problems.push({ row: 0, column: '代表人', message: '请推选代表人，在该列填“是”' });
  }
  return { people, problems };
}
