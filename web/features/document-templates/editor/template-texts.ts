import type { TemplateVersion } from '#contract/document-templates.ts';
import { partLabelOf } from '#domain/documents/part-texts.ts';
import type { StatusTone } from '#web/toolkit/status/StatusTag.tsx';

export const stateTone: Record<TemplateVersion['state'], StatusTone> = {
  draft: 'progress',
  published: 'success',
  replaced: 'neutral',
  withdrawn: 'warning',
};

/** Returns the label of the part that has a problem, by its field. */
export function labelOfPart(field: string): string {
  return partLabelOf(field) ?? field;
}

/** Returns the address for editing a template. */
export function addressOfTemplate({ taskCode, code }: { taskCode: string; code: string }): string {
  return `/business/document-templates/${encodeURIComponent(taskCode)}/${encodeURIComponent(code)}`;
}
