import type { LocalDate } from '../../calendar/local-date.ts';
import { readTypedTime } from '../../calendar/time-of-day.ts';
import { readTypedDay } from '../../calendar/typed-day.ts';
import { separators } from '../../sheets/separators.ts';
import type { CompiledField } from '../compiled-form.ts';
import { switchText } from '../kinds/switch/switch.ts';
import { type Option, optionsOf } from '../model.ts';
import { placedOptions } from '../option-tree.ts';

/** The value of a pasted text, or the reason why its column does not take it. */
export type PastedValue = { value: unknown } | { problem: string };

type Read = (text: string, column: CompiledField, today: LocalDate) => PastedValue;

const problem = (message: string): PastedValue => ({ problem: message });

/** Texts that spreadsheet programs show instead of a long number, in a column that is too narrow, and for errors. */
const scientific = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i;
const tooNarrow = /^#+$/;
const sheetError = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!)$/i;

/** A time that spreadsheet programs add to a day. */
const midnight = /[ T]0?0:00(?::00)?$/;
const spanSign = /\s*(?:至|到|~|～|—+|–)\s*/;

const asText: Read = (text) => ({ value: text });
const asNumber: Read = (text, { kind, props }) => {
  const unit = props.unit ?? '';
  const plain = text.replace(/^[¥￥]\s*/, '');
  const number = unit !== '' && plain.endsWith(unit) ? plain.slice(0, -unit.length).trim() : plain;
  const value = kind.normalise(number);
  return value === undefined ? problem(kind.problemOfText?.(number) ?? '请输入数字，如 1234.5') : { value };
};
const readDay = (text: string, today: LocalDate) => readTypedDay(text.replace(midnight, ''), today) ?? text;

/** Readers of the kinds whose values have a text in a spreadsheet; columns of other kinds cannot be pasted. */
const readers: Readonly<Partial<Record<string, Read>>> = {
  'single-line': asText,
  textarea: asText,
  nation: asText,
  number: asNumber,
  slider: asNumber,
  rating: (text, column, today) => asNumber(text.replace(/\s*星$/, ''), column, today),
  date: (text, _column, today) => ({ value: readDay(text, today) }),
  time: (text) => ({ value: readTypedTime(text) ?? text }),
  'date-range': (text, _column, today) => {
    const [from = '', to = ''] = text.split(spanSign);
    return { value: [readDay(from, today), to === '' ? '' : readDay(to, today)] };
  },
  switch: (text) => {
    if (text === switchText.on || /^true$/i.test(text)) return { value: true };
    if (text === switchText.off || /^false$/i.test(text)) return { value: false };
    return problem(`请填写“${switchText.on}”或“${switchText.off}”`);
  },
  radio: readChoices,
  checkbox: readChoices,
  select: readChoices,
  'tree-select': readChoices,
  'cascader-select': (text, column) => {
    const found = findOption(text.replaceAll(/\s*\/\s*/g, '/'), column);
    return 'problem' in found ? found : { value: found.path.map(({ value }) => value) };
  },
};

/** Checks whether texts can be pasted into a column. */
export function takesPastedText({ kindName }: CompiledField): boolean {
  return Object.hasOwn(readers, kindName);
}

/**
 * Reads a pasted text as a value of its column: options by their label or their code, days and numbers in the
 * notations that people type. A blank text is the empty value. A text that a spreadsheet program has put in place
 * of the value is refused. The rules of the column check the value afterwards.
 */
export function readPastedText(pasted: string, column: CompiledField, today: LocalDate): PastedValue {
  const text = pasted.replaceAll('\u00a0', ' ').trim();
  if (text === '') return { value: column.kind.empty };
  if (scientific.test(text)) return problem('长数字已被表格软件改成科学计数法，请填写完整的数字');
  if (tooNarrow.test(text)) return problem('表格软件的列太窄，没有复制到内容，请重新填写');
  if (sheetError.test(text)) return problem('是表格软件的错误值，请重新填写');
  return readers[column.kindName]?.(text, column, today) ?? problem('这一列不能粘贴');
}

function readChoices(text: string, column: CompiledField): PastedValue {
  const single = findOption(text, column);
  if (!column.kind.takesSeveral(column.props))
    return 'problem' in single ? single : { value: single.option.value };
  if (!('problem' in single)) return { value: [single.option.value] };
  const parts = text.split(separators).map((part) => part.trim());
  const values: string[] = [];
  for (const part of parts.filter((each) => each !== '')) {
    const found = findOption(part, column);
    if ('problem' in found) return found;
    values.push(found.option.value);
  }
  return { value: values };
}

type FoundOption = { option: Option; path: readonly Option[] } | { problem: string };

/** Number of options that a message names. */
const maxNamedOptions = 12;

/** Finds an option by its code, its label, or the labels on the way to it; also one that only linkage offers. */
function findOption(text: string, { options, linkage }: CompiledField): FoundOption {
  const linked = linkage.flatMap(({ effects }) => effects.flatMap((effect) => optionsOf(effect) ?? []));
  const all = placedOptions(options).concat(placedOptions(linked));
  const wayTo = (path: readonly Option[]) => path.map(({ label }) => label).join('/');
  const byCode = all.find(({ option }) => option.value === text);
  if (byCode !== undefined) return byCode;
  const byLabel = all.filter(({ option, path }) => option.label === text || wayTo(path) === text);
  const codes = new Set(byLabel.map(({ path }) => path.map(({ value }) => value).join('/')));
  if (codes.size > 1) return { problem: `有多个“${excerptOf(text)}”，请填写完整的路径或编码` };
  if (byLabel[0] !== undefined) return byLabel[0];
  const labels = [...new Set(all.map(({ option }) => option.label))];
  const named = labels.slice(0, maxNamedOptions).join('、');
  const more = labels.length > maxNamedOptions ? `等 ${labels.length} 项` : '';
  return { problem: `没有“${excerptOf(text)}”，可选：${named}${more}` };
}

const excerptOf = (text: string) => [...text].slice(0, 20).join('');
