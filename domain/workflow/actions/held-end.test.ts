import { describe, expect, test } from 'vitest';
import { person } from '#test/workflow-model/people.ts';
import { sequential } from '#test/workflow-model/samples.ts';
import {
  addSigners,
  answer,
  countersign,
  delegate,
  expire,
  sign,
  taskFor,
} from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';
import { type Actor, Permission, systemActor } from '../../access/actor.ts';
import { CorrectionCategory, CorrectionExpiry } from '../../enumerations/correction.ts';
import { DayUnit } from '../../enumerations/day-unit.ts';
import { PaperForm } from '../../enumerations/paper-form.ts';
import { PaperState } from '../../enumerations/paper-state.ts';
import { SupplementTerm } from '../../enumerations/supplement.ts';
import { paperIdOf } from '../../materials/material-check.ts';
import { SupervisionCard } from '../../records/card-rule.ts';
import { defaultCorrectionSettings } from '../../records/correction-settings.ts';
import { defaultRareSettings, RareExpiry } from '../../records/rare-settings.ts';
import { defaultRecordSettings } from '../../records/record-settings.ts';
import type { RecordKind } from '../../records/side-record.ts';

/** An order does not end in any way while a supervision letter (督办单) is open (docs/decisions/0237). */

const withPermission = (staffId: string, permission: Permission): Actor => ({
  ...person(staffId),
  permissions: new Set([...person(staffId).permissions, permission]),
});
const supervisor = withPermission('supervisor', Permission.supervise);
const leader = withPermission('leader', Permission.approve);

function give(
  story: Story,
  actor: Actor,
  kind: RecordKind,
  command: string,
  input: object,
  place: { recordId?: number; atTaskId?: number } = {},
) {
  const { recordId = null, atTaskId = null } = place;
  return story.perform(actor, { action: 'changeRecord', kind, command, recordId, atTaskId, input });
}

const openLetter = (story: Story) =>
  give(story, supervisor, 'supervision', 'open', {
    grounds: ['leader'],
    demand: '请尽快办结',
    answerDays: 5,
    card: SupervisionCard.none,
  });
const letterOf = (story: Story) => story.order.records?.find(({ kind }) => kind === 'supervision');
const answerLetter = (story: Story) =>
  give(
    story,
    leader,
    'supervision',
    'answer',
    { cause: 'other', text: '正在办理', promisedOn: '2027-01-04' },
    { recordId: letterOf(story)?.id ?? 0 },
  );
const sendBack = (story: Story) =>
  give(
    story,
    supervisor,
    'supervision',
    'sendBack',
    { reason: '没有说明原因', answerDays: 2 },
    { recordId: letterOf(story)?.id ?? 0 },
  );
const waive = (story: Story) =>
  give(
    story,
    leader,
    'supervision',
    'waive',
    { reason: '事项已妥善解决' },
    { recordId: letterOf(story)?.id ?? 0 },
  );

interface Way {
  /** Steps before the letter, with the order at its last step. */
  before?: (story: Story) => void;
  end: (story: Story) => unknown;
  /** True if the last step is not the holder's own: it counts, and the holder can end the order later. */
  isAccepted?: true;
}

const round = { goes: 'on', seats: [{ group: 0, keys: ['staff:s1'] }] } as const;
const past = '2020-01-01T00:00:00Z';
const merged = (story: Story) => {
  const input = { mainCode: 'W1', mainId: '1', reason: '同一事项', limit: 'main' };
  expect(give(story, story.handlerOf('c'), 'merge', 'merge', input)).toBeNull();
};

const paper = { name: '平面图', form: PaperForm.copy, copies: 1, required: true, note: '', rare: true };
const problem = { id: paperIdOf(paper), name: paper.name, problem: PaperState.missing, reason: '请补交' };
const limit = { amount: 10, unit: DayUnit.calendarDays };
const askedCorrection = { category: CorrectionCategory.online, limit, papers: [problem] };
const askedSupplement = {
  term: SupplementTerm.beforeCompletion,
  paperIds: [problem.id],
  limit,
  reminders: [1],
  promised: true,
  facts: { papers: [paper], outstanding: [problem] },
};
const ask = (story: Story, kind: RecordKind, input: object) =>
  give(story, story.handlerOf('c'), kind, 'ask', input, { atTaskId: story.task('c').id });

/** Gives the portal's own command after the end of the record's limit. */
function expireRecord(story: Story, kind: RecordKind) {
  Object.assign(story.world, { now: new Date('2036-01-02T01:00:00Z') });
  const recordId = story.order.records?.find((record) => record.kind === kind)?.id ?? 0;
  return give(story, systemActor, kind, 'expire', {}, { recordId });
}

