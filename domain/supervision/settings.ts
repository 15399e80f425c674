import { MessageChannel } from '../enumerations/message-channel.ts';
import type { Problem } from '../refusals/refusals.ts';
import { supervisionLimits } from './limits.ts';

/** Settings of an item for lights and warnings (docs/decisions/0237). */
export interface SupervisionSettings {
  /** Null for the lights that all items have (docs/decisions/0084). */
  lights: ItemLights | null;
  warnings: readonly WarningLevel[];
}

/** When a light changes: at most so many working days are left, or that share of the limit is used. */
export interface LightThreshold {
  unit: 'day' | 'percent';
  amount: number;
}

export interface ItemLights {
  yellow: LightThreshold;
  /** Null: red only when the limit is over. */
  red: LightThreshold | null;
}

export const WarnedLimit = { step: 'step', order: 'order' } as const;
export type WarnedLimit = (typeof WarnedLimit)[keyof typeof WarnedLimit];
export const warnedLimitLabel: Record<WarnedLimit, string> = { step: '环节时限', order: '全程时限' };

export const WarningMoment = { before: 'before', after: 'after', used: 'used' } as const;
export type WarningMoment = (typeof WarningMoment)[keyof typeof WarningMoment];
export const warningMomentLabel: Record<WarningMoment, string> = {
  before: '到期前',
  after: '超期后',
  used: '时限用去',
};

export const WarningUnit = { day: 'day', hour: 'hour', percent: 'percent' } as const;
export type WarningUnit = (typeof WarningUnit)[keyof typeof WarningUnit];
export const warningUnitLabel: Record<WarningUnit, string> = {
  day: '个工作日',
  hour: '个工作小时',
  percent: '%',
};

/** Units in which a moment can be given. */
export const unitsOfMoment: Record<WarningMoment, readonly [WarningUnit, ...WarningUnit[]]> = {
  before: ['day', 'hour'],
  after: ['day', 'hour'],
  used: ['percent'],
};

export const WarnedPerson = { handler: 'handler', leader: 'leader', supervisor: 'supervisor' } as const;
export type WarnedPerson = (typeof WarnedPerson)[keyof typeof WarnedPerson];
export const warnedPersonLabel: Record<WarnedPerson, string> = {
  handler: '办理人',
  leader: '本单位领导',
  supervisor: '督办员',
};

/** One row of the escalation table: when, whom, and by which channels besides the in-portal message. */
export interface WarningLevel {
  of: WarnedLimit;
  when: WarningMoment;
  amount: number;
  unit: WarningUnit;
  whom: readonly WarnedPerson[];
  channels: readonly MessageChannel[];
}

/** Returns the text of a level, such as 环节时限到期前 3 个工作日. */
export function warningText({
  of,
  when,
  amount,
  unit,
}: Pick<WarningLevel, 'of' | 'when' | 'amount' | 'unit'>) {
  if (when === 'before' && amount === 0) return `${warnedLimitLabel[of]}到期当日`;
  const space = unit === 'percent' ? '' : ' ';
  return `${warnedLimitLabel[of]}${warningMomentLabel[when].replace('时限', '')} ${amount}${space}${warningUnitLabel[unit]}`;
}

/** Returns every problem of the settings, each at its field. */
export function problemsOfSupervision(settings: SupervisionSettings): Problem[] {
  const { lights, warnings } = settings;
  const problems: Problem[] = [];
  const add = (field: string, message: string) => problems.push({ field: `supervision.${field}`, message });
  if (lights) {
    for (const [name, label] of [
      ['yellow', '黄灯'],
      ['red', '红灯'],
    ] as const) {
      const threshold = lights[name];
      const max = threshold?.unit === 'percent' ? 100 : supervisionLimits.days;
      if (threshold && !isWithin(threshold.amount, 1, max)) add(`lights.${name}`, `${label}须为 1 到 ${max}`);
    }
    const { yellow, red } = lights;
    const isLater = (): boolean => {
      if (red === null || yellow.unit !== red.unit) return true;
      return red.unit === 'percent' ? red.amount > yellow.amount : red.amount < yellow.amount;
    };
    if (!isLater()) add('lights.red', '红灯应晚于黄灯');
  }
  if (warnings.length > supervisionLimits.warnings)
    add('warnings', `最多 ${supervisionLimits.warnings} 级提醒`);
  const texts = new Set<string>();
  for (const [index, level] of warnings.slice(0, supervisionLimits.warnings).entries()) {
    const field = `warnings[${index}]`;
    const { when, unit, amount, whom } = level;
    const [min, max] = amountsOf(level);
    if (!unitsOfMoment[when].includes(unit)) add(field, '请选择时间单位');
    else if (!isWithin(amount, min, max)) add(field, `${warningMomentLabel[when]}须为 ${min} 到 ${max}`);
    if (whom.length === 0) add(`${field}.whom`, '请选择提醒对象');
    const text = warningText(level);
    if (texts.has(text)) add(field, `${text}的提醒重复`);
    texts.add(text);
  }
  return problems;
}

function amountsOf({ when, unit }: WarningLevel): [min: number, max: number] {
  if (unit === 'percent') return [1, 100];
  const max = unit === 'hour' ? supervisionLimits.hours : supervisionLimits.days;
  return [when === 'before' && unit === 'day' ? 0 : 1, max];
}

const isWithin = (amount: number, min: number, max: number) =>
  Number.isInteger(amount) && amount >= min && amount <= max;

/** Settings with which an author begins. */
export const newWarning: WarningLevel = {
  of: 'step',
  when: 'before',
  amount: 1,
  unit: 'day',
  whom: ['handler'],
  channels: [],
};
export const newLights: ItemLights = { yellow: { unit: 'percent', amount: 80 }, red: null };
export const noSupervision: SupervisionSettings = { lights: null, warnings: [] };

/** External channels of a warning; every warning is an in-portal message too. */
export const warningChannels = [MessageChannel.sms, MessageChannel.governmentChat] as const;
