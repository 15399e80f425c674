import { SpecialType } from '../enumerations/special-type.ts';

/** Effect of a special procedure on the limits: its time is not counted, is counted, or is added to the whole limit. */
export const SpecialClock = { stops: 'stops', runs: 'runs', adds: 'adds' } as const;
export type SpecialClock = (typeof SpecialClock)[keyof typeof SpecialClock];

export const specialClockLabel: Record<SpecialClock, string> = {
  [SpecialClock.stops]: '不计入时限',
  [SpecialClock.runs]: '计入时限',
  [SpecialClock.adds]: '时限相应延长',
};

/** Special procedures that an item permits, each with its effect on the limits; empty: none. */
export interface SpecialSettings {
  clocks: Readonly<Partial<Record<SpecialType, SpecialClock>>>;
}

/**
 * Effect of each type if the office sets no other: 行政许可法 art. 45 does not count 听证, 招标, 拍卖, 检验, 检测, 检疫, 鉴定 and
 * 专家评审; of the others the law says no such thing.
 */
export const lawfulClocks: Readonly<Record<SpecialType, SpecialClock>> = {
  [SpecialType.hearing]: SpecialClock.stops,
  [SpecialType.tender]: SpecialClock.stops,
  [SpecialType.auction]: SpecialClock.stops,
  [SpecialType.inspection]: SpecialClock.stops,
  [SpecialType.test]: SpecialClock.stops,
  [SpecialType.quarantine]: SpecialClock.stops,
  [SpecialType.appraisal]: SpecialClock.stops,
  [SpecialType.expertReview]: SpecialClock.stops,
  [SpecialType.technicalReview]: SpecialClock.runs,
  [SpecialType.siteSurvey]: SpecialClock.runs,
  [SpecialType.publicNotice]: SpecialClock.runs,
  [SpecialType.other]: SpecialClock.runs,
};
