import { type AuthorityByField, fullAuthority } from '#domain/forms/authority.ts';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { mergeSubmission } from '#domain/forms/merge.ts';
import { validateForm } from '#domain/forms/validate.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { ProcessDefinition } from '#domain/workflow/model.ts';
import type { Crypto } from '#server/context/crypto.ts';
import type { PublishedForm } from './published-form.ts';
import { openContent, sealContent } from './sealing.ts';

type Content = Record<string, unknown>;

/** A form of an order with its content in the clear. */
export interface OpenedForm {
  form: PublishedForm;
  content: Content;
}

/** What the person at a node may do with a form; a start that names nothing lets the initiator fill in everything. */
export function authorityAt(
  definition: ProcessDefinition,
  nodeId: string,
  formCode: string,
): AuthorityByField {
  const node = definition.nodes[nodeId];
  if (node?.kind !== 'userTask' && node?.kind !== 'start') return {};
  const named = node.fieldAuthority[formCode];
  if (named) return named;
  return node.kind === 'start' ? fullAuthority : {};
}

/** What somebody sends of a form; it is known by its `formId`. */
export interface SentForm {
  formId: string;
  content: Content;
}

export interface MergedForms {
  forms: OpenedForm[];
  /** Sealed contents of the forms that changed. */
  changed: { formCode: string; content: Content }[];
  /** Paths are led by the form's code: `petition-letter.summary`. */
  problems: Problem[];
}

/**
 * Takes what was submitted into the forms by patch merge (only what this node may edit), then validates each form as it
 * now stands; a form that was not sent is validated as stored.
 */
export function mergeForms(
  opened: readonly OpenedForm[],
  submitted: readonly SentForm[],
  at: { definition: ProcessDefinition; nodeId: string; now: Date; crypto: Crypto },
): MergedForms {
  const result: MergedForms = { forms: [], changed: [], problems: unknownForms(opened, submitted) };
  for (const { form, content } of opened) {
    const sent = submitted.find(({ formId }) => formId === form.id);
    const authority = authorityAt(at.definition, at.nodeId, form.code);
    const merged = mergeSubmission(form.compiled, content, sent?.content ?? {}, authority);
    const problems = [
      ...merged.problems,
      ...validateForm(form.compiled, merged.values, authority, { now: at.now, stored: content }),
    ];
    result.problems.push(
      ...problems.map(({ field, message }) => ({ field: `${form.code}.${field}`, message })),
    );
    result.forms.push({ form, content: merged.values });
    if (merged.changed.length > 0) {
      const sealed = sealContent(form.compiled, merged.values, at.crypto);
      result.changed.push({ formCode: form.code, content: sealed });
    }
  }
  return result;
}

/** A form that the order does not have would be lost without a word. */
function unknownForms(opened: readonly OpenedForm[], submitted: readonly SentForm[]): Problem[] {
  return submitted.flatMap(({ formId }, at) =>
    opened.some(({ form }) => form.id === formId)
      ? []
      : [{ field: `workorderForms.${at}.formId`, message: '表单不属于该办件' }],
  );
}

export function openForm(form: PublishedForm, content: Content, crypto: Crypto): OpenedForm {
  return { form, content: openContent(form.compiled, content, crypto) };
}

/** Ids of the files that a form's upload fields hold, tables included. */
export function fileIdsOf({ form, content }: OpenedForm): string[] {
  return filesIn(form.compiled.fields, content);
}

function filesIn(fields: readonly CompiledField[], content: Content): string[] {
  return fields.flatMap((field) => {
    const value = content[field.id];
    if (!Array.isArray(value)) return [];
    if (field.kindName === 'upload')
      return value.flatMap((file) => (typeof file?.id === 'string' ? [file.id] : []));
    return field.columns.length > 0 ? value.flatMap((row) => filesIn(field.columns, row as Content)) : [];
  });
}

/** What conditions see: contents by form code. */
export function factsOf(forms: readonly OpenedForm[]): Record<string, unknown> {
  return Object.fromEntries(forms.map(({ form, content }) => [form.code, content]));
}
