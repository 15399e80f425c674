import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import type { FormEntry, StartEntry } from './office-actions.ts';
import { fillPlaceholders, makeApplicant, makePerson, regionPath, towns } from './people.ts';
import {
  companies,
  estates,
  notAcceptedReasons,
  type PetitionSubject,
  petitionSubjects,
  roads,
  villages,
} from './petition-subjects.ts';
import type { Random } from './random.ts';
import type { StaffDirectory } from './staff-directory.ts';
import { rareEventInterval, type Walk } from './walk.ts';

const formCode = 'petition-letter';

/** Texts of one letter with all placeholders replaced. */
export interface Letter extends PetitionSubject {
  start: StartEntry;
  /** Account of the person who registers it. */
  registrar: string;
}

/** Leaders of the offices, who submit the letters from the leader's mailbox themselves. */
const mailboxLeaders = ['chengliwei', 'panguohua', 'duwenhao', 'weidongming', 'cailiping', 'zhonghui'];
const clerks = ['zhangwei', 'lina'];

/**
 * Writes a letter from a person of the county; with `implementer`, the subject is one that this person usually
 * handles.
 */
export function writeLetter(random: Random, number: number, at: Date, implementer?: string): Letter {
  const town = random.pick(towns);
  const matter =
    petitionSubjects.find(({ implementers: [lead] }) => lead === implementer) ??
    random.pick(petitionSubjects);
  const placeholderValues = {
    town: town.name,
    village: random.pick(villages),
    estate: random.pick(estates),
    company: random.pick(companies),
    street: random.pick(roads),
    number: String(random.int(6, 48)),
    amount: String(random.int(12, 95) / 10),
  };
  const texts = {
    title: fillPlaceholders(matter.title, placeholderValues),
    summary: fillPlaceholders(matter.summary, placeholderValues),
    demand: fillPlaceholders(matter.demand, placeholderValues),
    investigation: fillPlaceholders(matter.investigation, placeholderValues),
    opinion: fillPlaceholders(matter.opinion, placeholderValues),
  };
  const applicant = makeApplicant(random, number, town);
  const count = random.chance(0.2) ? random.int(5, 46) : random.int(1, 3);
  const urgency = random.pick(['normal', 'normal', 'normal', 'normal', 'urgent', 'critical']);
  const channel = random.pick(['letter', 'letter', 'letter', 'visit', 'call', 'leader-mailbox']);
  const content: Record<string, unknown> = {
    letterDate: addDays(localDateOf(at), -random.int(0, 6)),
    channel,
    letterTitle: texts.title,
    petitionerCount: count,
    urgency,
    ...(urgency !== 'normal' && { urgentReason: '涉及群众人身安全和基本生活，需尽快处置' }),
    ...(count > 4 && { representatives: makeRepresentatives(random, number, applicant) }),
    area: regionPath(town),
    areaDetail: `${placeholderValues.village}附近`,
    problemCategory: matter.category,
    ...(matter.kind && { problemKind: matter.kind }),
    features: count > 4 ? ['joint'] : [],
    isRepeat: 'no',
    summary: texts.summary,
    demand: texts.demand,
    involved: random.chance(0.3)
      ? [{ name: makePerson(random, 0).name, relation: 'witness', unit: placeholderValues.village }]
      : [],
  };
  const files = channel === 'letter' ? { attachments: ['来信扫描件.pdf'] } : undefined;
  return {
    ...matter,
    ...texts,
    registrar: random.pick(channel === 'leader-mailbox' ? mailboxLeaders : clerks),
    start: { taskCode: formCode, applicant, form: { formCode, content, ...(files && { files }) } },
  };
}

function makeRepresentatives(random: Random, number: number, applicant: StartEntry['applicant']) {
  const second = makePerson(random, 1000 + number);
  return [applicant, second].map(({ name, certCode, mobile }) => ({ name, certCode, mobile }));
}

/** Composes a letter that is not completely entered yet: it is one of the clerk's drafts. */
export function composeDraft(walk: Walk, number: number): void {
  const { start, registrar } = writeLetter(walk.random, number, walk.now());
  walk.do(registrar, { act: 'saveDraft', entry: start });
}