/** Every way in which an order ends: all callers of `endOrder` by each of their actions. */
const ways: Record<string, Way> = {
  'the concluding button of its handler': { end: (story) => story.handle('c') },
  'the concluding button of another handler': {
    end: (story) => story.handle('c', { by: person('colleague', 'c') }),
  },
  'a termination, such as 不予受理': { end: (story) => story.end('c', 'terminate', 'terminate') },
  'a deletion of the order (作废)': { end: (story) => story.end('c', 'void', 'void') },
  'the last vote of a countersign': {
    before: (story) => expect(countersign(story, 'c', round)).toBeNull(),
    end: (story) => answer(story, 's1'),
    isAccepted: true,
  },
  'the limit of a countersign': {
    before: (story) =>
      expect(
        countersign(story, 'c', { ...round, limit: { amount: 1, unit: 1 }, expiry: 'passed' }),
      ).toBeNull(),
    end: (story) => expire(story, 1, past),
    isAccepted: true,
  },
  'the signature of a signer after the handler': {
    before(story) {
      const signer = { group: 1, keys: ['staff:s1'] };
      expect(addSigners(story, story.handlerOf('c'), story.task('c'), 'after', [signer])).toBeNull();
      expect(story.handle('c')).toBeNull();
    },
    end: (story) => sign(story, 's1'),
    isAccepted: true,
  },
  'the button of a person to whom the step was delegated': {
    before: (story) => expect(delegate(story, 'c', 's1', false)).toBeNull(),
    end: (story) =>
      story.perform(person('s1'), {
        action: 'handle',
        taskId: taskFor(story, 's1').id,
        buttonId: 'handle',
        opinion: '',
      }),
  },
  'a correction that the applicant gave up (补正到期，退回)': {
    before: (story) => expect(ask(story, 'correction', askedCorrection)).toBeNull(),
    end: (story) => expireRecord(story, 'correction'),
  },
  'a rare supplement that did not come (容缺到期，退回)': {
    before: (story) => expect(ask(story, 'rare', askedSupplement)).toBeNull(),
    end: (story) => expireRecord(story, 'rare'),
  },
};

const settings = {
  ...defaultRecordSettings,
  merge: { enabled: true },
  correction: { ...defaultCorrectionSettings, enabled: true, expiry: CorrectionExpiry.returned },
  rare: { ...defaultRareSettings, enabled: true, expiry: RareExpiry.returned },
};
const worldOf = () => ({ records: { settings, holidays: { coveredYears: [], days: {} } } });

function storyOf({ before }: Way): Story {
  const story = new Story(sequential, worldOf()).reach('a', 'b');
  before?.(story);
  return story;
}

describe.each(Object.entries(ways))('%s (0237)', (_name, way) => {
  const { end, isAccepted } = way;

  test('ends an order without a letter', () => {
    const story = storyOf(way);
    expect(end(story)).toBeNull();
    expect(story.order.ended).not.toBeNull();
  });

  test.each([
    ['that awaits its answer', [openLetter]],
    ['whose answer is not accepted yet', [openLetter, answerLetter]],
    ['that was sent back', [openLetter, answerLetter, sendBack]],
  ])('does not end an order with a letter %s', (_state, steps) => {
    const story = storyOf(way);
    for (const step of steps) expect(step(story)).toBeNull();
    const before = letterOf(story)?.state;
    const refusal = end(story);
    if (isAccepted) expect(refusal).toBeNull();
    else
      expect(refusal).toMatchObject({
        refused: 'recordOpen',
        message: expect.stringContaining('督办'),
      });
    expect(story.order.ended).toBeNull();
    expect(letterOf(story)?.state).toBe(before);
  });

  test('ends an order whose letter a leader waived', () => {
    const story = storyOf(way);
    openLetter(story);
    expect(waive(story)).toBeNull();
    expect(end(story)).toBeNull();
    expect(story.order.ended).not.toBeNull();
    expect(letterOf(story)?.state).toBe('waived');
  });
});

describe('with an open letter (0237)', () => {
  test('an order is not merged into another one, and a merged one gets no letter', () => {
    const story = storyOf({ end: () => null });
    openLetter(story);
    const input = { mainCode: 'W1', mainId: '1', reason: '同一事项', limit: 'main' };
    expect(give(story, story.handlerOf('c'), 'merge', 'merge', input)).toMatchObject({
      refused: 'recordState',
      message: expect.stringContaining('不能并案'),
    });
    waive(story);
    merged(story);
    expect(openLetter(story)).toMatchObject({ refused: 'recordState' });
    const mergeId = story.order.records?.find(({ kind }) => kind === 'merge')?.id ?? 0;
    expect(give(story, systemActor, 'merge', 'answer', { status: 13 }, { recordId: mergeId })).toBeNull();
    expect(story.order.ended).not.toBeNull();
  });

  test('a recalled order goes back to its initiator with the letter, which still holds its end', () => {
    const story = new Story(sequential, worldOf()).reach();
    openLetter(story);
    expect(story.recall()).toBeNull();
    expect(letterOf(story)?.state).toBe('awaiting');
    expect(story.resubmit()).toBeNull();
    for (const nodeId of ['a', 'b']) expect(story.handle(nodeId)).toBeNull();
    expect(story.handle('c')).toMatchObject({ refused: 'recordOpen' });
  });
});
