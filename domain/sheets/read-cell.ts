import { isLocalDate } from '../calendar/local-date.ts';
import { isOneLine, oneLineMessage } from '../texts/characters.ts';
import { codeMessage, type ImportColumn, isCode, type SheetValue } from './import-sheet.ts';
import type { RawCell } from './raw-sheet.ts';
import { separators } from './separators.ts';

type CellResult = { value: SheetValue } | { problem: string };

/**
 * Returns the value of a cell for its column, or a message about its error for the person who filled it in.
 */
export function readCell(column: ImportColumn, cell: RawCell): CellResult {
  if (typeof cell === 'object' && cell !== null && 'problem' in cell) {
    return { problem: cell.problem === 'formula' ? '是公式，请粘贴为数值' : '是错误值，请重新填写' };
  }
  if (column.kind === 'day') return readDay(column, cell);
  if (typeof cell === 'object' && cell !== null) {
    return { problem: '已被表格软件转换为日期，请将单元格设为文本后重新填写' };
  }
  if (typeof cell === 'number' && column.kind !== 'number' && !Number.isSafeInteger(cell)) {
    return { problem: '为小数或过长的数字，数值已不准确，请将单元格设为文本后重新填写' };
  }
  const text = tidyText(cell);
  if (text === '')
    return column.required ? { problem: '不能为空' } : { value: column.kind === 'list' ? [] : null };
  if (column.kind === 'number') return readNumber(column, text);
  if (column.kind === 'list') return readList(column, text);
  const problem = problemOfText(column, text);
  return problem === undefined ? { value: text } : { problem };
}

const booleanText = { true: '是', false: '否' } as const;

function tidyText(cell: string | number | boolean | null): string {
  if (typeof cell === 'boolean') return booleanText[`${cell}`];
  return String(cell ?? '')
    .replace(/[\u200b\ufeff]/g, '')
    .trim();
}

function problemOfText({ kind, choices, limit }: ImportColumn, text: string): string | undefined {
  if (kind === 'code' && !isCode(text)) return codeMessage;
  if (choices && !choices.includes(text)) return problemOfChoice(choices, text);
  if (limit !== undefined && [...text].length > limit) return `不能超过${limit}个字符`;
  return isOneLine(text) ? undefined : oneLineMessage;
}

/** Number of choices in a message; the others are in the worksheet 填写说明 and in the list of the cell. */
const maxListedChoices = 12;

function problemOfChoice(choices: readonly string[], text: string): string {
  const excerpt = [...text].slice(0, 20).join('');
  if (choices.length === 0 || choices.length > maxListedChoices)
    return `没有“${excerpt}”，请从下拉列表中选择`;
  return `没有“${excerpt}”，可填：${choices.join('、')}`;
}

function readNumber({ min = 0, max = 999_999 }: ImportColumn, text: string): CellResult {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? { value } : { problem: `应为 ${min} 到 ${max} 的整数` };
}

function readList(column: ImportColumn, text: string): CellResult {
  // Choices that were named before these characters were forbidden in names make such a text ambiguous.
  const ambiguousChoice = column.choices?.find((choice) => separators.test(choice) && text.includes(choice));
  if (ambiguousChoice !== undefined) return { problem: `“${ambiguousChoice}”的名称含有分隔符号，请先改名` };
  const parts = text.split(separators).map((part) => part.trim());
  const values = [...new Set(parts.filter(Boolean))];
  for (const value of values) {
    const problem = problemOfText(column, value);
    if (problem !== undefined) return { problem };
  }
  return { value: values };
}

function readDay(column: ImportColumn, cell: Exclude<RawCell, { problem: unknown }>): CellResult {
  const text = typeof cell === 'object' && cell !== null ? cell.day : tidyText(cell);
  if (text === '') return column.required ? { problem: '不能为空' } : { value: null };
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text);
  const [, year = '', month = '', day = ''] = match ?? [];
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return match && isLocalDate(value) ? { value } : { problem: '不是日期，请按 2026-03-01 的样式填写' };
}
