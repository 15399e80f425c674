import { normalisePhone } from '../certificates/normalise-numbers.ts';
import { checkLandline, checkMobile } from '../certificates/phone.ts';
import { ApplicantType, isApplicantType, isOrganisation } from '../enumerations/applicant-type.ts';
import { isLegalEntityCertificate, isPersonalCertificate } from '../enumerations/certificate-category.ts';
import { isEnterpriseType } from '../enumerations/enterprise-type.ts';
import type { Problem } from '../refusals/refusals.ts';
import { inputText } from '../texts/input-texts.ts';
import { ApplicantTerm } from './applicant-term.ts';
import { applicantTexts } from './applicant-texts.ts';
import {
  certificateKindMissing,
  problemOfCharacterCount,
  problemOfName,
  problemOfNumber,
  problemOfPhone,
} from './check-basic-applicant.ts';
import { maxAddressLength, maxRemarkLength } from './limits.ts';

/** The fields of the applicant card that the rules read. */
export interface ApplicantFacts {
  applyerType: string;
  enterpriseType: string;
  name: string;
  mobile: string;
  certCategory: string;
  certCode: string;
  contactNo: string;
  detailAddress: string;
  remark: string;
  representName: string;
  representMobile: string;
  representCertCategory: string;
  representCertCode: string;
}

/** Labels of the card's fields for the representative of an organisation. */
export const representativeLabel = {
  name: '法定代表人姓名',
  certCategory: '法定代表人证件类型',
  certCode: '法定代表人证件号码',
  mobile: '法定代表人手机号码',
} as const;

/** Types of applicants that are enterprises and have an enterprise type. */
export const enterpriseKinds: readonly string[] = [
  ApplicantType.enterprise,
  ApplicantType.nonLegalEnterprise,
];

/**
 * Returns every problem of an applicant, in the order of the card and with the texts of S1 §5 and S2 §5;
 * `field` is the name on the card, `term` the item's term for the applicant. An organisation gives a
 * certificate of its own kind and a representative. A certificate may be missing, because letters come
 * without one, but not wrong. A petitioner may give a landline alone, in the field of the mobile number (S2
 * §5) or in its own; only the other applicants are told that the mobile number is missing.
 */
export function checkApplicant(applicant: ApplicantFacts, term: ApplicantTerm): Problem[] {
  const problems: Problem[] = [];
  const report = (field: keyof ApplicantFacts, message: string | undefined) => {
    if (message !== undefined) problems.push({ field, message });
  };
  const isApplicantOrganisation = isOrganisation(applicant.applyerType);
  const { typeMissing, nameTitle, phoneMissing } = applicantTexts(term);
  report('applyerType', isApplicantType(applicant.applyerType) ? undefined : typeMissing);
  report('enterpriseType', problemOfEnterpriseType(applicant));
  report('name', problemOfName(applicant.name, isApplicantOrganisation ? '单位名称' : nameTitle, true));
  const isAllowedCertificate = isApplicantOrganisation ? isLegalEntityCertificate : isPersonalCertificate;
  const { certCategory, representCertCategory } = applicant;
  if (isAllowedCertificate(certCategory))
    report('certCode', problemOfNumber(certCategory, applicant.certCode));
  else report('certCategory', certificateKindMissing);

  report(
    'representName',
    problemOfName(applicant.representName, representativeLabel.name, isApplicantOrganisation),
  );
  if (isPersonalCertificate(representCertCategory))
    report('representCertCode', problemOfNumber(representCertCategory, applicant.representCertCode));
  else report('representCertCategory', certificateKindMissing);
  const representMobile = normalisePhone(applicant.representMobile);
  report('representMobile', representMobile === '' ? undefined : checkMobile(representMobile));

  const mobile = normalisePhone(applicant.mobile);
  const contactNo = normalisePhone(applicant.contactNo);
  const acceptsLandline = term === ApplicantTerm.petitioner;
  if (mobile !== '') report('mobile', problemOfPhone(mobile, term));
  else if (!acceptsLandline || contactNo === '') report('mobile', phoneMissing);
  report('contactNo', contactNo === '' ? undefined : checkLandline(contactNo));
  report('detailAddress', problemOfCharacterCount(applicant.detailAddress, maxAddressLength));
  report('remark', problemOfCharacterCount(applicant.remark, maxRemarkLength));
  return problems;
}

function problemOfEnterpriseType({ applyerType, enterpriseType }: ApplicantFacts): string | undefined {
  if (enterpriseType === '') return enterpriseKinds.includes(applyerType) ? '企业类型不能为空' : undefined;
  if (applyerType === ApplicantType.naturalPerson) return '自然人没有企业类型';
  return isEnterpriseType(enterpriseType) ? undefined : inputText.choose;
}
