import { type CardRule, SupervisionCard, supervisionCardLabel } from './card-rule.ts';
import type { LetterSettings } from './record-settings.ts';
import { SupervisionGround } from './supervision.ts';

/** What the portal knows of an order when a supervisor is about to write a letter. */
export interface LetterPosition {
  settings: LetterSettings;
  /** The open step that is late for the longest time, in calendar days; null if none is. */
  lateStep: { name: string; days: number } | null;
  /** Working days until the order is due, negative after that; null without a due date. */
  orderDaysLeft: number | null;
  /** Number of urges, and of yellow cards so far. */
  urges: number;
  yellowCards: number;
}

/** A letter with which its author begins, and why. */
export interface LetterProposal {
  grounds: SupervisionGround[];
  card: SupervisionCard;
  answerDays: number;
  /** Sentences for the author; empty if nothing speaks for a letter. */
  reasons: string[];
}

/** Working days before its end from which an order counts as nearly late. */
const nearDays = 3;

/** Returns the letter that the order and the rule of its item suggest (docs/decisions/0237). */
export function proposeLetter(position: LetterPosition): LetterProposal {
  const { settings, lateStep, orderDaysLeft, urges, yellowCards } = position;
  const isNear = orderDaysLeft !== null && orderDaysLeft <= nearDays;
  const card =
    lateStep && settings.cards ? demandedCard(settings.cards, lateStep.days, yellowCards) : undefined;
  return {
    grounds: [
      ...(lateStep ? [SupervisionGround.stepOverdue] : []),
      ...(isNear ? [SupervisionGround.orderDue] : []),
      ...(urges > 0 ? [SupervisionGround.askedAgain] : []),
    ],
    card: card?.card ?? SupervisionCard.none,
    answerDays: settings.answerDays,
    reasons: [
      ...(lateStep ? [`“${lateStep.name}”已超期 ${lateStep.days} 天`] : []),
      ...(card ? [card.reason] : []),
      ...(isNear ? [orderDaysLeft < 0 ? '全程时限已过' : `距全程时限还有 ${orderDaysLeft} 个工作日`] : []),
      ...(urges > 0 ? [`已被催办 ${urges} 次`] : []),
    ],
  };
}

function demandedCard(
  { yellowAfterDays, redAfterDays, yellowsForRed }: CardRule,
  days: number,
  yellowCards: number,
): { card: SupervisionCard; reason: string } | undefined {
  const of = (card: SupervisionCard, after: number) => ({
    card,
    reason: `该事项规定超期 ${after} 天亮${supervisionCardLabel[card]}`,
  });
  if (redAfterDays !== null && days >= redAfterDays) return of(SupervisionCard.red, redAfterDays);
  if (days < yellowAfterDays) return undefined;
  if (yellowsForRed === null || yellowCards + 1 < yellowsForRed)
    return of(SupervisionCard.yellow, yellowAfterDays);
  return {
    card: SupervisionCard.red,
    reason: `已有 ${yellowCards} 张黄牌，该事项规定满 ${yellowsForRed} 张转红牌`,
  };
}
