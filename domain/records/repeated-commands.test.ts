import { describe, expect, test } from 'vitest';
import { DayUnit } from '../enumerations/day-unit.ts';
import { SpecialType } from '../enumerations/special-type.ts';
import { hasRecordAtVisit } from './at-visit.ts';
import { mergeRules } from './merge.ts';
import { RecordKind, type SideRecord } from './side-record.ts';
import { specialRules } from './special.ts';
import { SpecialClock } from './special-settings.ts';
import { SupervisionGround, supervisionRules } from './supervision.ts';
import { RecordStory } from './test-story.ts';

/** What random histories of records found (test/workflow-model/records). */

describe('a command of the portal that is given twice is refused the second time', () => {
  test('the end of the limit of a supervision letter', () => {
    const story = new RecordStory(supervisionRules, {});
    story.open('2026-03-02T09:00', 'open', {
      grounds: [SupervisionGround.leader],
      demand: '请说明进展',
      answerDays: 1,
      card: 'none',
    });
    expect(story.change('2026-03-04T09:00', 'expire')).toMatchObject({ data: { isLate: true }, due: null });
    expect(story.change('2026-03-04T09:01', 'expire')).toMatchObject({ refused: 'recordState' });
    expect(story.change('2026-03-04T10:00', 'waive', { reason: '已口头说明' })).toMatchObject({
      state: 'waived',
    });
  });

  test('the reminder of a special procedure', () => {
    const story = new RecordStory(specialRules, {
      special: { clocks: { [SpecialType.test]: SpecialClock.stops } },
    });
    const wanted = {
      type: SpecialType.test,
      reason: '送检',
      agency: '',
      amount: 1,
      unit: DayUnit.workingDays,
    };
    story.open('2026-03-02T09:00', 'request', wanted);
    // Another person than the one who asked.
    story.by = { staffId: 'leader', name: '彭波', orgId: 'org', orgName: '市场监督管理局' };
    story.change('2026-03-02T10:00', 'confirm');
    expect(story.change('2026-03-04T09:00', 'remind')).toMatchObject({ due: null });
    expect(story.change('2026-03-04T09:01', 'remind')).toMatchObject({ refused: 'recordState' });
  });

  test('the lead of a merge, which two runs of the job may find', () => {
    const story = new RecordStory(mergeRules, { merge: { enabled: true } });
    const members = [{ id: 'one', code: '2026000003' }];
    const input = { members, limitOf: '', shortenedBy: 0, isLimitOpen: false };
    expect(story.open('2026-03-02T09:00', 'lead', input)).toMatchObject({ state: 'leading' });
    expect(story.open('2026-03-02T09:00', 'lead', input)).toMatchObject({ refused: 'recordState' });
    expect(story.change('2026-03-02T10:00', 'lead', { ...input, members: [] })).toMatchObject({
      state: 'alone',
    });
  });
});

test('people who share a visit share its records: each has a task of their own', () => {
  const record = { kind: RecordKind.payment, state: 'unpaid', taskId: 3 } as SideRecord;
  const at = (taskId: number, tasksOfVisit: number[]) =>
    hasRecordAtVisit({ records: [record], taskId, tasksOfVisit }, RecordKind.payment, ['unpaid']);
  expect(at(4, [3, 4])).toBe(true);
  expect(at(3, [])).toBe(true);
  expect(at(5, [5, 6])).toBe(false);
  expect(hasRecordAtVisit({ records: [record], taskId: 3 }, RecordKind.payment, ['paid'])).toBe(false);
});
