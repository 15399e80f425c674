import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import type { FormEntry, StartEntry } from './office-actions.ts';
import { makeApplicant, makeCompany, makeCreditCode, makePerson, regionPath, towns } from './people.ts';
import { correctionNotices, type PermitKind, permitKinds, refuseReasons } from './permit-kinds.ts';
import type { StaffDirectory } from './staff-directory.ts';
import { rareEventInterval, type Walk } from './walk.ts';

const formCode = 'permit-application';

interface Application extends PermitKind {
  start: StartEntry;
}

export function writeApplication(walk: Walk, number: number): Application {
  const { random } = walk;
  const matter = random.pick(permitKinds);
  const town = random.pick(towns);
  const owner = makeApplicant(random, number, town);
  const applicationType = random.pick(['new', 'new', 'new', 'renew', 'change'] as const);
  const floorArea = random.int(28, 460);
  const today = localDateOf(walk.now());
  // A third of them are companies, the others are shopkeepers.
  const isCompany = number % 10 === 5;
  const shopName = `淳安${town.name.slice(0, -1)}${random.pick(matter.names)}`;
  const subjectName = isCompany ? `${shopName}有限公司` : shopName;
  const creditCode = makeCreditCode(random, isCompany ? '91' : '92');
  const applicant = isCompany ? makeCompany(owner, subjectName, creditCode) : owner;
  const content: Record<string, unknown> = {
    matter: matter.matter,
    applicationType,
    ...(applicationType !== 'new' && { originalLicence: licenceNumber(walk, matter) }),
    ...(applicationType === 'change' && {
      changeItems: random.pick([['name'], ['legal'], ['address', 'scope']]),
    }),
    subjectName,
    creditCode,
    legalName: owner.name,
    legalCertCategory: '10',
    legalCertCode: owner.certCode,
    contactMobile: owner.mobile,
    area: regionPath(town),
    address: owner.detailAddress,
    floorArea,
    ...(floorArea > 300 && { fireCheck: 'passed' }),
    staff: matter.posts.map((post, index) => {
      const person = makePerson(random, 3000 + number * 3 + index);
      return {
        name: person.name,
        certCode: person.certCode,
        post,
        ...((post === 'cook' || post === 'waiter') && { healthUntil: addDays(today, random.int(280, 360)) }),
      };
    }),
  };
  return {
    ...matter,
    start: {
      taskCode: formCode,
      applicant,
      form: { formCode, content, files: { materials: matter.materials } },
    },
  };
}

export function licenceNumber(walk: Walk, matter: Pick<PermitKind, 'licencePrefix'>): string {
  return `${matter.licencePrefix}13301270${String(walk.random.int(1, 999_999)).padStart(6, '0')}`;
}

/**
 * Composes an application for a permit, from the pre-review at the counter to the delivery of the licence.
 */
export function composePermit(walk: Walk, _directory: StaffDirectory, number: number): void {
  const { random } = walk;
  const application = writeApplication(walk, number);
  const [clerk, colleague] = random.chance(0.5) ? ['wangfang', 'chenjing'] : ['chenjing', 'wangfang'];
  walk.do(clerk, { act: 'start', entry: application.start });
  walk.wait(0.05, 0.7);
  if (random.chance(0.12)) {
    const way = random.pick(['replay', 'direct'] as const);
    walk.do(colleague, {
      act: 'return',
      entry: {
        nodeId: 'preview',
        buttonId: 'correct',
        opinion: random.pick(correctionNotices),
        targetNodeIds: ['start'],
        way,
      },
    });
    walk.wait(0.5, 4);
    walk.do(clerk, { act: 'resubmit', entry: { opinion: '申请人已补正材料', form: application.start.form } });
    walk.wait(0.1, 0.6);
  }
  if (random.chance(0.06)) {
    handleNode(walk, colleague, 'preview', 'reject', '经营场所为住宅，未取得利害关系人同意，预审不通过');
    return;
  }
  if (number % rareEventInterval === 21) {
    const opinion = '申请人主体资格与营业执照不符，退件驳回，可重新申请';
    walk.do(colleague, { act: 'terminate', entry: { nodeId: 'preview', buttonId: 'dismiss', opinion } });
    return;
  }
  handleNode(walk, colleague, 'preview', 'pass', '材料形式审查通过');
  walk.wait(0.05, 0.8);
  handleNode(walk, clerk, 'receive', 'receive', '纸质材料已核对原件');
  walk.wait(0.2, 1.6);
  const examiner = random.pick(['dengtao', 'caohui']);
  if (random.chance(0.06)) {
    handleNode(walk, examiner, 'accept', 'decline', '申请事项依法不需要取得行政许可，不予受理');
    return;
  }
  handleNode(walk, examiner, 'accept', 'accept', '申请材料齐全，符合法定形式，予以受理');
  if (random.chance(0.05)) {
    walk.wait(0.02, 0.1);
    walk.do(examiner, {
      act: 'withdraw',
      entry: { nodeId: 'accept', reason: '受理通知书日期有误，撤回重办' },
    });
    walk.wait(0.02, 0.1);
    handleNode(walk, examiner, 'accept', 'accept', '已更正，予以受理');
  }
  walk.wait(0.4, 2.5);
  if (random.chance(0.04)) {
    const opinion = '申请人书面撤回申请，终止办理';
    walk.do(examiner, {
      act: 'terminate',
      entry: { nodeId: 'examine', buttonId: 'terminate', opinion },
    });
    return;
  }
  examine(walk, examiner, application);
  decide(walk, clerk, application);
}

