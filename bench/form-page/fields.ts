import type { FieldModel, FormModel } from '#domain/forms/model.ts';

/** A field of the measured forms, which each form draws in its own way. */
export interface BenchField {
  id: string;
  title: string;
  kind: 'text' | 'textarea' | 'number' | 'select' | 'radio';
  required: boolean;
  /** True if it is required only while the first field has a text. */
  isLinked: boolean;
}

export const choices = ['甲', '乙', '丙', '丁'].map((label, index) => ({ value: String(index + 1), label }));
export const maxLength = 50;
/** Fields of one section; each form has its fields in sections. */
export const fieldsOfSection = 20;

/** Six of ten fields are a line of text; the others are a long text, a number, a choice and radio buttons. */
const kinds = [
  ...['text', 'number', 'text', 'select', 'text', 'textarea', 'text', 'radio', 'text', 'text'],
] as readonly BenchField['kind'][];

/** Number of fields that depend on the first one, in a form of any size. */
const linkedCount = 5;

/**
 * Returns the fields with a value of a form that has this number of fields together with the headings of its
 * sections.
 */
export function benchFields(count: number): BenchField[] {
  const length = Math.floor((count * fieldsOfSection) / (fieldsOfSection + 1));
  return Array.from({ length }, (_, index) => ({
    id: `f${index}`,
    title: `字段${index + 1}`,
    kind: kinds[index % kinds.length] ?? 'text',
    required: index % 3 === 0,
    isLinked: index > 0 && index <= linkedCount,
  }));
}

const components = {
  text: 'single-line',
  textarea: 'textarea',
  number: 'number',
  select: 'select',
  radio: 'radio',
} as const;

/** Returns the same fields as a form model of the portal, in sections. */
export function benchModel(fields: readonly BenchField[]): FormModel {
  const models = fields.flatMap((field, index): FieldModel[] => {
    const { id, title, kind, required, isLinked } = field;
    const model: FieldModel = {
      id,
      title,
      'x-component': components[kind],
      required: required && !isLinked,
      width: 'full',
      ...((kind === 'select' || kind === 'radio') && { options: choices }),
      ...((kind === 'text' || kind === 'textarea') && { rules: [{ rule: 'maxLength', value: maxLength }] }),
      ...(isLinked && { linkage: [{ when: { field: 'f0', is: 'exists' }, effects: ['require'] }] }),
    };
    const heading = {
      id: `s${index}`,
      title: `第${index / fieldsOfSection + 1}部分`,
      'x-component': 'heading',
    };
    return index % fieldsOfSection === 0 ? [heading, model] : [model];
  });
  return {
    schema: { fields: models },
    globalConfig: { code: 'bench', title: '测量', columns: 1, allowEdit: [] },
  };
}
