import { checkCertificate } from '../certificates/certificate.ts';
import { checkLandline, checkPhone } from '../certificates/phone.ts';
import { isPersonalCertificate } from '../enumerations/certificate-category.ts';
import type { Problem } from '../refusals/refusals.ts';
import { maxAddressLength, maxNameLength, maxRemarkLength } from './limits.ts';

/** What the applicant card holds, as far as a rule looks at it. */
export interface ApplicantFacts {
  name: string;
  mobile: string;
  certCategory: string;
  certCode: string;
  contactNo: string;
  detailAddress: string;
  remark: string;
}

/**
 * Everything wrong with a natural person as an applicant, in the order of the card and in the words of S1 §5; `field` is
 * the name on the card. A certificate may be missing, because letters come without one; a wrong one may not.
 */
export function checkApplicant(applicant: ApplicantFacts): Problem[] {
  const problems: Problem[] = [];
  const say = (field: keyof ApplicantFacts, message: string | undefined) => {
    if (message !== undefined) problems.push({ field, message });
  };
  const name = applicant.name.trim();
  say('name', name === '' ? '申请人姓名不能为空' : tooLong(name, maxNameLength));
  say('certCode', faultOfCertificate(applicant.certCategory, applicant.certCode.trim()));
  const mobile = applicant.mobile.trim();
  say('mobile', mobile === '' ? '手机号码不能为空' : checkPhone(mobile));
  const contactNo = applicant.contactNo.trim();
  say('contactNo', contactNo === '' ? undefined : checkLandline(contactNo));
  say('detailAddress', tooLong(applicant.detailAddress, maxAddressLength));
  say('remark', tooLong(applicant.remark, maxRemarkLength));
  return problems;
}

function faultOfCertificate(category: string, number: string): string | undefined {
  if (!isPersonalCertificate(category)) return '请选择证件类型';
  return number === '' ? undefined : checkCertificate(category, number);
}

function tooLong(text: string, limit: number): string | undefined {
  return [...text].length > limit ? `请输入不超过${limit}个字符` : undefined;
}
