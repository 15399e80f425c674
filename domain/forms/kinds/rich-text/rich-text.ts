import { problemOfLength } from '../../../texts/characters.ts';
import { depthOf, isBlankRichText, picturesIn, textOfRichText } from '../../../texts/rich-text-content.ts';
import { formLimits } from '../../limits.ts';
import type { FieldProps } from '../../model.ts';
import type { FieldKind } from '../kind.ts';

/**
 * The two editors of S2 §2: `formatted` keeps the format of pasted text, `plain` keeps only its superscripts and
 * subscripts.
 */
export type RichTextEditorKind = 'formatted' | 'plain';

/** Values where a field sets none (S2 §2, §5). */
export const richTextDefaults = { height: 430, pictureMb: 5 } as const;

export function editorKindOf({ editor }: Pick<FieldProps, 'editor'>): RichTextEditorKind {
  return editor === 'plain' ? 'plain' : 'formatted';
}

/**
 * Returns the limit of the first editor in bytes, which pictures must stay below; undefined for the second editor,
 * whose limit is fixed (S2 §5).
 */
export function pictureLimitOf(props: Pick<FieldProps, 'editor' | 'maxSizeMb'>): number | undefined {
  if (editorKindOf(props) === 'plain') return undefined;
  const { maxSizeMb } = props;
  const isSet = typeof maxSizeMb === 'number' && maxSizeMb > 0;
  return (isSet ? Math.min(maxSizeMb, 20) : richTextDefaults.pictureMb) * 1_048_576;
}

/** Returns the problem of a markup that is too long, has too many tags or is too deep to be cleaned. */
export function problemOfMarkup(markup: string): string | undefined {
  if (markup.length > formLimits.richTextLength)
    return `内容过长，连同格式不能超过${formLimits.richTextLength}个字符`;
  if (markup.split('<').length > formLimits.richTextTags) return '格式过多，请清除格式后重试';
  return depthOf(markup) > formLimits.richTextDepth ? '格式嵌套过深，请清除格式后重试' : undefined;
}

/** The value is markup within the list of `domain/texts/rich-text.ts`, or a text without any. */
export const richText: FieldKind<string> = {
  component: 'rich-text',
  empty: '',
  holdsValue: true,
  wide: true,
  takesOptions: false,
  holdsFiles: false,
  searchable: true,
  usableInCondition: false,
  textual: true,
  maskable: false,
  takesSeveral: () => false,
  normalise: (raw) => (raw === null ? '' : typeof raw === 'string' ? raw : undefined),
  isEmpty: isBlankRichText,
  validate(value) {
    const problem = problemOfMarkup(value) ?? problemOfLength(textOfRichText(value), formLimits.textLength);
    if (problem !== undefined) return [problem];
    return picturesIn(value).length > formLimits.richTextPictures
      ? [`图片不能超过${formLimits.richTextPictures}张`]
      : [];
  },
  text: textOfRichText,
  ruleText: (value) => (typeof value === 'string' ? textOfRichText(value) : ''),
};