function examine(walk: Walk, examiner: string, application: Application): void {
  const { random } = walk;
  const branch = random.pick(['site-check', 'site-check', 'expert-review', 'decide'] as const);
  walk.do(examiner, {
    act: 'handle',
    entry: {
      nodeId: 'examine',
      buttonId: 'examine',
      opinion: branch === 'decide' ? '材料审查合格，建议直接作出决定' : '材料审查合格，需进一步核实现场条件',
      branchNodeIds: [branch],
      form: entryOf({ reviewOpinion: application.reviewOpinion }),
    },
  });
  if (branch === 'decide') return;
  // Some wait for a day on which everyone can come, and are late.
  if (random.chance(0.08)) walk.wait(9, 20);
  else walk.wait(0.8, 4);
  if (branch === 'site-check') checkSite(walk, application);
  else {
    handleNode(walk, random.pick(['caohui', 'zengli']), branch, 'review', '评审通过', {
      reviewOpinion: `${application.reviewOpinion}评审组一致同意。`,
    });
  }
  walk.wait(0.2, 1.5);
  handleNode(walk, 'dengtao', 'first-review', 'pass', '初审合格，报复审');
  walk.wait(0.2, 1.5);
  if (branch === 'site-check' && random.chance(0.15)) {
    const way = random.pick(['replay', 'direct'] as const);
    walk.do('zengli', {
      act: 'return',
      entry: {
        nodeId: 'second-review',
        buttonId: 'return',
        opinion: '现场照片缺少洗消间，请补充核查',
        targetNodeIds: ['site-check'],
        way,
      },
    });
    walk.wait(0.8, 3);
    checkSite(walk, application);
    walk.wait(0.2, 1);
    if (way === 'replay') {
      handleNode(walk, 'dengtao', 'first-review', 'pass', '补充核查后初审合格');
      walk.wait(0.2, 1);
    }
  }
  handleNode(walk, 'zengli', 'second-review', 'pass', '复审同意');
}

function checkSite(walk: Walk, application: Application): void {
  handleNode(walk, 'caohui', 'site-check', 'check', '现场核查符合要求', {
    siteVisit: 'yes',
    siteDate: localDateOf(walk.now()),
    siteRecord: application.siteRecord,
  });
}

function decide(walk: Walk, clerk: string, application: Application): void {
  const { random } = walk;
  walk.wait(0.3, 2);
  const today = localDateOf(walk.now());
  if (random.chance(0.1)) {
    handleNode(walk, 'pengbo', 'decide', 'refuse', '不予许可，依法告知救济途径', {
      decision: 'refuse',
      decisionDate: today,
      refuseReason: random.pick(refuseReasons),
    });
    return;
  }
  handleNode(walk, 'pengbo', 'decide', 'grant', '准予许可', {
    decision: 'grant',
    decisionDate: today,
    licenceNo: licenceNumber(walk, application),
    validUntil: addDays(today, 5 * 365),
  });
  walk.wait(0.3, 2.5);
  handleNode(walk, clerk, 'issue', 'issue', '许可证已送达申请人');
}

export function handleNode(
  walk: Walk,
  person: string,
  nodeId: string,
  buttonId: string,
  opinion: string,
  content?: Readonly<Record<string, unknown>>,
): void {
  const form = content && entryOf(content);
  walk.do(person, { act: 'handle', entry: { nodeId, buttonId, opinion, ...(form && { form }) } });
}

function entryOf(content: Readonly<Record<string, unknown>>): FormEntry {
  return { formCode, content };
}
