import { changedPartOf, differencesOf, type ValueDifference } from '#domain/forms/value-differences.ts';
import type { ChangeOfFields } from './use-form-changes.ts';

/** A difference as it is shown: words, with the text before and after it. */
export interface ShownDifference {
  key: string;
  title: string;
  /** Place inside the field; empty for the field itself. */
  place: string;
  /** Words before the first text. */
  words: string;
  before?: string;
  /** Words between both texts. */
  between?: string;
  after?: string;
  /** Text that both have in common, before and after them. */
  start?: string;
  end?: string;
  note?: string;
}

/** Length from which only the changed part of two texts is shown. */
const longText = 40;

/** Returns the differences of a change; without first entries if only changed values are requested. */
export function differencesOfChange(change: ChangeOfFields, isOnlyChanged = false): ShownDifference[] {
  return change.changed.flatMap((field): ShownDifference[] => {
    const isKnown = (values: ChangeOfFields['before']) => Object.hasOwn(values, field.id);
    const key = `${change.formCode}.${field.id}`;
    if (!isKnown(change.before) || !isKnown(change.after)) {
      const [after] = isKnown(change.after) ? differencesOf(field, null, change.after[field.id]) : [];
      const known = after && { words: '改为', after: after.after };
      return [{ key, title: field.title, place: '', words: '', ...known, note: '修改前的内容未留存' }];
    }
    return differencesOf(field, change.before[field.id], change.after[field.id])
      .filter(({ kind }) => !isOnlyChanged || kind !== 'filled')
      .map((difference, index) => ({
        key: `${key}.${index}`,
        title: field.title,
        place: difference.place,
        ...shown(difference),
      }));
  });
}

function shown({ kind, before, after }: ValueDifference): Omit<ShownDifference, 'key' | 'title' | 'place'> {
  switch (kind) {
    case 'filled':
      return { words: '填写', after };
    case 'emptied':
      return { words: '清空，原为', before };
    case 'added':
      return { words: '新增', after };
    case 'removed':
      return { words: '删除', before };
    case 'moved':
      return { words: `由${before}移来`, after };
    default:
      break;
  }
  if (before === after) return { words: '', after, note: '显示的内容相同，实际内容有修改' };
  if (Math.max(before.length, after.length) <= longText)
    return { words: '由', before, between: '改为', after };
  const part = changedPartOf(before, after);
  const { start, end } = part;
  if (part.before === '') return { words: '', start, after: part.after, end, note: '增加' };
  if (part.after === '') return { words: '', start, before: part.before, end, note: '删去' };
  return { words: '', start, before: part.before, between: '改为', after: part.after, end };
}

/** Returns a difference as one text, for print. */
export function textOfDifference(difference: ShownDifference): string {
  const { words, start = '', before, between, after, end = '', note } = difference;
  const quote = (text: string | undefined) => (text === undefined ? '' : `“${text}”`);
  const parts = [words, start, quote(before), between ?? '', quote(after), end].join('');
  return [parts, note].filter(Boolean).join('（') + (parts !== '' && note ? '）' : '');
}

/** Returns `张伟（代 李娜）`. */
export function personOf({ handlerName, onBehalfOf }: ChangeOfFields): string {
  return onBehalfOf === '' ? handlerName : `${handlerName}（代 ${onBehalfOf}）`;
}
