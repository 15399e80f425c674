import type { AuthorityByField } from './authority.ts';
import type { CompiledForm } from './compiled-form.ts';
import { ownValue } from './field-state.ts';
import { evaluateLinkage } from './linkage.ts';
import {
  type FieldModel,
  type FieldProps,
  type FormModel,
  type FormValues,
  sharedElementKey,
} from './model.ts';

/** One field of a form with its value, as the specification describes it (S2 §3). */
export interface FormMetaItem {
  title: string;
  /** Value that the reader may see; null if there is none. */
  value: unknown;
  visible: boolean;
  'x-component': string;
  'x-props': FieldProps;
  'x-encryption': boolean;
  'x-secret': boolean;
  'x-secret-rule': string;
  /** Code of the field's shared element, if it has one. */
  'x-element-code'?: string;
}

/**
 * Returns the form-meta items of a form by the ids of its fields. `content` is what the reader may see, so a secret
 * value is a mask and a hidden one is missing; `values` are the same as they are sent.
 */
export function formMetaOf(
  form: CompiledForm,
  model: FormModel,
  { content, values, authority }: { content: FormValues; values: FormValues; authority: AuthorityByField },
): Record<string, FormMetaItem> {
  const { fields } = evaluateLinkage(form, content, { authority });
  return Object.fromEntries(
    model.schema.fields.map((field) => [
      field.id,
      metaItemOf(field, ownValue(values, field.id), fields[field.id]?.visible === true),
    ]),
  );
}

function metaItemOf(field: FieldModel, value: unknown, visible: boolean): FormMetaItem {
  return {
    title: field.title,
    value: visible ? (value ?? null) : null,
    visible,
    'x-component': field['x-component'],
    'x-props': field['x-props'] ?? {},
    'x-encryption': field['x-encryption'] === true,
    'x-secret': field['x-secret'] === true,
    'x-secret-rule': field['x-secret-rule'] ?? '',
    ...(field[sharedElementKey] !== undefined && { [sharedElementKey]: field[sharedElementKey] }),
  };
}
