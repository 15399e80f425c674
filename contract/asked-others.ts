import { z } from 'zod';
import { inputText } from '#domain/texts/input-texts.ts';
import { orStanding } from './endpoint.ts';

/**
 * Fields of a submission that asks others (S1 §3 countersign form and assignee entry): countersign, add signers,
 * delegate. docs/decisions/0094 gives the meaning of each field and names our additions.
 */

/** A code as number or text (S1 §4): a number says the same as its text, `01` and `02` are texts only. */
export function coded<const Code extends string>(...codes: readonly Code[]) {
  const numbers = codes.filter((code) => String(Number(code)) === code).map(Number);
  return z.literal([...codes, ...numbers]).transform((code) => String(code) as Code);
}

/** A code that stands for what an old client leaves empty: nothing, null, an empty text, 0. */
function codedOr<const Code extends string, const Standing extends string | null>(
  standing: Standing,
  ...codes: readonly Code[]
) {
  const nothing = z.literal(['', '0', 0]).transform(() => standing);
  return z
    .union([coded(...codes), nothing], { error: inputText.notAnOption })
    .nullish()
    .transform((code) => code ?? standing);
}

const ignored = z.unknown().optional();

/** The largest number of a database column. */
const largestNumber = 2_147_483_647;

/** Ids may come as numbers. */
export const idText = orStanding(
  z.union([z.string().max(120), z.number().int().min(0).max(largestNumber).transform(String)], {
    error: inputText.badFormat,
  }),
  '',
);

/** A whole number as number or text; null where nothing, an empty text or 0 stands. Anything else is said by the rule. */
const count = z
  .union([z.string().trim().max(20), z.number().min(-largestNumber).max(largestNumber)], {
    error: inputText.badFormat,
  })
  .nullish()
  .transform((given) => (given === null || given === undefined || given === '' ? 0 : Number(given)))
  .transform((number) => (number === 0 ? null : number));

/** One seat: a person (1) or a department (4) with one vote; entries of one `groupName` are one group. */
export const AssigneeEntry = z.strictObject({
  groupName: orStanding(z.string().max(500), ''),
  handlerType: codedOr('1', '1', '4'),
  assignHandlerId: idText,
  assignHandlerName: ignored,
  /** Place in the order, the lowest first; entries without one keep theirs. */
  assignHandlerSort: count,
  /** The same as `assignHandlerId`, as entries of groups spell it. */
  handlerId: idText,
  handlerName: ignored,
});
export type AssigneeEntry = z.output<typeof AssigneeEntry>;

export const assigneeList = orStanding(z.array(AssigneeEntry).max(200), []);

export const askedFields = {
  countersignList: assigneeList,
  /** 1 a flat list, 2 groups. */
  countersignWay: codedOr('1', '1', '2'),
  /** The countersign order of S1 §4: 1 any, 2 one after the other. */
  countersignHandlerType: codedOr('1', '1', '2'),
  /** 1 back to the promoter, 2 on along the flow. */
  countersignFlowCondition: codedOr('1', '1', '2'),
  /** Days; without one there is no limit. */
  handlerLimitTime: count,
  /** 1 working days, 2 calendar days. */
  handlerLimitUnit: codedOr('1', '1', '2'),
  /** Our additions. Rule by which it passes: all say yes, more than half, a share in percent, no person says no. */
  countersignRule: z
    .enum(['all', 'majority', 'share', 'veto'], { error: inputText.notAnOption })
    .default('all'),
  countersignPercent: count,
  /** The vote of those who have not answered at the limit. */
  countersignExpiry: z
    .enum(['noAnswer', 'passed', 'failed'], { error: inputText.notAnOption })
    .default('noAnswer'),
};

/** 1 pass, 2 fail; null where an old client sends the field empty. */
export const countersignResult = codedOr(null, '1', '2');

/** Our additions for add signer and delegate: signers before or after one's own work; whether the task comes back. */
export const signerPlace = z.enum(['before', 'after'], { error: inputText.notAnOption }).default('before');
export const delegateReturns = z.boolean({ error: inputText.badFormat }).default(false);
