import { localDateOf } from '#domain/calendar/local-date.ts';
import {
  change,
  permitCase,
  permitPeople,
  type RecordCase,
  reachAcceptance,
  reachExamination,
} from './record-case.ts';
import type { Walk } from './walk.ts';

const { clerk, reviewer, examiner, leader, decider } = permitPeople;

/** Applications whose clock stands still, was extended, or goes on although materials are lacking. */
export const clockStories: readonly RecordCase[] = [
  // 36 待网上补正
  permitCase((walk) => askCorrection(walk, 1)),
  // 34 补正待审核
  permitCase((walk) => {
    askCorrection(walk, 1);
    submitCorrection(walk);
  }),
  // 17 补正完成
  permitCase((walk) => {
    askCorrection(walk, 1);
    submitCorrection(walk);
    walk.wait(0.1, 0.3);
    const input = { verdicts: [{ qualified: true, reason: '' }], acceptsIncomplete: false };
    change(walk, reviewer, { kind: 'correction', nodeId: 'preview', command: 'accept', input });
  }),
  // 37 待线下补正
  permitCase((walk) => askCorrection(walk, 2)),
  // 19 放弃补正
  permitCase((walk) => {
    askCorrection(walk, 2);
    walk.wait(0.2, 0.6);
    const input = { reason: '申请人来电表示不再补正' };
    change(walk, clerk, { kind: 'correction', nodeId: 'preview', command: 'abandon', input });
  }),
  // 7 待补正
  permitCase((walk) => askCorrection(walk, null)),
  // 33 待确认特别程序
  permitCase((walk) => requestProcedure(walk)),
  // 8 待特别程序
  permitCase((walk) => {
    requestProcedure(walk);
    confirmProcedure(walk);
  }),
  // 18 特别程序完成
  permitCase((walk) => {
    requestProcedure(walk);
    confirmProcedure(walk);
    walk.wait(2, 3);
    change(walk, examiner, {
      ...{ kind: 'special', nodeId: 'examine', command: 'finish' },
      input: {
        conclusion: '合格',
        result: '后厨水样和餐具表面抽样 6 份，微生物指标均符合要求。',
        receivedOn: localDateOf(walk.now()),
      },
      attachments: ['检验报告.pdf'],
    });
  }),
  permitCase((walk) => {
    reachAcceptance(walk);
    const input = { ground: 'authority-answer', reason: '经营场所的规划用途须待自然资源部门书面答复' };
    change(walk, examiner, {
      kind: 'suspension',
      nodeId: 'accept',
      command: 'suspend',
      record: 'new',
      input,
    });
  }),
  permitCase((walk) => {
    reachAcceptance(walk);
    const input = { days: 5, reason: '现场核查须待申请人整改完成', granted: 0 };
    change(walk, examiner, { kind: 'extension', nodeId: 'accept', command: 'request', record: 'new', input });
    walk.wait(0.1, 0.4);
    const answer = { reason: '同意' };
    change(walk, leader, { kind: 'extension', nodeId: 'accept', command: 'approve', input: answer });
  }),
  permitCase((walk) => askSupplement(walk)),
  permitCase((walk) => {
    askSupplement(walk);
    walk.wait(0.3, 0.8);
    const input = { remark: '已补交加盖公章的复印件' };
    change(walk, clerk, {
      ...{ kind: 'rare', nodeId: 'preview', command: 'submit', input },
      files: ['营业执照.pdf'],
    });
  }),
];

/** Asks for one missing material: online (1), at the window (2), or in a way that is still open. */
function askCorrection(walk: Walk, category: 1 | 2 | null): void {
  const paper = { id: null, name: '经营场所使用证明', problem: 2, reason: '请补交租赁合同或者产权证明' };
  const input = { category, limit: { amount: 10, unit: 1 }, papers: [paper] };
  change(walk, reviewer, { kind: 'correction', nodeId: 'preview', command: 'ask', record: 'new', input });
}

function submitCorrection(walk: Walk): void {
  walk.wait(0.2, 0.8);
  const entry = { kind: 'correction', nodeId: 'preview', command: 'submit', input: { remark: '' } } as const;
  change(walk, clerk, { ...entry, files: ['经营场所使用证明.pdf'] });
}

function requestProcedure(walk: Walk): void {
  reachExamination(walk);
  const input = {
    ...{ type: 'inspection', reason: '对后厨水样和餐具抽样检验', agency: '县食品药品检验所' },
    ...{ amount: 15, unit: 1 },
  };
  change(walk, examiner, { kind: 'special', nodeId: 'examine', command: 'request', record: 'new', input });
}

function confirmProcedure(walk: Walk): void {
  walk.wait(0.1, 0.4);
  change(walk, decider, { kind: 'special', nodeId: 'examine', command: 'confirm', input: {} });
}

/** Receives an application without a copy of the business licence, which follows before the end. */
function askSupplement(walk: Walk): void {
  const input = {
    ...{ term: 'H02', paperIds: ['copy:营业执照'], limit: { amount: 15, unit: 1 }, reminders: [3] },
    promised: true,
  };
  change(walk, reviewer, { kind: 'rare', nodeId: 'preview', command: 'ask', record: 'new', input });
}
