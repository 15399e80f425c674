import { isBlank } from '../texts/characters.ts';

/**
 * Links between petitions, the judgement at registration, and the three stages 办理, 复查 and 复核
 * (信访工作条例 art. 35, 36; docs/decisions/0234).
 */

/** How a later petition is linked to an earlier one. */
export const PetitionLink = {
  repeat: 'repeat',
  related: 'related',
  review: 'review',
  recheck: 'recheck',
} as const;
export type PetitionLink = (typeof PetitionLink)[keyof typeof PetitionLink];

export const petitionLinkLabel: Record<PetitionLink, string> = {
  [PetitionLink.repeat]: '重复信访',
  [PetitionLink.related]: '关联办件',
  [PetitionLink.review]: '复查',
  [PetitionLink.recheck]: '复核',
};

/** Returns what a link calls the other order, seen from the later or from the earlier one. */
export function linkedOrderLabel(kind: PetitionLink, otherIs: 'earlier' | 'later'): string {
  if (kind === PetitionLink.related) return '关联办件';
  if (otherIs === 'later') return petitionLinkLabel[kind];
  return { repeat: '原信访件', review: '原办理件', recheck: '原复查件' }[kind];
}

/** Links that a person may make and remove by hand; those of 复查 and 复核 belong to the start of their order. */
export const manualLinks = [PetitionLink.repeat, PetitionLink.related] as const;
export type ManualLink = (typeof manualLinks)[number];

/** The judgement of a person who registers a petition for which similar ones were found. */
export const judgements = ['new', PetitionLink.repeat, PetitionLink.related] as const;
export type Judgement = (typeof judgements)[number];

export const judgementLabel: Record<Judgement, string> = {
  new: '新事项',
  repeat: '重复信访',
  related: '有关联，另行办理',
};

export const petitionLimits = {
  /** Links of one order that are listed and may be made. */
  links: 50,
  /** Characters of a reason and of the statement of new facts. */
  reason: 500,
  /** Similar petitions that are shown. */
  hits: 6,
  /** Representatives of a joint petition by law (信访工作条例 art. 20). */
  representatives: 5,
  /** Days within which 复查 or 复核 may be asked for (art. 35, 36). */
  reviewDays: 30,
  /** Days for handling 复查 or 复核 (art. 35, 36), instead of the 60 days of the first petition (art. 34). */
  stageDays: 30,
  /** Months in which earlier petitions are compared. */
  months: 6,
  /** Characters of shared words from which on petitions count as similar. */
  letters: 6,
} as const;

/** How far a matter has come: 0 办理, 1 复查, 2 复核. */
export type PetitionStage = 0 | 1 | 2;

export const petitionStageLabel: Record<PetitionStage, string> = { 0: '办理', 1: '复查', 2: '复核' };

/** Returns the stage of an order, by the link with which it was started. */
export function stageOf(startLink: PetitionLink | undefined): PetitionStage {
  if (startLink === PetitionLink.recheck) return 2;
  return startLink === PetitionLink.review ? 1 : 0;
}

/** An order for which the next stage is asked. */
export interface ReviewedOrder {
  stage: PetitionStage;
  /** True if it ended with an answer, neither void nor withdrawn. */
  hasAnswer: boolean;
  /** The last day on which the next stage may be asked for; undefined while it runs. */
  lastDay: string | undefined;
  /** Code of the order of the next stage, if there is one; empty for a person who may not read it. */
  nextCode: string | undefined;
}

/** Returns the name of the stage after this one: 复查 or 复核; undefined after the last one. */
export function nextStageName(stage: PetitionStage): '复查' | '复核' | undefined {
  return stage === 2 ? undefined : stage === 1 ? '复核' : '复查';
}

/** Returns the link with which the order of the next stage begins. */
export function nextStageLink(stage: PetitionStage): PetitionLink {
  return stage === 0 ? PetitionLink.review : PetitionLink.recheck;
}

/** Returns the reason why the next stage cannot be asked for; undefined if it can. `today` as `YYYY-MM-DD`. */
export function problemOfReview(order: ReviewedOrder, today: string): string | undefined {
  const next = nextStageName(order.stage);
  if (order.nextCode !== undefined) return `已申请${next}${order.nextCode && `，流水号 ${order.nextCode}`}`;
  if (order.lastDay === undefined) return `办结后才能申请${next ?? '复查'}`;
  if (next === undefined) return '已经复核，以同一事实和理由再次信访的不再受理';
  if (!order.hasAnswer) return `没有答复的办件不能申请${next}`;
  return today > order.lastDay ? `已超过申请${next}的期限（${order.lastDay}）` : undefined;
}

/** Returns the problem of registering a repetition of a matter that has been through all stages. */
export function problemOfConcludedMatter(code: string, newFacts: string): string | undefined {
  return isBlank(newFacts)
    ? `${code} 已经复核终结，以同一事实和理由再次信访的不再受理；有新的事实和理由的，请写明`
    : undefined;
}
