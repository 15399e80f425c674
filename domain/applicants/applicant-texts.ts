import { ApplicantTerm } from './applicant-term.ts';

/** Returns the labels and messages about an applicant, with the item's word for applicants. */
export function applicantTexts(word: ApplicantTerm) {
  return {
    typeMissing: `请选择${word}类型`,
    nameTitle: `${word}姓名`,
    factsTitle: `${word}信息`,
    factsWrong: `请正确填写${word}基础信息`,
    factsAbsent: `该办件没有${word}信息`,
    hasUnfinished: `该${word}已有未办结的同类办件`,
    hasUnfinishedOf: (item: string) => `该${word}已有未办结的“${item}”办件`,
    onceMore: word === ApplicantTerm.petitioner ? '确需再次登记的' : '确需再次申请的',
    openOneOnly: `该${word}有尚未办结的信访件，请选择该件作为原办件`,
    openOneFirst: `该${word}有尚未办结的信访件，办结前不能再次登记`,
    repeatedByHistory: `请先核对证件号码。属于重复信访的，请在“${word}信息”右上方打开“历史信访”，选中未办结的件并“设为原办件”后再提交。`,
    stillOpen: `该件尚未办结，不能再次登记同一${word}的信访件`,
    noMobile: `${word}没有登记手机号，不能发送短信`,
    smsOnly: `${word}只能用短信通知，请选择短信渠道`,
    messagesKept: `发给${word}和工作人员的消息均记录于此，本件的办理人员可以查看。`,
  };
}
