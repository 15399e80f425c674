import { hasCode } from './code-list.ts';

/** Types of an applicant that is an enterprise (S1 and S2 Enumerations). */
export const EnterpriseType = {
  stateOwned: '01',
  collective: '02',
  private: '03',
  jointStock: '04',
  partnership: '05',
  foreignInvested: '06',
  hongKongMacaoTaiwanInvested: '07',
  cooperative: '08',
  publicInstitution: '09',
  limitedLiability: '10',
  other: '11',
  administrativeOrgan: '12',
  socialOrganisation: '13',
} as const;
export type EnterpriseType = (typeof EnterpriseType)[keyof typeof EnterpriseType];

export const enterpriseTypeLabel: Record<EnterpriseType, string> = {
  [EnterpriseType.stateOwned]: '国有企业',
  [EnterpriseType.collective]: '集体企业',
  [EnterpriseType.private]: '私营企业',
  [EnterpriseType.jointStock]: '股份制企业',
  [EnterpriseType.partnership]: '合伙企业',
  [EnterpriseType.foreignInvested]: '外商投资企业',
  [EnterpriseType.hongKongMacaoTaiwanInvested]: '港澳台投资企业',
  [EnterpriseType.cooperative]: '合作社',
  [EnterpriseType.publicInstitution]: '事业单位',
  [EnterpriseType.limitedLiability]: '有限责任公司',
  [EnterpriseType.other]: '其他',
  [EnterpriseType.administrativeOrgan]: '行政机关',
  [EnterpriseType.socialOrganisation]: '社会组织',
};

export function isEnterpriseType(value: unknown): value is EnterpriseType {
  return hasCode(EnterpriseType, value);
}
