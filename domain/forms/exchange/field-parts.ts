import { countCharacters } from '#domain/texts/characters.ts';
import type { KindContext } from '../kinds/kind.ts';
import { findKind } from '../kinds/kinds.ts';
import { maxOptionLevels } from '../kinds/tree-select/tree-select.ts';
import { formLimits } from '../limits.ts';
import type { FieldProps, Option, Rule } from '../model.ts';
import { codeMessage, isObject, listOf, numberOf, type ReportOmission, textOf } from './source.ts';

/** Parts of fields that the readers of all foreign schemas share. */

/** Checks whether a text of a schema is an expression (`{{…}}`, or `=…` in form-js) instead of a text. */
export function isExpression(value: unknown, dialect?: 'formJs'): boolean {
  if (typeof value !== 'string') return false;
  return value.includes('{{') || (dialect === 'formJs' && value.startsWith('='));
}

const isConstant = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'boolean' || numberOf(value) !== undefined;

/** Returns a text without expressions; an expression is left out. */
export function plainText(value: unknown, path: string, report: ReportOmission, dialect?: 'formJs') {
  if (isExpression(value, dialect)) {
    report(path, codeMessage);
    return undefined;
  }
  return textOf(value);
}

/**
 * Reads options: constants, or objects with a value and a label under one of these keys. Values become text; options
 * without a value, with the value of an earlier one, or beyond the limits are left out.
 */
export function readOptions(
  list: unknown,
  keys: { label: readonly string[] },
  path: string,
  report: ReportOmission,
): Option[] {
  const seen = new Set<string>();
  const read = (items: readonly unknown[], place: string, level: number): Option[] =>
    items.flatMap((item, index) => {
      const itemPath = `${place}[${index}]`;
      if (seen.size >= formLimits.options) {
        if (seen.size === formLimits.options)
          report(itemPath, `选项超过${formLimits.options}个，以后的未取用`);
        seen.add(itemPath);
        return [];
      }
      const part = isObject(item) ? item : { value: item };
      const label = keys.label.map((key) => textOf(localText(part[key]))).find((text) => text !== undefined);
      const value = isConstant(part.value) ? String(part.value) : label;
      if (value === undefined || isExpression(value) || isExpression(label)) {
        report(itemPath, '选项缺少值，未取用');
        return [];
      }
      if (seen.has(value)) {
        report(itemPath, `选项的值“${value.slice(0, 60)}”重复，未取用`);
        return [];
      }
      seen.add(value);
      const option: Option = { value, label: label ?? value };
      if (listOf(part.children).length === 0) return [option];
      if (level >= maxOptionLevels) {
        report(itemPath, `选项超过${maxOptionLevels}级，下级未取用`);
        return [option];
      }
      const children = read(listOf(part.children), `${itemPath}.children`, level + 1);
      return [children.length > 0 ? { ...option, children } : option];
    });
  return read(listOf(list), path, 1);
}

/** Returns a text that may be given for several languages: the Chinese one, else the default one. */
export function localText(value: unknown): unknown {
  return isObject(value) ? (value['zh-cn'] ?? value.zh ?? value.default) : value;
}

/** Returns the options without those below them, for a kind that has one level; says so if some are lost. */
export function optionsOfKind(
  kind: string,
  options: readonly Option[],
  path: string,
  report: ReportOmission,
): readonly Option[] {
  if (findKind(kind)?.optionLevels !== undefined || options.every(({ children }) => children === undefined))
    return options;
  report(path, '该类型的字段的选项没有下级，下级未取用');
  return options.map(({ value, label }) => ({ value, label }));
}

/** Returns a default value in the shape of a kind; undefined, and a report, if the kind does not accept it. */
export function readDefault(
  kindName: string,
  value: unknown,
  context: KindContext,
  path: string,
  report: ReportOmission,
): unknown {
  if (value === undefined || value === null) return undefined;
  if (isExpression(value)) {
    report(path, codeMessage);
    return undefined;
  }
  const kind = findKind(kindName);
  const own = kind?.takesOptions ? withTextValues(value) : value;
  const read = kind?.holdsValue && !kind.writeOnly && !kind.holdsFiles ? kind.normalise(own) : undefined;
  if (kind === undefined || read === undefined || kind.validate(read, context).length > 0) {
    report(path, '默认值不适用于该类型的字段，未取用');
    return undefined;
  }
  return kind.isEmpty(read) ? undefined : read;
}

function withTextValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, formLimits.options).map(withTextValues);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** Adds rules that a kind has no use for to the parts left out, and returns the others. */
export function rulesOfKind(
  kindName: string,
  rules: readonly Rule[],
  path: string,
  report: ReportOmission,
): Rule[] {
  const kind = findKind(kindName);
  return rules.slice(0, formLimits.rulesOfField).filter(({ rule }) => {
    const isUsed = numericRules.has(rule) ? kind?.comparesAs === 'number' : kind?.textual === true;
    if (!isUsed) report(path, '该类型的字段没有这种校验规则，未取用');
    return isUsed;
  });
}

const numericRules: ReadonlySet<string> = new Set(['min', 'max']);

/** Returns the message of a rule, if it is text. */
export function messageOf(value: unknown): { message?: string } {
  const message = textOf(localText(value));
  return message === undefined ||
    isExpression(message) ||
    countCharacters(message) > formLimits.shortTextLength
    ? {}
    : { message };
}

/** Format of an e-mail address: a name, an @, and a domain with at least one dot. */
export const emailPattern = '^[^@ ]+@[^@ .]+(\\.[^@ .]+)+$';
/** Format of an address of the web. */
export const urlPattern = '^https?://[^ ]+$';

/** Returns `x-props` without missing values, as a part of a field; none if all are missing. */
export function withProps(props: { readonly [Key in keyof FieldProps]?: FieldProps[Key] | undefined }): {
  'x-props'?: FieldProps;
} {
  const given = Object.entries(props).filter(([, value]) => value !== undefined);
  return given.length === 0 ? {} : { 'x-props': Object.fromEntries(given) as FieldProps };
}
