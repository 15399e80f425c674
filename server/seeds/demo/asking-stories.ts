import type { Composition } from './composition.ts';
import type { OfficeActionEntry, Story } from './office-actions.ts';
import { accept, type Letter, receive, writeLetter } from './petition-stories.ts';
import { createRandom } from './random.ts';
import type { StoryDesk } from './story-desk.ts';
import { createWalk, type Walk } from './walk.ts';

/**
 * Recent letters for which other people are asked, receive a copy or are urged. Each story stops after its last
 * step, so that every list and page of such actions shows an order (docs/decisions/0086).
 */

const day = 86_400_000;
/** The minimum number of orders for each of these stories; with fewer orders, the office gets fewer stories. */
const ordersForEach = 5;

interface StoryInput {
  walk: Walk;
  desk: StoryDesk;
  letter: Letter;
}

interface AskingStory {
  /** The person who usually handles the matter. */
  undertaker: string;
  walk(input: StoryInput): void;
}

const askingStories: readonly AskingStory[] = [
  { undertaker: 'yangfan', walk: countersignUnderWay },
  { undertaker: 'gaofeng', walk: countersignFailedAndReturned },
  { undertaker: 'hudong', walk: signersAtExamination },
  { undertaker: 'xujun', walk: delegatedForGood },
  { undertaker: 'duwenhao', walk: countersignInTurn },
  { undertaker: 'weidongming', walk: delegatedAndBack },
  { undertaker: 'zhuhong', walk: countersignDecided },
  { undertaker: 'linxue', walk: copyThatWasRead },
  { undertaker: 'heping', walk: urgedByTheLeader },
];

/**
 * Composes the stories of asking others; each begins early enough that all its steps are in the past.
 */
export function composeAskingStories({ seed, until, orders, holidays, desk }: Composition): Story[] {
  const selected = askingStories.slice(0, Math.floor(orders / ordersForEach));
  return selected.map(({ undertaker, walk: story }, index) => {
    const number = orders - index;
    for (let daysAgo = 1; ; daysAgo += 1) {
      const random = createRandom(seed + number);
      const walk = createWalk(random, new Date(until.getTime() - daysAgo * day), holidays);
      const letter = writeLetter(random, number, walk.now(), undertaker);
      story({ walk, desk, letter });
      const isPast = walk.steps.every(({ at }) => at <= until);
      if (isPast) return { taskCode: letter.start.taskCode, steps: walk.steps };
    }
  });
}