/** Composes a letter from the counter to the archive, with the mistakes that are common in such an office. */
export function composePetition(walk: Walk, directory: StaffDirectory, number: number): void {
  const { random } = walk;
  const letter = writeLetter(random, number, walk.now());
  const clerk = letter.registrar;
  const examiner = random.pick(['liuyang', 'liuyang', 'zhaomin']);
  walk.do(clerk, { act: 'start', entry: letter.start });
  if (random.chance(0.05)) {
    walk.wait(0.02, 0.15);
    walk.do(clerk, { act: 'recall', entry: { reason: '联系电话登记有误，撤回修改' } });
    walk.wait(0.1, 1.5);
    walk.do(clerk, { act: 'resubmit', entry: { opinion: '已更正，重新提交', form: letter.start.form } });
  }
  walk.wait(0.1, 1.2);
  if (random.chance(0.04)) {
    const opinion = '与已登记的来信重复，作废本件';
    walk.do('liuyang', { act: 'void', entry: { nodeId: 'receive', buttonId: 'void', opinion } });
    return;
  }
  if (number % rareEventInterval === 12) {
    const opinion = '来件系商业推介，不属于信访事项，不予收件';
    walk.do('liuyang', { act: 'terminate', entry: { nodeId: 'receive', buttonId: 'refuse', opinion } });
    return;
  }
  receive(walk);
  if (random.chance(0.09)) sendBackToClerk(walk, clerk, examiner, letter);
  if (random.chance(0.09)) {
    decline(walk, examiner);
    return;
  }
  if (random.chance(0.03)) {
    const opinion = '来信人书面申请撤回信访事项，终止办理';
    walk.do(examiner, {
      act: 'terminate',
      entry: { nodeId: 'examine', buttonId: 'terminate', opinion },
    });
    return;
  }
  accept(walk, directory, examiner, letter);
  instructAndImplement(walk, directory, letter);
  conclude(walk);
}

export function receive(walk: Walk): void {
  walk.do('liuyang', {
    act: 'handle',
    entry: { nodeId: 'receive', buttonId: 'receive', opinion: '材料已核对，收件', form: entryOf({}) },
  });
  walk.wait(0.3, 3);
}

function sendBackToClerk(walk: Walk, clerk: string, examiner: string, letter: Letter): void {
  const way = walk.random.pick(['replay', 'direct'] as const);
  walk.do(examiner, {
    act: 'return',
    entry: {
      nodeId: 'examine',
      buttonId: 'return',
      opinion: '诉求表述不清，请与来信人联系补充后重新报送',
      targetNodeIds: ['start'],
      way,
    },
  });
  walk.wait(0.4, 2.5);
  const content = { ...letter.start.form.content, demand: `${letter.demand}（经电话补充确认）` };
  walk.do(clerk, {
    act: 'resubmit',
    entry: { opinion: '已与来信人电话联系，补充完整', form: { ...letter.start.form, content } },
  });
  walk.wait(0.2, 1);
  if (way === 'replay') receive(walk);
}

function decline(walk: Walk, examiner: string): void {
  const reason = walk.random.pick(notAcceptedReasons);
  walk.do(examiner, {
    act: 'handle',
    entry: {
      nodeId: 'examine',
      buttonId: 'decline',
      opinion: reason,
      form: entryOf({ acceptResult: 'reject', rejectReason: reason }),
    },
  });
}

/**
 * Accepts the letter. Sometimes withdraws and corrects this, but not if other people were asked before, because the
 * withdrawal would undo their answers.
 */
export function accept(
  walk: Walk,
  directory: StaffDirectory,
  examiner: string,
  letter: Letter,
  { hasConsultation = false } = {},
): void {
  const { random } = walk;
  const [lead, assist] = letter.implementers;
  function acceptOnce() {
    walk.do(examiner, {
      act: 'handle',
      entry: {
        nodeId: 'examine',
        buttonId: 'accept',
        opinion: random.pick([
          '符合受理条件，予以受理，呈领导批示',
          '属本县职权范围，建议受理并转责任单位办理',
        ]),
        form: entryOf({
          acceptResult: 'accept',
          undertakingUnit: [directory.unitOf(lead)],
          coUnits: [directory.unitOf(assist)],
        }),
      },
    });
  }
  acceptOnce();
  if (random.chance(0.05) && !hasConsultation) {
    walk.wait(0.02, 0.1);
    walk.do(examiner, {
      act: 'withdraw',
      entry: { nodeId: 'examine', reason: '承办单位填写有误，撤回更正' },
    });
    walk.wait(0.02, 0.1);
    acceptOnce();
  }
  walk.wait(0.4, 2.5);
}

