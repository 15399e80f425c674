import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import { makePerson } from './people.ts';
import { handleNode, licenceNumber } from './permit-stories.ts';
import {
  change,
  permitCase,
  permitPeople,
  type RecordCase,
  reachAcceptance,
  reachExamination,
} from './record-case.ts';
import type { Walk } from './walk.ts';

const { clerk, examiner, decider } = permitPeople;

/** Applications with an order of payment: not paid, paid, refunded, and with a refund on which the bank has failed. */
export const feeStories: readonly RecordCase[] = [
  permitCase((walk) => orderPayment(walk, '260.00')),
  permitCase((walk) => payInspection(walk, '380.00')),
  permitCase((walk) => {
    payInspection(walk, '320.00');
    refund(walk);
  }),
  // The simulator does not finish the refund of an amount that ends with 13 fen.
  permitCase((walk) => {
    payInspection(walk, '286.13');
    refund(walk);
  }),
];

function orderPayment(walk: Walk, amount: string): void {
  reachAcceptance(walk);
  const fees = [
    { code: '103049902', amount },
    { code: '103049901', quantity: 2 },
  ];
  const fee = amount.endsWith('.13') ? fees.slice(0, 1) : fees;
  change(walk, examiner, {
    ...{ kind: 'payment', nodeId: 'accept', command: 'order', record: 'new' },
    input: { payer: '', fees: fee },
  });
}

function payInspection(walk: Walk, amount: string): void {
  orderPayment(walk, amount);
  walk.wait(0.05, 0.3);
  walk.do(examiner, { act: 'pay', entry: { record: 1 } });
}

function refund(walk: Walk): void {
  walk.wait(0.2, 0.6);
  walk.do(decider, { act: 'refund', entry: { record: 1, note: '样品未能采集，不再检验，退回检验费' } });
}

/** Applications that were granted: the licence waits, was collected, or is sent; and materials sent by the applicant. */
export const resultStories: readonly RecordCase[] = [
  permitCase((walk) => {
    issueLicence(walk, 'window');
    handleNode(walk, clerk, 'issue', 'issue', '证照已制作，通知申请人到窗口领取');
  }),
  permitCase((walk, number) => {
    issueLicence(walk, 'window');
    walk.wait(0.2, 0.8);
    const { name, certCode } = makePerson(walk.random, number + 1);
    change(walk, clerk, {
      ...{ kind: 'output', nodeId: 'issue', command: 'collect' },
      input: { collector: 'agent', name, certCode, relation: '本单位工作人员' },
      attachments: ['领取签收单.pdf', '授权委托书.pdf'],
    });
  }),
  permitCase((walk) => sendLicence(walk)),
  // Delivered meanwhile: the simulated carrier needs a day, or two for a second attempt.
  permitCase((walk) => sendLicence(walk), 3),
  permitCase((walk, number) => {
    change(walk, clerk, {
      ...{ kind: 'express', nodeId: 'preview', command: 'expect', record: 'new' },
      input: {
        ...{ carrier: '顺丰速运', mailNum: `SF10${String(number).padStart(11, '0')}` },
        contents: '营业执照复印件（加盖公章）1 份',
      },
    });
  }),
];

function issueLicence(walk: Walk, way: 'window' | 'post'): void {
  reachExamination(walk);
  walk.do(examiner, {
    act: 'handle',
    entry: {
      ...{ nodeId: 'examine', buttonId: 'examine', opinion: '材料审查合格，建议直接作出决定' },
      branchNodeIds: ['decide'],
      form: {
        formCode: 'permit-application',
        content: { reviewOpinion: '申请材料齐全，场所和人员条件符合要求。' },
      },
    },
  });
  walk.wait(0.2, 0.6);
  const today = localDateOf(walk.now());
  const number = licenceNumber(walk, { licencePrefix: 'JY' });
  handleNode(walk, decider, 'decide', 'grant', '准予许可', {
    ...{ decision: 'grant', decisionDate: today, licenceNo: number },
    validUntil: addDays(today, 5 * 365),
  });
  walk.wait(0.1, 0.4);
  const outputs = ['正本', '副本'].map((part) => ({ name: `食品经营许可证（${part}）`, number, copies: 1 }));
  change(walk, clerk, {
    ...{ kind: 'output', nodeId: 'issue', command: 'issue', record: 'new' },
    input: { outputs, way },
  });
}

function sendLicence(walk: Walk): void {
  issueLicence(walk, 'post');
  walk.wait(0.05, 0.2);
  change(walk, clerk, {
    ...{ kind: 'express', nodeId: 'issue', command: 'send', record: 'new' },
    input: {
      ...{ carrier: '中国邮政 EMS', mailNum: '', outputId: 1 },
      contents: '食品经营许可证正本、副本各 1 份',
    },
  });
}
