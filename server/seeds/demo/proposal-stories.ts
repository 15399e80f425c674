import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import type { FormEntry, StartEntry } from './office-actions.ts';
import { makeApplicant, makePerson, towns } from './people.ts';
import { type ProposalMatter, proposalMatters } from './proposal-matters.ts';
import type { StaffDirectory } from './staff-directory.ts';
import { rareEventInterval, type Walk } from './walk.ts';

const formCode = 'congress-proposal';
const clerk = 'fenglei';
const assigner = 'songjia';

interface Proposal extends ProposalMatter {
  start: StartEntry;
  way: 'single' | 'lead' | 'split';
  /** Accounts of those who take part, depending on how it is handled. */
  host: string | undefined;
  joiner: string | undefined;
}

function writeProposal(walk: Walk, number: number): Proposal {
  const { random } = walk;
  const matter = random.pick(proposalMatters);
  const applicant = makeApplicant(random, number, random.pick(towns));
  const delegation = String(random.int(1, 4));
  const isJoint = random.chance(0.4);
  const [host, ...others] = matter.units;
  const way = random.pick(['single', 'lead', 'lead', 'split'] as const);
  const content: Record<string, unknown> = {
    proposalNo: String(100 + number),
    term: '17-5',
    period: random.chance(0.7) ? 'meeting' : 'recess',
    submittedDate: addDays(localDateOf(walk.now()), -random.int(1, 8)),
    subject: matter.subject,
    category: matter.category,
    ...(matter.category === 'other' && { categoryNote: '物流服务' }),
    leadName: applicant.name,
    delegation,
    leadMobile: applicant.mobile,
    isJoint: isJoint ? 'yes' : 'no',
    ...(isJoint && { coSigners: [coSigner(), coSigner()] }),
    content: matter.content,
    isOpen: random.chance(0.85) ? 'yes' : 'no',
  };
  function coSigner() {
    const person = makePerson(random, 2000 + number);
    return { name: person.name, delegation, mobile: person.mobile };
  }
  return {
    ...matter,
    way,
    host: way === 'split' ? undefined : host,
    joiner: way === 'single' ? undefined : random.pick(others),
    start: {
      taskCode: formCode,
      applicant,
      form: { formCode, content, files: { attachments: ['建议原件.pdf'] } },
    },
  };
}

/**
 * Composes a deputy's proposal from registration to the archive; the inclusive gateway decides by the form
 * how it is handled.
 */
export function composeProposal(walk: Walk, directory: StaffDirectory, number: number): void {
  const { random } = walk;
  const proposal = writeProposal(walk, number);
  walk.do(clerk, { act: 'start', entry: proposal.start });
  if (random.chance(0.05)) {
    walk.wait(0.05, 0.2);
    walk.do(clerk, { act: 'recall', entry: { reason: '联名代表名单有调整，撤回补录' } });
    walk.wait(0.3, 2);
    walk.do(clerk, { act: 'resubmit', entry: { opinion: '名单已补录', form: proposal.start.form } });
  }
  walk.wait(0.6, 4);
  if (random.chance(0.05)) {
    const opinion = '代表书面要求撤回建议，作废处理';
    walk.do(assigner, { act: 'void', entry: { nodeId: 'assign', buttonId: 'void', opinion } });
    return;
  }
  if (number % rareEventInterval === 3) {
    const opinion = '与同次会议另一件建议内容相同，已并案办理，本件删除';
    walk.do(assigner, { act: 'terminate', entry: { nodeId: 'assign', buttonId: 'remove', opinion } });
    return;
  }
  if (random.chance(0.08)) {
    walk.do(assigner, {
      act: 'return',
      entry: {
        nodeId: 'assign',
        buttonId: 'return',
        opinion: '建议内容涉及两个事项，请与代表沟通后分别提出',
        targetNodeIds: ['start'],
        way: 'replay',
      },
    });
    walk.wait(1, 4);
    walk.do(clerk, {
      act: 'resubmit',
      entry: { opinion: '已与代表沟通，修改后重新报送', form: proposal.start.form },
    });
    walk.wait(0.5, 2);
  }
  assign(walk, directory, proposal);
  prepareReply(walk, directory, proposal);
  const replyAuthor = proposal.host ?? proposal.joiner ?? assigner;
  reply(walk, replyAuthor, proposal);
  signAndCollectFeedback(walk, replyAuthor, proposal);
}

