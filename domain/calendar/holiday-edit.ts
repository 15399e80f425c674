import type { Problem } from '../refusals/refusals.ts';
import { isBlank, problemOfLength, problemOfLine } from '../texts/characters.ts';
import { inputText } from '../texts/input-texts.ts';
import { type HolidayDay, isWorkingDay } from './holiday-table.ts';
import { addDays, daysBetween, isLocalDate, type LocalDate, yearOf } from './local-date.ts';

/** Days off for a festival, or make-up working days; one day or several in a row. */
export interface HolidayEdit {
  from: LocalDate;
  to: LocalDate;
  kind: HolidayDay['kind'];
  name: string;
}

export const holidayLimits = { maxDays: 31, nameCharacters: 20, yearsAhead: 2 } as const;

export const holidayKindLabel: Record<HolidayDay['kind'], string> = { holiday: '放假', workday: '调休上班' };

/**
 * Checks whether a year may be edited: not the past, which limits have already used, and not years far ahead,
 * which have no notice yet.
 */
export function isEditableYear(year: number, today: LocalDate): boolean {
  return year >= yearOf(today) && year <= yearOf(today) + holidayLimits.yearsAhead;
}

/** Returns every day from the first to the last, both of them included. */
export function listDays({ from, to }: { from: LocalDate; to: LocalDate }): LocalDate[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));
}

/** Returns the problems of an edited span of days. */
export function checkHolidaySpan(
  { from, to }: { from: LocalDate; to: LocalDate },
  today: LocalDate,
): Problem[] {
  if (from === '' || to === '') return [{ field: 'from', message: '请选择日期' }];
  if (!isLocalDate(from) || !isLocalDate(to)) return [{ field: 'from', message: inputText.noDate }];
  if (to < from) return [{ field: 'to', message: '结束日期不能早于开始日期' }];
  if (daysBetween(from, to) >= holidayLimits.maxDays)
    return [{ field: 'to', message: `一次最多设置${holidayLimits.maxDays}天` }];
  if (!isEditableYear(yearOf(from), today) || !isEditableYear(yearOf(to), today)) {
    const last = yearOf(today) + holidayLimits.yearsAhead;
    return [{ field: 'from', message: `只能修改${yearOf(today)}年至${last}年的安排` }];
  }
  return [];
}

/** Returns every problem of an edit, by field (docs/decisions/0085). */
export function checkHolidayEdit(edit: HolidayEdit, today: LocalDate): Problem[] {
  const problems = checkHolidaySpan(edit, today);
  const name = edit.name.trim();
  const problem = isBlank(name)
    ? '请输入节假日名称'
    : (problemOfLength(name, holidayLimits.nameCharacters, '节假日名称') ??
      problemOfLine(name, '节假日名称'));
  if (problem !== undefined) problems.push({ field: 'name', message: problem });
  if (problems.some(({ field }) => field !== 'name') || edit.kind === 'holiday') return problems;
  const workingDay = listDays(edit).find((day) => isWorkingDay(day, { coveredYears: [], days: {} }));
  if (workingDay !== undefined)
    problems.push({ field: 'from', message: `${workingDay} 原为工作日，无须设为调休上班` });
  return problems;
}

/** Returns what an edit does besides moving due dates, as sentences for the person who makes it. */
export function effectSentences(
  span: { from: LocalDate; to: LocalDate },
  coveredYears: readonly number[],
): string[] {
  const years = [...new Set([yearOf(span.from), yearOf(span.to)])];
  const uncovered = years.filter((year) => !coveredYears.includes(year));
  return uncovered.map(
    (year) => `${year}年的安排尚未录入：录入后该年的到期时间不再标“暂定”，请把全年的安排录全。`,
  );
}
