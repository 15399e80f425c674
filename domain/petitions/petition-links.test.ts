import { expect, test } from 'vitest';
import { DayUnit } from '../enumerations/day-unit.ts';
import {
  linkedOrderLabel,
  nextStageLink,
  PetitionLink,
  problemOfConcludedMatter,
  problemOfReview,
  type ReviewedOrder,
  stageOf,
} from './petition-links.ts';
import { stageLimit } from './stage-limit.ts';

const answered: ReviewedOrder = { stage: 0, hasAnswer: true, lastDay: '2026-04-01', nextCode: undefined };

test('复查 and 复核 have 30 calendar days, or those that their item sets (信访工作条例 art. 35, 36)', () => {
  expect(stageLimit({})).toEqual({ amount: 30, unit: DayUnit.calendarDays });
  expect(stageLimit({ handlingDays: 20 }).amount).toBe(20);
});

test('复查 and 复核 may be asked for until the last day, once, and after an answer only', () => {
  expect(problemOfReview(answered, '2026-04-01')).toBeUndefined();
  expect(problemOfReview(answered, '2026-04-02')).toBe('已超过申请复查的期限（2026-04-01）');
  expect(problemOfReview({ ...answered, nextCode: '' }, '2026-03-01')).toBe('已申请复查');
  expect(problemOfReview({ ...answered, lastDay: undefined }, '2026-03-01')).toBe('办结后才能申请复查');
  expect(problemOfReview({ ...answered, hasAnswer: false }, '2026-03-01')).toBe('没有答复的办件不能申请复查');
  expect(problemOfReview({ ...answered, nextCode: '2026000009' }, '2026-03-01')).toBe(
    '已申请复查，流水号 2026000009',
  );
  expect(problemOfReview({ ...answered, stage: 1 }, '2026-04-02')).toBe('已超过申请复核的期限（2026-04-01）');
  expect(problemOfReview({ ...answered, stage: 2 }, '2026-03-01')).toContain('不再受理');
});

test('the stages follow each other, and each link names the other order from its side', () => {
  expect([undefined, PetitionLink.repeat, PetitionLink.review, PetitionLink.recheck].map(stageOf)).toEqual([
    0, 0, 1, 2,
  ]);
  expect([nextStageLink(0), nextStageLink(1)]).toEqual(['review', 'recheck']);
  expect(linkedOrderLabel('review', 'earlier')).toBe('原办理件');
  expect(linkedOrderLabel('review', 'later')).toBe('复查');
  expect(linkedOrderLabel('related', 'earlier')).toBe(linkedOrderLabel('related', 'later'));
});

test('a matter that has been through all stages is accepted again only with new facts', () => {
  expect(problemOfConcludedMatter('2026000001', ' ​')).toContain('不再受理');
  expect(problemOfConcludedMatter('2026000001', '新发现排污管')).toBeUndefined();
});
