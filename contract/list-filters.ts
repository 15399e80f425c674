import { z } from 'zod';
import { isLocalDate } from '#domain/calendar/local-date.ts';
import { dateSpanMessage } from '#domain/lists/date-span.ts';
import { inputText } from '#domain/texts/input-texts.ts';

/** A day of a filter, `YYYY-MM-DD`, that exists in the calendar; the year 1 is refused (S2 §5). */
export const filterDay = z.string().refine(isLocalDate, dateSpanMessage.noDate).meta({ format: 'date' });

/** Returns a schema for one of these numbers, as text in a query; the API page lists them. */
export function numberChoice<Value extends number>(
  values: readonly Value[],
  message: string = inputText.notAnOption,
) {
  return z.coerce
    .number()
    .refine((value): value is Value => values.some((allowed) => allowed === value), message)
    .meta({ enum: [...values] });
}

const text = z.string().max(100).optional();
/** Any value, because an ignored filter is not validated. */
const ignoredValue = z.unknown().optional();

/**
 * Parameters of the filters on the specification's screens (S0 §3, S2 §3). A list supports those that it can,
 * by the table of decision 0025; it accepts and ignores the others, since an old client sends them all.
 */
export const documentedFilters = {
  areaCode: text,
  areaId: text,
  areaName: text,
  regionCode: text,
  orgCode: text,
  orgName: text,
  categoryId: text,
  inputValue: text,
  hallName: text,
  hallId: text,
  windowId: text,
  parent: ignoredValue,
  isWindow: ignoredValue,
  isReplace: ignoredValue,
  all: ignoredValue,
};
