import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { cleanFormText } from '#server/adapters/rich-text/clean-rich-text.ts';

/** Returns the content with its rich texts cleaned, except those that are equal to the texts of `cleanContent`. */
export function withCleanTexts(
  { fields }: Pick<CompiledForm, 'fields'>,
  content: Readonly<Record<string, unknown>>,
  cleanContent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const cleaned: Record<string, unknown> = { ...content };
  for (const { id, kindName } of fields) {
    const value = Object.hasOwn(content, id) ? content[id] : undefined;
    if (kindName === 'rich-text' && typeof value === 'string' && value !== cleanContent[id])
      cleaned[id] = cleanFormText(value);
  }
  return cleaned;
}
