import type { z } from 'zod';
import type { ApplicantInput } from '#contract/applicant.ts';
import type { InitiateInput } from '#contract/initiation.ts';
import {
  applicantOf,
  makeApplicant,
  makeCompany,
  makeCreditCode,
  makePerson,
  regionPath,
  towns,
} from '#server/seeds/demo/people.ts';
import { createRandom } from '#server/seeds/demo/random.ts';

type StartBody = Omit<z.input<typeof InitiateInput>, 'applyer'> & {
  applyer: Partial<z.output<typeof ApplicantInput>> & Record<'name' | 'mobile' | 'certCode', string>;
};
type Content = Record<string, unknown>;

/**
 * Data to start an order, and the values that people fill in at its nodes; dates suit the day on which the test
 * office opens.
 */
export interface StartData {
  start: StartBody;
  /** By node: the fields that its person fills in. */
  valuesByNode: Readonly<Record<string, Content>>;
  /**
   * By node and button: the form's fields for a button that needs other values than the node's usual ones.
   */
  valuesByButton?: Readonly<Record<string, Readonly<Record<string, Content>>>>;
}

/** Returns the values that a person fills in at a node before pressing a button there. */
export function formValuesAt(startData: StartData, nodeId: string, buttonId?: string): Content | undefined {
  return (
    (buttonId === undefined ? undefined : startData.valuesByButton?.[nodeId]?.[buttonId]) ??
    startData.valuesByNode[nodeId]
  );
}

const today = '2026-03-02';

/** Bureaus of the demo office, as form fields contain them. */
export const units = {
  housing: [{ id: '330127-zjj', name: '淳安县住房和城乡建设局' }],
  enforcement: [{ id: '330127-zfj-qdh', name: '综合行政执法局千岛湖中队' }],
  environment: [{ id: '330127-hbj', name: '淳安县生态环境局' }],
  transport: [{ id: '330127-jtj', name: '淳安县交通运输局' }],
  /** An organisation that the office does not have. */
  unknown: [{ id: 'no-such', name: '无此单位' }],
};

function startOf(code: string, number: number, content: Content): StartBody {
  const random = createRandom(number);
  const [town] = towns;
  if (!town) throw new Error('The demo county has no town');
  const applicant = makeApplicant(random, number, town);
  return {
    taskCode: code,
    itemDeployId: `${code}-1`,
    applyer: applicantOf(applicant),
    workorderForms: [{ formId: `${code}:1`, content }],
  };
}

/** Returns a 群众来信办理; each number has a different applicant. */
export function petition(number: number, changes: Content = {}): StartData {
  const [town] = towns;
  const undertaking = { investigation: '经实地查看，情况属实。', undertakingOpinion: '责令限期整改。' };
  // The petitions of a test are alike: their judgement is that they are new matters.
  const judgement = { result: 'new' } as const;
  const start = startOf('petition-letter', number, {
    letterDate: '2026-02-27',
    channel: 'letter',
    letterTitle: `反映小区电梯长期停用（${number}）`,
    petitionerCount: 1,
    urgency: 'normal',
    area: town ? regionPath(town) : [],
    problemCategory: 'urban',
    problemKind: 'property',
    isRepeat: 'no',
    summary: '三号楼电梯停用两个月，老人上下楼困难。',
    demand: '请督促物业尽快修复。',
    involved: [{ name: '钱经理', relation: 'witness', unit: '物业公司', phone: '15405712345' }],
    ...changes,
  });
  return {
    start: { ...start, judgement },
    valuesByNode: {
      examine: { acceptResult: 'accept', undertakingUnit: units.housing, coUnits: units.enforcement },
      undertake: undertaking,
      'undertake-lead': undertaking,
      audit: { replyOpinion: '电梯已修复并恢复使用。', replyDate: today },
      archive: { concludedDate: today },
    },
    valuesByButton: {
      examine: { decline: { acceptResult: 'reject', rejectReason: '所反映的事项不属于本机关职权范围。' } },
    },
  };
}

/** Returns a 人大代表建议办理; `way` decides the branches of the inclusive gateway. */
export function proposal(
  number: number,
  way: 'single' | 'split' | 'lead' = 'lead',
  joiner = units.enforcement,
): StartData {
  const person = makePerson(createRandom(number), number);
  const joining = [{ unit: joiner, contact: '高峰', phone: '15405711555', dueDate: '2026-03-20' }];
  return {
    start: startOf('congress-proposal', number, {
      proposalNo: String(number),
      term: '17-5',
      period: 'meeting',
      submittedDate: '2026-02-26',
      subject: `关于老旧小区加装电梯的建议（${number}）`,
      category: 'urban',
      leadName: person.name,
      delegation: '1',
      leadMobile: person.mobile,
      isJoint: 'no',
      content: '建议简化审批流程，统筹补助资金，明确管线迁改费用分担办法。',
      isOpen: 'yes',
    }),
    valuesByNode: {
      assign: {
        handlingWay: way,
        hostUnit: units.housing,
        ...(way !== 'single' && { units: joining }),
        assignDate: today,
        replyDueDate: '2026-06-01',
      },
      host: { communication: ['visit'], communicationRecord: '已登门沟通。' },
      'join-opinion': { joinOpinion: '同意主办单位意见。' },
      reply: {
        communication: ['visit', 'phone'],
        communicationRecord: '代表表示认可。',
        reply: '建议已采纳，今年加装四十台。',
        replyType: 'A',
        replyDate: today,
      },
    },
  };
}

/** Returns a 食品药品经营许可; its materials are files that a person uploaded before. */
export function permit(
  number: number,
  materials: readonly { id: string; name: string; size: number }[],
): StartData {
  const random = createRandom(number);
  const [town] = towns;
  const owner = makePerson(random, number);
  const manager = makePerson(random, number + 600);
  return {
    start: startOf('permit-application', number, {
      matter: 'food',
      applicationType: 'new',
      subjectName: `淳安湖鲜坊餐饮店（${number}）`,
      creditCode: makeCreditCode(random),
      legalName: owner.name,
      legalCertCategory: '10',
      legalCertCode: owner.certCode,
      contactMobile: owner.mobile,
      area: town ? regionPath(town) : [],
      address: '新安大街 18 号',
      floorArea: 120,
      staff: [{ name: manager.name, certCode: manager.certCode, post: 'manager' }],
      materials,
    }),
    valuesByNode: {
      examine: { reviewOpinion: '材料齐全，符合要求。' },
      'site-check': { siteVisit: 'yes', siteDate: today, siteRecord: '布局与申报一致。' },
      'expert-review': { reviewOpinion: '评审组一致同意。' },
      decide: {
        decision: 'grant',
        decisionDate: today,
        licenceNo: 'JY13301270000018',
        validUntil: '2031-03-01',
      },
    },
    valuesByButton: {
      decide: {
        refuse: { decision: 'refuse', decisionDate: today, refuseReason: '经营场所不符合食品安全要求。' },
      },
    },
  };
}

/**
 * Returns the same start data, with a company as applicant whose legal representative is the person with that
 * number.
 */
export function withCompanyApplicant(number: number, { start, ...rest }: StartData): StartData {
  const [town] = towns;
  if (!town) throw new Error('The demo county has no town');
  const random = createRandom(number);
  const represent = makeApplicant(random, number, town);
  const company = makeCompany(represent, `淳安千岛湖茶业有限公司（${number}）`, makeCreditCode(random, '91'));
  return { start: { ...start, applyer: applicantOf(company) }, ...rest };
}
