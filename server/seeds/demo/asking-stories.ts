import type { Composition } from './composition.ts';
import type { OfficeActionEntry, Story } from './office-actions.ts';
import { accept, type Letter, receive, writeLetter } from './petition-stories.ts';
import { createRandom } from './random.ts';
import type { StaffDirectory } from './staff-directory.ts';
import { createWalk, type Walk } from './walk.ts';

/**
 * Recent letters for which other people are asked, receive a copy or are urged. Each story stops after its last
 * step, so that every list and page of such actions shows an order (docs/decisions/0086).
 */

const day = 86_400_000;
/** The minimum number of orders for each of these stories; with fewer orders, the office gets fewer stories. */
const ordersPerStory = 5;

export interface StoryInput {
  walk: Walk;
  directory: StaffDirectory;
  letter: Letter;
}

interface AskingStory {
  /** The person who usually handles the matter. */
  implementer: string;
  compose(input: StoryInput): void;
}

const askingStories: readonly AskingStory[] = [
  { implementer: 'yangfan', compose: composeOpenCountersign },
  { implementer: 'gaofeng', compose: composeReturnAfterCountersign },
  { implementer: 'hudong', compose: composeOpenSigners },
  { implementer: 'xujun', compose: composeDelegationWithoutReturn },
  { implementer: 'duwenhao', compose: composeSequentialCountersign },
  { implementer: 'weidongming', compose: composeDelegationWithReturn },
  { implementer: 'zhuhong', compose: composeFinishedCountersign },
  { implementer: 'linxue', compose: composeReadCopy },
  { implementer: 'heping', compose: composeUrge },
];

/**
 * Composes the stories of asking others; each begins early enough that all its steps are in the past.
 */
export function composeAskingStories({ seed, endsAt, orders, holidays, directory }: Composition): Story[] {
  const selected = askingStories.slice(0, Math.floor(orders / ordersPerStory));
  return selected.map(({ implementer, compose: story }, index) => {
    const number = orders - index;
    for (let daysAgo = 1; ; daysAgo += 1) {
      const random = createRandom(seed + number);
      const walk = createWalk(random, new Date(endsAt.getTime() - daysAgo * day), holidays);
      const letter = writeLetter(random, number, walk.now(), implementer);
      story({ walk, directory, letter });
      const isPast = walk.steps.every(({ at }) => at <= endsAt);
      if (isPast) return { taskCode: letter.start.taskCode, steps: walk.steps };
    }
  });
}

/** Adds a countersign of two departments, of which one has agreed, and a copy to the leader. */
function composeOpenCountersign({ walk, letter }: StoryInput): void {
  advanceToExamination(walk, letter);
  walk.do('zhaomin', {
    act: 'copy',
    entry: {
      nodeId: 'examine',
      keys: ['staff:staff-wujianguo'],
      note: '涉及两个部门职责，拟先会签再受理，请知悉。',
    },
  });
  walk.do('zhaomin', {
    act: 'ask',
    entry: {
      nodeId: 'examine',
      opinion: '来信反映的事项涉及两个部门职责，请分别提出是否受理的意见。',
      asks: 'countersign',
      groups: {
        住建部门: ['department:330127-zjj-wyk'],
        市场监管部门: ['department:330127-scj-jgk'],
      },
      sequence: 'any',
      limitDays: 5,
    },
  });
  walk.wait(0.3, 0.6);
  walk.do('yangfan', answerOf('examine', true, '属本部门职责，同意受理，可由我科牵头核实。'));
}

/**
 * Adds a countersign that one of two people refuses; its requester continues with both answers, and the leader
 * returns the order to a node before the countersign.
 */
function composeReturnAfterCountersign({ walk, directory, letter }: StoryInput): void {
  advanceToExamination(walk, letter);
  walk.do('liuyang', {
    act: 'ask',
    entry: {
      nodeId: 'examine',
      opinion: '请就来信事项的管辖和处理时限提出意见。',
      asks: 'countersign',
      groups: { 执法中队: [directory.keyOf('gaofeng')], 住建部门: [directory.keyOf('xujun')] },
      sequence: 'any',
      limitDays: 3,
    },
  });
  walk.wait(0.2, 0.5);
  walk.do('gaofeng', answerOf('examine', true, '属我中队辖区，可以受理。'));
  walk.wait(0.2, 0.5);
  walk.do('xujun', answerOf('examine', false, '来信未写明具体地点，暂无法确认管辖，建议先行核实。'));
  walk.wait(0.1, 0.3);
  accept(walk, directory, 'liuyang', letter, { hasConsultation: true });
  walk.do('wujianguo', {
    act: 'return',
    entry: {
      nodeId: 'instruct',
      buttonId: 'return',
      opinion: '会签意见指出地点不明，请与来信人核实后直接报我。',
      targetNodeIds: ['start'],
      way: 'direct',
    },
  });
  walk.wait(0.3, 0.8);
  const content = { ...letter.start.form.content, demand: `${letter.demand}（已与来信人核实具体地点）` };
  walk.do(letter.registrar, {
    act: 'resubmit',
    entry: { opinion: '已电话核实具体地点并补充', form: { ...letter.start.form, content } },
  });
}

