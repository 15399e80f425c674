import type { CompiledField, CompiledForm } from '../../forms/compiled-form.ts';
import { switchText } from '../../forms/kinds/switch/switch.ts';
import { flatOptions } from '../../forms/option-tree.ts';
import { comparisonLabel, type StepCondition } from './step-plan.ts';

/** The forms by whose titles a process is described, by code. */
export type FormsByCode = ReadonlyMap<string, Pick<CompiledForm, 'title' | 'byId'>>;

/** Returns the title of a form, or its code if the form is unknown. */
export function formName(code: string, forms: FormsByCode): string {
  return forms.get(code)?.title ?? code;
}

/**
 * Returns the title of a field, with its id if another field of the form has the same title; the id if it is
 * unknown.
 */
export function fieldName(form: string, id: string, forms: FormsByCode): string {
  const fields = forms.get(form)?.byId;
  const titles = fields && titlesOfPath([...fields.values()], id);
  if (titles !== undefined && titles.length > 1) return titles.join(' · ');
  const title = fields?.get(id)?.title;
  if (fields === undefined || title === undefined) return id;
  const isAmbiguous = [...fields.values()].some((other) => other.id !== id && other.title === title);
  return isAmbiguous ? `${title}（${id}）` : title;
}

/**
 * Returns the titles of a field inside others (`people[].phone`) and of those around it; undefined if it is
 * unknown.
 */
function titlesOfPath(fields: readonly CompiledField[], path: string): string[] | undefined {
  for (const { path: own, title, columns } of fields) {
    if (own === path) return [title];
    const inner = titlesOfPath(columns, path);
    if (inner) return [title, ...inner];
  }
  return undefined;
}

const text = '"(?:[^"\\\\]|\\\\.)*"';
const value = `${text}|true|false`;
const path = '([\\p{L}][\\p{L}\\p{N}_-]*)\\.([A-Za-z][A-Za-z0-9]*)';
const conditionPart = new RegExp(
  [
    `list contains\\(${path},\\s*(${text})\\)`,
    text,
    `(?<![\\p{L}\\p{N}_.-])${path}(?![.\\p{L}\\p{N}_-])(?:\\s*(!=|>=|<=|=)\\s*(${value})?)?`,
    '\\b(and|or)\\b',
  ].join('|'),
  'gu',
);

/**
 * Returns a FEEL condition with titles of fields and options instead of their codes, such as `紧急程度 等于 特急`; parts
 * that name no known field are unchanged.
 */
export function conditionInNames(condition: string, forms: FormsByCode): string {
  return condition.replace(conditionPart, (part: string, ...groups: (string | undefined)[]) => {
    const [listForm, listField, entry, form, field, is, value, word] = groups;
    if (word !== undefined) return word === 'and' ? '且' : '或';
    const [code = '', id = ''] = listForm === undefined ? [form, field] : [listForm, listField];
    const found = forms.get(code)?.byId.get(id);
    if (found === undefined) return part;
    const name = fieldName(code, id, forms);
    if (entry !== undefined) return `${name} ${comparisonLabel.has} ${valueName(entry, found)}`;
    if (is === undefined) return name;
    const comparison = `${name} ${comparisonLabel[is as StepCondition['is']]} `;
    return value === undefined ? comparison : comparison + valueName(value, found);
  });
}

function valueName(quoted: string, field: CompiledField): string {
  if (field.kindName === 'switch' && !quoted.startsWith('"'))
    return switchText[quoted === 'true' ? 'on' : 'off'];
  const value = quoted.slice(1, -1);
  return flatOptions(field.options).find((option) => option.value === value)?.label ?? value;
}
