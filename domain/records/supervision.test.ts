import { expect, test } from 'vitest';
import { localDateOf } from '../calendar/local-date.ts';
import { SupervisionCard } from './card-rule.ts';
import { type SupervisionData, SupervisionGround, supervisionRules } from './supervision.ts';
import { RecordStory } from './test-story.ts';

/** Limits of supervision letters (督办单, 0237). */

const dayOff = (day: string) => ({
  coveredYears: [2026],
  days: { [day]: { kind: 'holiday', name: '调整放假' } as const },
});
const letter = {
  grounds: [SupervisionGround.leader],
  demand: '请说明超期原因',
  answerDays: 5,
  card: SupervisionCard.none,
};
const dueOf = ({ last }: RecordStory) => localDateOf(new Date((last.data as SupervisionData).answerDue));
const isLate = ({ last }: RecordStory) => (last.data as SupervisionData).isLate;

test('the answer date follows days off that were published later, and the letter is late only after it', () => {
  const order = new RecordStory(supervisionRules, {});
  order.open('2026-03-03T09:00', 'open', letter);
  expect(dueOf(order)).toBe('2026-03-10');
  order.holidays = dayOff('2026-03-10');
  expect(order.change('2026-03-11T00:00', 'expire')).toMatchObject({
    due: { command: 'expire' },
    label: '期限顺延',
    text: '节假日安排公布后，答复期限顺延至 2026-03-11',
  });
  expect([dueOf(order), isLate(order)]).toEqual(['2026-03-11', false]);
  expect(order.change('2026-03-11T09:00', 'expire')).toMatchObject({ message: '督办单的答复期限未到' });
  expect(order.change('2026-03-12T00:00', 'expire')).toMatchObject({ due: null });
  expect([dueOf(order), isLate(order)]).toEqual(['2026-03-11', true]);
});

test('a new limit after an answer that was sent back counts from that moment', () => {
  const order = new RecordStory(supervisionRules, {});
  order.open('2026-03-03T09:00', 'open', letter);
  const answer = { cause: 'other', text: '正在办理', promisedOn: '2026-03-20' };
  order.by = { ...order.by, staffId: 'handler' };
  order.change('2026-03-05T09:00', 'answer', answer);
  order.change('2026-03-09T09:00', 'sendBack', { reason: '没有说明原因', answerDays: 2 });
  expect(dueOf(order)).toBe('2026-03-11');
  order.holidays = dayOff('2026-03-10');
  order.change('2026-03-12T00:00', 'expire');
  expect([dueOf(order), isLate(order)]).toEqual(['2026-03-12', false]);
});