/** Adds a countersign that both people have answered; its requester has the task again. */
function composeFinishedCountersign({ walk, directory, letter }: StoryInput): void {
  advanceToExamination(walk, letter);
  walk.do('zhaomin', {
    act: 'ask',
    entry: {
      nodeId: 'examine',
      opinion: '请就来信诉求是否符合政策提出意见。',
      asks: 'countersign',
      groups: { 住建部门: [directory.keyOf('xujun')], 属地乡镇: [directory.keyOf('hanmei')] },
      sequence: 'any',
      limitDays: 3,
    },
  });
  walk.wait(0.2, 0.4);
  walk.do('hanmei', answerOf('examine', true, '属地已掌握情况，同意受理。'));
  walk.wait(0.1, 0.3);
  walk.do('xujun', answerOf('examine', false, '诉求超出现行政策，建议先作政策解释。'));
}

/** Adds two signers before the examiner decides; one has answered. */
function composeOpenSigners({ walk, directory, letter }: StoryInput): void {
  advanceToExamination(walk, letter);
  walk.do('zhaomin', {
    act: 'ask',
    entry: {
      nodeId: 'examine',
      opinion: '来信涉及多人，请督查科和分管领导先提意见。',
      asks: 'signers',
      place: 'before',
      keys: [directory.keyOf('sunlei'), directory.keyOf('huangxiaomei')],
    },
  });
  walk.wait(0.2, 0.5);
  walk.do('sunlei', answerOf('examine', undefined, '同类来信今年已有两件，建议受理并列入督查。'));
}

/** Adds a delegation without return: 杨帆 代 徐军. */
function composeDelegationWithoutReturn({ walk, directory, letter }: StoryInput): void {
  advanceToImplementation({ walk, directory, letter }, 'xujun');
  walk.do('xujun', {
    act: 'ask',
    entry: {
      nodeId: 'undertake',
      opinion: '本周在外参加培训，请杨帆代为核查并答复。',
      asks: 'delegate',
      key: directory.keyOf('yangfan'),
      returns: false,
    },
  });
}

/** Adds a countersign whose groups answer one after the other; the second group has to answer next. */
function composeSequentialCountersign({ walk, directory, letter }: StoryInput): void {
  advanceToImplementation({ walk, directory, letter }, 'duwenhao');
  walk.do('duwenhao', {
    act: 'ask',
    entry: {
      nodeId: 'undertake',
      opinion: '请先由执法中队核实现场，再由交通部门提出整改意见。',
      asks: 'countersign',
      groups: { 现场核实: [directory.keyOf('gaofeng')], 整改意见: [directory.keyOf('heping')] },
      sequence: 'inOrder',
      limitDays: 5,
    },
  });
  walk.wait(0.3, 0.8);
  walk.do('gaofeng', answerOf('undertake', true, '现场情况与来信基本一致，照片已留存。'));
}

/** Adds a delegation for an opinion, after which the task returns to the person. */
function composeDelegationWithReturn({ walk, directory, letter }: StoryInput): void {
  advanceToImplementation({ walk, directory, letter }, 'weidongming');
  walk.do('weidongming', {
    act: 'ask',
    entry: {
      nodeId: 'undertake',
      opinion: '请养护股先核实路段情况，意见报我后由我答复。',
      asks: 'delegate',
      key: directory.keyOf('heping'),
      returns: true,
    },
  });
}

/** Adds a copy to the leader and to a department; the leader has read it and left a note. */
function composeReadCopy({ walk, directory, letter }: StoryInput): void {
  advanceToExamination(walk, letter);
  walk.do('liuyang', {
    act: 'copy',
    entry: {
      nodeId: 'examine',
      keys: [directory.keyOf('wujianguo'), 'department:330127-xfj-dck'],
      note: '来信人多次反映，请领导和督查科关注办理进度。',
    },
  });
  walk.wait(0.1, 0.4);
  walk.do('wujianguo', { act: 'readCopy', entry: { note: '已阅。请督查科跟进，按期答复。' } });
  walk.do('sunlei', { act: 'readCopy', entry: { note: '' } });
  accept(walk, directory, 'liuyang', letter);
}

/** Adds an urge by the leader. */
function composeUrge({ walk, directory, letter }: StoryInput): void {
  advanceToImplementation({ walk, directory, letter }, 'heping');
  walk.wait(2, 3);
  walk.do('wujianguo', {
    act: 'urge',
    entry: {
      nodeId: 'undertake',
      receivers: [directory.keyOf('heping')],
      title: '请尽快办理',
      text: '该件来信人多次来电询问，请尽快核实办理并反馈进展。',
      reason: '来信人多次来电询问进展',
    },
  });
}

export function advanceToExamination(walk: Walk, letter: Letter): void {
  walk.do(letter.registrar, { act: 'start', entry: letter.start });
  walk.wait(0.1, 0.4);
  receive(walk);
}

export function advanceToImplementation({ walk, directory, letter }: StoryInput, person: string): void {
  advanceToExamination(walk, letter);
  accept(walk, directory, 'liuyang', letter);
  walk.do('huangxiaomei', {
    act: 'handle',
    entry: {
      nodeId: 'instruct',
      buttonId: 'instruct',
      opinion: `请${directory.orgNameOf(person)}核实办理，按期答复来信人。`,
      branchNodeIds: ['undertake'],
      nextHandlers: { undertake: [directory.keyOf(person)] },
    },
  });
  walk.wait(0.3, 1);
}

function answerOf(nodeId: string, passes: boolean | undefined, opinion: string): OfficeActionEntry {
  return { act: 'answer', entry: { nodeId, opinion, ...(passes !== undefined && { passes }) } };
}