/** Two departments are asked to agree; one of them has agreed, and the leader has received a copy. */
function countersignUnderWay({ walk, letter }: StoryInput): void {
  toExamination(walk, letter);
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
 * One of two people refuses; the initiator of the countersign continues with both answers, and the leader returns
 * the order to before the countersign.
 */
function countersignFailedAndReturned({ walk, desk, letter }: StoryInput): void {
  toExamination(walk, letter);
  walk.do('liuyang', {
    act: 'ask',
    entry: {
      nodeId: 'examine',
      opinion: '请就来信事项的管辖和处理时限提出意见。',
      asks: 'countersign',
      groups: { 执法中队: [desk.keyOf('gaofeng')], 住建部门: [desk.keyOf('xujun')] },
      sequence: 'any',
      limitDays: 3,
    },
  });
  walk.wait(0.2, 0.5);
  walk.do('gaofeng', answerOf('examine', true, '属我中队辖区，可以受理。'));
  walk.wait(0.2, 0.5);
  walk.do('xujun', answerOf('examine', false, '来信未写明具体地点，暂无法确认管辖，建议先行核实。'));
  walk.wait(0.1, 0.3);
  accept(walk, desk, 'liuyang', letter, { othersWereAsked: true });
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

/** Both people have answered, and the initiator of the countersign has the task again. */
function countersignDecided({ walk, desk, letter }: StoryInput): void {
  toExamination(walk, letter);
  walk.do('zhaomin', {
    act: 'ask',
    entry: {
      nodeId: 'examine',
      opinion: '请就来信诉求是否符合政策提出意见。',
      asks: 'countersign',
      groups: { 住建部门: [desk.keyOf('xujun')], 属地乡镇: [desk.keyOf('hanmei')] },
      sequence: 'any',
      limitDays: 3,
    },
  });
  walk.wait(0.2, 0.4);
  walk.do('hanmei', answerOf('examine', true, '属地已掌握情况，同意受理。'));
  walk.wait(0.1, 0.3);
  walk.do('xujun', answerOf('examine', false, '诉求超出现行政策，建议先作政策解释。'));
}

/** Two signers are asked before the examiner decides; one has answered. */
function signersAtExamination({ walk, desk, letter }: StoryInput): void {
  toExamination(walk, letter);
  walk.do('zhaomin', {
    act: 'ask',
    entry: {
      nodeId: 'examine',
      opinion: '来信涉及多人，请督查科和分管领导先提意见。',
      asks: 'signers',
      place: 'before',
      keys: [desk.keyOf('sunlei'), desk.keyOf('huangxiaomei')],
    },
  });
  walk.wait(0.2, 0.5);
  walk.do('sunlei', answerOf('examine', undefined, '同类来信今年已有两件，建议受理并列入督查。'));
}

/** Transferred without return: 杨帆 代 徐军. */
function delegatedForGood({ walk, desk, letter }: StoryInput): void {
  toUndertaking({ walk, desk, letter }, 'xujun');
  walk.do('xujun', {
    act: 'ask',
    entry: {
      nodeId: 'undertake',
      opinion: '本周在外参加培训，请杨帆代为核查并答复。',
      asks: 'delegate',
      key: desk.keyOf('yangfan'),
      returns: false,
    },
  });
}

/** Numbered groups answer one after the other; the second group has to answer next. */
function countersignInTurn({ walk, desk, letter }: StoryInput): void {
  toUndertaking({ walk, desk, letter }, 'duwenhao');
  walk.do('duwenhao', {
    act: 'ask',
    entry: {
      nodeId: 'undertake',
      opinion: '请先由执法中队核实现场，再由交通部门提出整改意见。',
      asks: 'countersign',
      groups: { 现场核实: [desk.keyOf('gaofeng')], 整改意见: [desk.keyOf('heping')] },
      sequence: 'inOrder',
      limitDays: 5,
    },
  });
  walk.wait(0.3, 0.8);
  walk.do('gaofeng', answerOf('undertake', true, '现场情况与来信基本一致，照片已留存。'));
}

/** Delegated for an opinion, after which the task returns to the person. */
function delegatedAndBack({ walk, desk, letter }: StoryInput): void {
  toUndertaking({ walk, desk, letter }, 'weidongming');
  walk.do('weidongming', {
    act: 'ask',
    entry: {
      nodeId: 'undertake',
      opinion: '请养护股先核实路段情况，意见报我后由我答复。',
      asks: 'delegate',
      key: desk.keyOf('heping'),
      returns: true,
    },
  });
}

/** Copied to the leader and to a department; the leader has read it and left a note. */
function copyThatWasRead({ walk, desk, letter }: StoryInput): void {
  toExamination(walk, letter);
  walk.do('liuyang', {
    act: 'copy',
    entry: {
      nodeId: 'examine',
      keys: [desk.keyOf('wujianguo'), 'department:330127-xfj-dck'],
      note: '来信人多次反映，请领导和督查科关注办理进度。',
    },
  });
  walk.wait(0.1, 0.4);
  walk.do('wujianguo', { act: 'readCopy', entry: { note: '已阅。请督查科跟进，按期答复。' } });
  walk.do('sunlei', { act: 'readCopy', entry: { note: '' } });
  accept(walk, desk, 'liuyang', letter);
}

/** Urged by the leader who received a copy. */
function urgedByTheLeader({ walk, desk, letter }: StoryInput): void {
  toUndertaking({ walk, desk, letter }, 'heping');
  walk.wait(2, 3);
  walk.do('wujianguo', {
    act: 'urge',
    entry: {
      nodeId: 'undertake',
      receivers: [desk.keyOf('heping')],
      title: '请尽快办理',
      text: '该件来信人多次来电询问，请尽快核实办理并反馈进展。',
      reason: '来信人多次来电询问进展',
    },
  });
}

function toExamination(walk: Walk, letter: Letter): void {
  walk.do(letter.registrar, { act: 'start', entry: letter.start });
  walk.wait(0.1, 0.4);
  receive(walk);
}

function toUndertaking({ walk, desk, letter }: StoryInput, person: string): void {
  toExamination(walk, letter);
  accept(walk, desk, 'liuyang', letter);
  walk.do('huangxiaomei', {
    act: 'handle',
    entry: {
      nodeId: 'instruct',
      buttonId: 'instruct',
      opinion: `请${desk.orgNameOf(person)}核实办理，按期答复来信人。`,
      branchNodeIds: ['undertake'],
      nextHandlers: { undertake: [desk.keyOf(person)] },
    },
  });
  walk.wait(0.3, 1);
}

function answerOf(nodeId: string, passes: boolean | undefined, opinion: string): OfficeActionEntry {
  return { act: 'answer', entry: { nodeId, opinion, ...(passes !== undefined && { passes }) } };
}