export function instructAndImplement(walk: Walk, directory: StaffDirectory, letter: Letter): void {
  const { random } = walk;
  const leader = random.pick(['wujianguo', 'huangxiaomei']);
  const [lead, assist] = letter.implementers;
  const isJoint = random.chance(0.4);
  const leadNode = isJoint ? 'undertake-lead' : 'undertake';
  walk.do(leader, {
    act: 'handle',
    entry: {
      nodeId: 'instruct',
      buttonId: 'instruct',
      opinion: isJoint
        ? `请${directory.orgNameOf(lead)}牵头，${directory.orgNameOf(assist)}配合，依法依规限期办结。`
        : `请${directory.orgNameOf(lead)}核实办理，按期答复来信人。`,
      branchNodeIds: [isJoint ? 'fork' : 'undertake'],
      nextHandlers: {
        [leadNode]: [directory.keyOf(lead)],
        ...(isJoint && { 'undertake-assist': [directory.keyOf(assist)] }),
      },
    },
  });
  if (isJoint) {
    walk.wait(1, 7);
    walk.do(assist, {
      act: 'handle',
      entry: {
        nodeId: 'undertake-assist',
        buttonId: 'undertake',
        opinion: '已派员参加联合核查，配合提供相关台账，同意主办单位意见。',
      },
    });
  }
  // A few orders wait for weeks and are shown in red.
  if (random.chance(0.08)) walk.wait(16, 34);
  else walk.wait(2, 10);
  implementInstruction(walk, lead, leadNode, letter);
  walk.wait(0.4, 2.5);
  if (!random.chance(0.14)) return;
  const way = random.pick(['replay', 'direct'] as const);
  walk.do('zhaomin', {
    act: 'return',
    entry: {
      nodeId: 'audit',
      buttonId: 'return',
      opinion: '调查情况与来信反映的时间不一致，请核实后补充佐证材料',
      targetNodeIds: [leadNode],
      way,
    },
  });
  walk.wait(1, 4);
  implementInstruction(walk, lead, leadNode, {
    ...letter,
    investigation: `${letter.investigation}（已补充询问笔录和现场照片。）`,
  });
  walk.wait(0.4, 2);
}

function implementInstruction(walk: Walk, person: string, nodeId: string, letter: Letter): void {
  walk.do(person, {
    act: 'handle',
    entry: {
      nodeId,
      buttonId: 'undertake',
      opinion: letter.opinion,
      form: entryOf({ investigation: letter.investigation, undertakingOpinion: letter.opinion }),
    },
  });
}

export function conclude(walk: Walk): void {
  const { random } = walk;
  const leader = random.pick(['wujianguo', 'huangxiaomei']);
  function auditOnce() {
    const replyOpinion =
      '您反映的事项已核查办理完毕，承办单位的处理意见已当面（电话）告知。如不服本意见，可自收到之日起 30 日内申请复查。';
    walk.do('zhaomin', {
      act: 'handle',
      entry: {
        nodeId: 'audit',
        buttonId: 'pass',
        opinion: '事实清楚，处理适当，呈签发',
        form: entryOf({ replyOpinion, replyDate: localDateOf(walk.now()) }),
      },
    });
    walk.wait(0.3, 1.8);
  }
  auditOnce();
  if (random.chance(0.05)) {
    walk.do(leader, {
      act: 'return',
      entry: {
        nodeId: 'sign',
        buttonId: 'return',
        opinion: '答复口径请与承办单位再核对，语气再平实一些',
        targetNodeIds: ['audit'],
        way: 'replay',
      },
    });
    walk.wait(0.3, 1.5);
    auditOnce();
  }
  walk.do(leader, { act: 'handle', entry: { nodeId: 'sign', buttonId: 'sign', opinion: '同意，签发' } });
  walk.wait(0.3, 2.5);
  walk.do(random.pick(['liuyang', 'sunlei', 'fangning']), {
    act: 'handle',
    entry: {
      nodeId: 'archive',
      buttonId: 'conclude',
      opinion: '已送达来信人，材料归档',
      form: {
        ...entryOf({ concludedDate: localDateOf(walk.now()) }),
        files: { resultFiles: ['信访事项答复意见书.pdf'] },
      },
    },
  });
}

function entryOf(content: Readonly<Record<string, unknown>>): FormEntry {
  return { formCode, content };
}