function assign(walk: Walk, directory: StaffDirectory, proposal: Proposal): void {
  const { host, joiner, way } = proposal;
  const today = localDateOf(walk.now());
  walk.do(assigner, {
    act: 'handle',
    entry: {
      nodeId: 'assign',
      buttonId: 'assign',
      opinion: '经研究，现予交办，请按期办理并与代表充分沟通',
      form: entryOf({
        handlingWay: way,
        hostUnit: [directory.unitOf(host ?? joiner ?? assigner)],
        ...(joiner && { units: [{ unit: [directory.unitOf(joiner)], dueDate: addDays(today, 30) }] }),
        assignDate: today,
        replyDueDate: addDays(today, 85),
      }),
      nextHandlers: {
        ...(host && { host: [directory.keyOf(host)] }),
        ...(joiner && { 'join-opinion': [directory.keyOf(joiner)] }),
      },
    },
  });
}

function prepareReply(walk: Walk, directory: StaffDirectory, proposal: Proposal): void {
  const { random } = walk;
  const { host, joiner } = proposal;
  walk.wait(2, 9);
  if (host && random.chance(0.06)) {
    // The return goes to before the fork, so that the joining unit's task closes too.
    walk.do(host, {
      act: 'return',
      entry: {
        nodeId: 'host',
        buttonId: 'return',
        opinion: '该事项主要职责不在我单位，请重新研究主办单位或明确分工',
        targetNodeIds: ['assign'],
        way: 'replay',
      },
    });
    walk.wait(0.5, 2);
    assign(walk, directory, proposal);
    walk.wait(2, 8);
  }
  if (joiner) {
    walk.do(joiner, {
      act: 'handle',
      entry: {
        nodeId: 'join-opinion',
        buttonId: 'handle',
        opinion: '会办意见已提出，请主办单位统筹答复',
        form: { ...entryOf({ joinOpinion: proposal.joinOpinion }), files: { joinFiles: ['会办意见函.pdf'] } },
      },
    });
    walk.wait(1, 6);
  }
  if (host) {
    if (random.chance(0.06)) walk.wait(26, 38);
    walk.do(host, {
      act: 'handle',
      entry: {
        nodeId: 'host',
        buttonId: 'handle',
        opinion: '已实地调研并与代表见面沟通',
        form: entryOf(contact),
      },
    });
    walk.wait(1, 7);
  }
}

const contact = {
  communication: ['visit', 'meeting'],
  communicationRecord: '邀请代表实地察看并座谈，代表对初步办理方案表示认可，建议加快进度。',
};

function reply(walk: Walk, person: string, proposal: Proposal): void {
  const { random } = walk;
  const replyType = random.pick(['A', 'A', 'B', 'B', 'C'] as const);
  const today = localDateOf(walk.now());
  walk.do(person, {
    act: 'handle',
    entry: {
      nodeId: 'reply',
      buttonId: 'reply',
      opinion: '答复意见已拟定，呈分管领导审签',
      form: {
        ...entryOf({
          ...contact,
          reply: proposal.reply,
          replyType,
          ...(replyType === 'B' && { planDate: addDays(today, 240) }),
          ...(replyType === 'C' && {
            referenceReason: '受现行政策和财力限制，暂不具备条件，留作今后工作参考。',
          }),
          replyNo: `淳政函〔${today.slice(0, 4)}〕${random.int(20, 180)}号`,
          replyDate: today,
        }),
        files: { replyFiles: ['建议答复函.pdf'] },
      },
    },
  });
  walk.wait(0.6, 4);
}

function signAndCollectFeedback(walk: Walk, replyAuthor: string, proposal: Proposal): void {
  const { random } = walk;
  if (random.chance(0.12)) {
    walk.do('tangwenbin', {
      act: 'return',
      entry: {
        nodeId: 'sign',
        buttonId: 'return',
        opinion: '请补充明年的量化目标和责任人',
        targetNodeIds: ['reply'],
        way: random.pick(['replay', 'direct'] as const),
      },
    });
    walk.wait(1, 4);
    reply(walk, replyAuthor, proposal);
  }
  sign(walk);
  if (random.chance(0.15)) {
    recordFeedback(walk, 'unsatisfied', '代表认为答复措施不够具体，要求进一步明确完成时限');
    reply(walk, replyAuthor, proposal);
    sign(walk);
  }
  recordFeedback(walk, 'satisfied', '代表对办理结果表示满意');
  walk.do(assigner, {
    act: 'handle',
    entry: { nodeId: 'archive', buttonId: 'conclude', opinion: '办理完毕，归档' },
  });
}

function sign(walk: Walk): void {
  walk.do('tangwenbin', { act: 'handle', entry: { nodeId: 'sign', buttonId: 'sign', opinion: '同意答复' } });
  walk.wait(1, 6);
}

function recordFeedback(walk: Walk, buttonId: 'satisfied' | 'unsatisfied', opinion: string): void {
  walk.do(clerk, { act: 'handle', entry: { nodeId: 'feedback', buttonId, opinion } });
  walk.wait(0.5, 3);
}

function entryOf(content: Readonly<Record<string, unknown>>): FormEntry {
  return { formCode, content };
}
