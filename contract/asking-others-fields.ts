import { z } from 'zod';
import { inputText } from '#domain/texts/input-texts.ts';
import { withFallback } from './endpoint.ts';

/**
 * Fields of a submission that asks other people (S1 §3 countersign form and assignee entry): countersign, add
 * signers, delegate. docs/decisions/0094 describes each field and names our additions.
 */

/**
 * Returns a schema for a code as number or text (S1 §4): a number means the same as its text; `01` and `02`
 * are texts only.
 */
export function codeSchema<const Code extends string>(...codes: readonly Code[]) {
  const numbers = codes.filter((code) => String(Number(code)) === code).map(Number);
  return z.literal([...codes, ...numbers]).transform((code) => String(code) as Code);
}

/**
 * Returns a schema for a code with a default for an empty value of old clients: missing, null, an empty text,
 * or 0.
 */
function codeSchemaWithDefault<const Code extends string, const Fallback extends string | null>(
  fallback: Fallback,
  ...codes: readonly Code[]
) {
  const emptyValue = z.literal(['', '0', 0]).transform(() => fallback);
  return z
    .union([codeSchema(...codes), emptyValue], { error: inputText.notAnOption })
    .nullish()
    .transform((code) => code ?? fallback);
}

const ignoredField = z.unknown().optional();

/** The largest value of a database column of type `integer`. */
const largestNumber = 2_147_483_647;

/** An id as text; numbers are accepted too. */
export const idText = withFallback(
  z.union([z.string().max(120), z.number().int().min(0).max(largestNumber).transform(String)], {
    error: inputText.badFormat,
  }),
  '',
);

/** A whole number as number or text; null if it is missing, empty or 0. The rules report any other text. */
const count = z
  .union([z.string().trim().max(20), z.number().min(-largestNumber).max(largestNumber)], {
    error: inputText.badFormat,
  })
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? 0 : Number(value)))
  .transform((number) => (number === 0 ? null : number));

/** One seat: a person (1) or a department (4) with one vote; entries of one `groupName` are one group. */
export const AssigneeEntry = z.strictObject({
  groupName: withFallback(z.string().max(500), ''),
  handlerType: codeSchemaWithDefault('1', '1', '4'),
  assignHandlerId: idText,
  assignHandlerName: ignoredField,
  /** Sort key of the seat, lowest first; seats without one keep their order. */
  assignHandlerSort: count,
  /** The same as `assignHandlerId`, under its name in entries of groups. */
  handlerId: idText,
  handlerName: ignoredField,
});
export type AssigneeEntry = z.output<typeof AssigneeEntry>;

export const assigneeList = withFallback(z.array(AssigneeEntry).max(200), []);

export const requestFields = {
  countersignList: assigneeList,
  /** 1: a flat list; 2: groups. */
  countersignWay: codeSchemaWithDefault('1', '1', '2'),
  /** The countersign order of S1 §4: 1: any; 2: one after the other. */
  countersignHandlerType: codeSchemaWithDefault('1', '1', '2'),
  /** 1: back to the requester; 2: onwards in the flow. */
  countersignFlowCondition: codeSchemaWithDefault('1', '1', '2'),
  /** Limit in the unit of `handlerLimitUnit`; without it there is no limit. */
  handlerLimitTime: count,
  /** 1: working days; 2: calendar days. */
  handlerLimitUnit: codeSchemaWithDefault('1', '1', '2'),
  /**
   * Our additions. Rule by which it passes: all agree, more than half, a percentage, or no vote against it.
   */
  countersignRule: z
    .enum(['all', 'majority', 'share', 'veto'], { error: inputText.notAnOption })
    .default('all'),
  countersignPercent: count,
  /** Vote that counts for seats that have not answered at the limit. */
  countersignExpiry: z
    .enum(['noAnswer', 'passed', 'failed'], { error: inputText.notAnOption })
    .default('noAnswer'),
};

/** 1: pass; 2: fail; null if an old client sends the field empty. */
export const countersignResult = codeSchemaWithDefault(null, '1', '2');

/**
 * Our additions for add signer and delegate: signers before or after one's own work; whether the task
 * returns.
 */
export const signerPlace = z.enum(['before', 'after'], { error: inputText.notAnOption }).default('before');
export const delegateReturns = z.boolean({ error: inputText.badFormat }).default(false);
