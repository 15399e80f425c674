import { describe, expect, test } from 'vitest';
import { PaperForm } from '../enumerations/paper-form.ts';
import { PaperState } from '../enumerations/paper-state.ts';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import {
  type CheckedPaper,
  checksMaterialsAt,
  outstandingPapers,
  paperIdOf,
  problemsOfCheck,
  summaryOfCheck,
} from './material-check.ts';
import type { Paper } from './materials.ts';

const paper = (name: string, form: PaperForm, copies = 1, required = true): Paper => ({
  name,
  form,
  copies,
  required,
  note: '',
});
const application = paper('申请书', PaperForm.original);
const licence = paper('营业执照', PaperForm.copy, 2);
const plan = paper('平面图', PaperForm.electronic);
const remark = paper('补充说明', PaperForm.copy, 1, false);
const papers = [application, licence, plan, remark];

const result = (of: Paper, changes: Partial<CheckedPaper> = {}): CheckedPaper => ({
  id: paperIdOf(of),
  state: PaperState.complete,
  originals: 0,
  copies: 0,
  reason: '',
  fileIds: [],
  ...changes,
});

describe('the check of materials (S1 §3)', () => {
  test('takes complete materials with their numbers, and an original in place of a copy', () => {
    expect(
      problemsOfCheck(papers, [
        result(application, { originals: 1 }),
        result(licence, { originals: 1, copies: 1 }),
        result(plan),
      ]),
    ).toEqual([]);
  });

  test('reports every contradiction at its field, all at once', () => {
    const problems = problemsOfCheck(papers, [
      result(application, { copies: 1 }),
      result(licence, { copies: 1 }),
      result(plan, { state: PaperState.missing, fileIds: ['file'] }),
      result(remark, { state: PaperState.unclear, reason: ' ' }),
      result(remark, { state: PaperState.wrong, reason: '长'.repeat(201) }),
      result(paper('户口簿', PaperForm.copy)),
    ]);
    expect(
      problems.map(({ field, message }) => [field.replace('conditionMaterialList', ''), message]),
    ).toEqual([
      ['[0].actualOriginalNumber', '材料“申请书”：应收原件 1 份，请核对份数，或改为“份数不足”'],
      ['[1].actualCopyNumber', '材料“营业执照”：应收复印件 2 份，请核对份数，或改为“份数不足”'],
      ['[2].checkState', '材料“平面图”：已收到材料，不能核对为“缺少”'],
      ['[3].reason', '材料“补充说明”：请说明具体问题'],
      ['[4].id', '材料“补充说明”：重复填写'],
      ['[4].reason', '材料“补充说明”：说明不能超过200个字符'],
      ['[5].id', '该材料不在办件的材料清单中，请刷新后重新核对'],
    ]);
  });

  test('takes part of the list, because a check may be continued later', () => {
    expect(problemsOfCheck(papers, [result(application, { originals: 1 })])).toEqual([]);
  });
});

describe('what a correction asks for', () => {
  test('is every material with a problem, and a required one without a result', () => {
    const results = [
      result(application, { originals: 1 }),
      result(licence, { state: PaperState.expired, copies: 2, reason: '已于 2026-10-31 到期' }),
    ];
    expect(outstandingPapers(papers, results)).toEqual([
      {
        id: paperIdOf(licence),
        name: '营业执照',
        problem: PaperState.expired,
        reason: '已于 2026-10-31 到期',
      },
      { id: paperIdOf(plan), name: '平面图', problem: PaperState.missing, reason: '' },
    ]);
    expect(summaryOfCheck(papers, results)).toBe('1 份有问题，1 份必交材料未核对');
  });

  test('is nothing before the check has begun', () => {
    expect(outstandingPapers(papers, [])).toEqual([]);
    expect(summaryOfCheck([remark], [])).toBe('材料齐全');
  });
});

test('materials are checked before the acceptance, at no later node', () => {
  const stages = [
    WorkOrderStatus.awaitingPreReview,
    WorkOrderStatus.awaitingReceipt,
    WorkOrderStatus.awaitingAcceptance,
  ];
  expect(Object.values(WorkOrderStatus).filter(checksMaterialsAt)).toEqual(stages);
  expect(checksMaterialsAt(undefined)).toBe(false);
});
