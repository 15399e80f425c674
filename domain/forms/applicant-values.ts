/** Labels of the applicant's values that a field can take over (`x-applicant`). */
export const applicantValueLabel = {
  name: '姓名或单位名称',
  /** Empty for a person. */
  organisationName: '单位名称（个人申请时不填）',
  certCategory: '证件类型',
  certCode: '证件号码',
  representName: '法定代表人',
  representCertCategory: '法定代表人证件类型',
  representCertCode: '法定代表人证件号码',
  representMobile: '法定代表人手机号码',
  mobile: '手机号码',
  contactNo: '固定电话',
  region: '所在地区',
  detailAddress: '详细地址',
} as const;
export type ApplicantValue = keyof typeof applicantValueLabel;

const names = Object.keys(applicantValueLabel) as ApplicantValue[];

const kindsOf = (value: ApplicantValue): readonly string[] => {
  if (value === 'region') return ['region'];
  return value.endsWith('ertCategory') ? ['select', 'radio'] : ['single-line', 'textarea'];
};

/** Returns the applicant's values that a field of this kind can take over. */
export function applicantValuesFor(kind: string): readonly ApplicantValue[] {
  return names.filter((name) => kindsOf(name).includes(kind));
}

/** Returns the applicant's value that a field takes over; reports the reason if it cannot. */
export function applicantValueOf(
  model: { 'x-component': string; 'x-applicant'?: unknown },
  isColumn: boolean,
  report: (message: string) => void,
): ApplicantValue | undefined {
  const requestedName = model['x-applicant'];
  if (requestedName === undefined) return undefined;
  const value = names.find((name) => name === requestedName);
  if (value === undefined) report(`申请人没有“${String(requestedName)}”这一项`);
  else if (isColumn) report('表格的列和其他字段中的字段不能取自申请人');
  else if (!kindsOf(value).includes(model['x-component']))
    report(`该类型的字段不能取自申请人的“${applicantValueLabel[value]}”`);
  return value;
}
