import { ApplicantTerm } from './applicant-term.ts';

/** Returns the labels and messages about an applicant, with the item's term for applicants. */
export function applicantTexts(term: ApplicantTerm) {
  return {
    typeMissing: `请选择${term}类型`,
    nameTitle: `${term}姓名`,
    phoneMissing: term === ApplicantTerm.petitioner ? '请填写手机号码或固定电话' : '手机号码不能为空',
    factsTitle: `${term}信息`,
    factsInvalid: `请正确填写${term}基础信息`,
    factsMissing: `该办件没有${term}信息`,
    hasUnfinished: `该${term}已有未办结的同类办件`,
    hasUnfinishedOf: (item: string) => `该${term}已有未办结的“${item}”办件`,
    registerAgainLabel: term === ApplicantTerm.petitioner ? '确需再次登记的' : '确需再次申请的',
    unfinishedMustBeOriginal: `该${term}有尚未办结的信访件，请选择该件作为原办件`,
    unfinishedMustEndFirst: `该${term}有尚未办结的信访件，办结前不能再次登记`,
    repeatedByHistory: `请先核对证件号码。属于重复信访的，请在“${term}信息”右上方打开“历史信访”，选中未办结的件并“设为原办件”后再提交。`,
    orderUnfinished: `该件尚未办结，不能再次登记同一${term}的信访件`,
    noMobile: `${term}没有登记手机号，不能发送短信`,
    smsOnly: `${term}只能用短信通知，请选择短信渠道`,
    messagesRecorded: `发给${term}和工作人员的消息均记录于此，本件的办理人员可以查看。`,
  };
}

/** Returns the titles of the four parts of an applicant that every card has. */
export function applicantPartTitles(term: ApplicantTerm) {
  return { name: `${term}姓名`, certCategory: '证件类型', certCode: '证件号码', mobile: '手机号码' };
}
