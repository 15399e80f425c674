import { type AnswerFault, dataOf, isFault } from '../interfaces/answer-data.ts';
import { memberAt, plainText } from '../interfaces/member-path.ts';
import type { FormInterface, OptionPart } from './interface-model.ts';
import { maxOptionLevels } from './kinds/tree-select/tree-select.ts';
import { formLimits } from './limits.ts';
import type { Option } from './model.ts';

/** The texts of an answer for other fields, by field id. */
type Fills = Readonly<Record<string, string>>;

/** An option of an answer, with the texts for other fields that choosing it fills in. */
export interface AnsweredOption extends Omit<Option, 'children'> {
  children?: readonly AnsweredOption[];
  fills?: Fills;
}

/**
 * Returns the options in an answer; `levels` is the number of levels that the field may have. A list that is too long
 * or contains anything else is refused as a whole, because a missing option would be noticed by no one.
 */
export function readOptions(
  definition: FormInterface,
  answer: unknown,
  levels = 1,
): readonly AnsweredOption[] | AnswerFault {
  const found = dataOf(definition, answer);
  if ('fault' in found) return found;
  if (!Array.isArray(found.data)) return { fault: '接口的应答里没有选项列表' };
  const reader = new OptionReader(definition, Math.min(levels, maxOptionLevels));
  return reader.read(found.data);
}

class OptionReader {
  readonly #definition: FormInterface;
  readonly #levels: number;
  #count = 0;
  #fillsLength = 0;

  constructor(definition: FormInterface, levels: number) {
    this.#definition = definition;
    this.#levels = levels;
  }

  read(list: readonly unknown[], level = 1): readonly AnsweredOption[] | AnswerFault {
    this.#count += list.length;
    if (this.#count > formLimits.options) return { fault: `接口给出的选项超过${formLimits.options}项` };
    const options = new Map<string, AnsweredOption>();
    for (const [index, entry] of list.entries()) {
      const value = textAt(entry, this.#pathOf('value')) || textAt(entry, 'key');
      const label = textAt(entry, this.#pathOf('label')) || value;
      const isTooLong = [value, label].some((text) => text.length > formLimits.shortTextLength);
      if (value === '' || isTooLong) return { fault: `接口给出的第${index + 1}个选项无法识别` };
      const lower = this.#levels > 1 ? memberAt(entry, this.#pathOf('children')) : undefined;
      const children = Array.isArray(lower) && lower.length > 0 ? this.#readLower(lower, level) : undefined;
      if (children && isFault(children)) return children;
      const found = fillsOf(this.#definition, entry);
      if (isFault(found)) return found;
      const { fills } = found;
      // Several fields may be filled from the same member.
      for (const text of Object.values(fills)) this.#fillsLength += text.length;
      if (this.#fillsLength > formLimits.interfaceFillsLength) return { fault: '接口给出的内容过长' };
      // The first of two options with the same value counts.
      if (!options.has(value))
        options.set(value, {
          value,
          label,
          ...(children && { children }),
          ...(Object.keys(fills).length > 0 && { fills }),
        });
    }
    return [...options.values()];
  }

  #readLower(list: readonly unknown[], level: number) {
    return level < this.#levels
      ? this.read(list, level + 1)
      : { fault: `接口给出的选项超过${this.#levels}级` };
  }

  #pathOf(part: OptionPart): string {
    const own = this.#definition.responseParams?.find((param) => 'part' in param && param.part === part);
    return own?.key ?? part;
  }
}

/** Returns the texts for the fields that an answer fills in; none if the data is empty. */
export function readFills(definition: FormInterface, answer: unknown): { fills: Fills } | AnswerFault {
  const found = dataOf(definition, answer);
  if ('fault' in found) return found;
  const entry: unknown = Array.isArray(found.data) ? found.data[0] : found.data;
  if (entry === undefined || entry === null) return { fills: {} };
  return typeof entry === 'object' ? fillsOf(definition, entry) : { fault: '接口的应答里没有可以填入的内容' };
}

/** Returns the text for one field: the member that the interface names for it, or the data itself. */
export function readDefault(
  definition: FormInterface,
  answer: unknown,
  fieldId: string,
): { text: string } | AnswerFault {
  const found = dataOf(definition, answer);
  if ('fault' in found) return found;
  const param = definition.responseParams?.find((each) => 'field' in each && each.field === fieldId);
  const text = plainText(param ? memberAt(found.data, param.key) : found.data);
  if (text.length > formLimits.interfaceTextLength) return { fault: '接口给出的内容过长' };
  return { text };
}

function fillsOf({ responseParams = [] }: FormInterface, entry: unknown): { fills: Fills } | AnswerFault {
  const fills: Record<string, string> = {};
  for (const param of responseParams) {
    if (!('field' in param)) continue;
    const text = textAt(entry, param.key);
    if (text.length > formLimits.interfaceTextLength) return { fault: `接口给出的“${param.key}”过长` };
    if (text !== '') fills[param.field] = text;
  }
  return { fills };
}

function textAt(entry: unknown, path: string): string {
  return plainText(memberAt(entry, path));
}
