import { describe, expect, test } from 'vitest';
import { SupervisionCard } from './card-rule.ts';
import { type LetterPosition, proposeLetter } from './letter-proposal.ts';
import { SupervisionGround } from './supervision.ts';

const cards = { yellowAfterDays: 10, redAfterDays: 30, yellowsForRed: 2 };
const propose = (position: Partial<LetterPosition>) =>
  proposeLetter({
    settings: { answerDays: 5, cards },
    lateStep: null,
    orderDaysLeft: null,
    urges: 0,
    yellowCards: 0,
    ...position,
  });

describe('the letter that an order suggests (0237)', () => {
  test('has the limit of the item, and nothing else while nothing is late', () => {
    expect(propose({ orderDaysLeft: 8 })).toEqual({
      grounds: [],
      card: SupervisionCard.none,
      answerDays: 5,
      reasons: [],
    });
  });

  test('has the card that the rule demands for the days of delay', () => {
    const of = (days: number, yellowCards = 0) => propose({ lateStep: { name: '审查', days }, yellowCards });
    expect(of(9)).toMatchObject({ card: 'none', reasons: ['“审查”已超期 9 天'] });
    expect(of(10)).toMatchObject({
      grounds: [SupervisionGround.stepOverdue],
      card: 'yellow',
      reasons: ['“审查”已超期 10 天', '该事项规定超期 10 天亮黄牌'],
    });
    expect(of(30)).toMatchObject({ card: 'red' });
    expect(of(12, 1)).toMatchObject({
      card: 'red',
      reasons: ['“审查”已超期 12 天', '已有 1 张黄牌，该事项规定满 2 张转红牌'],
    });
    expect(
      propose({ settings: { answerDays: 5, cards: null }, lateStep: { name: '审查', days: 99 } }),
    ).toMatchObject({
      card: 'none',
    });
  });

  test('names a limit of the order that is near or over, and urges', () => {
    expect(propose({ orderDaysLeft: 3, urges: 2 })).toMatchObject({
      grounds: [SupervisionGround.orderDue, SupervisionGround.askedAgain],
      reasons: ['距全程时限还有 3 个工作日', '已被催办 2 次'],
    });
    expect(propose({ orderDaysLeft: -1 }).reasons).toEqual(['全程时限已过']);
  });
});
