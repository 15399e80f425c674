import type { FormComponent } from '#domain/enumerations/form-component.ts';
import type { FieldModel, GlobalConfig } from '../model.ts';
import type { Dialect } from './condition-tokens.ts';

/** A part of a foreign schema that was not taken, or was changed: its place in the file, and a Chinese sentence. */
export interface Omission {
  path: string;
  message: string;
}

/** Reports a part that is left out. */
export type ReportOmission = (path: string, message: string) => void;

/** An effect of a condition on its field; `enable` disables the field while the condition does not hold. */
export type SourceEffect = 'show' | 'hide' | 'hideUnless' | 'require' | 'disable' | 'enable';

/** A condition as text of the foreign schema; the fields that it names are found after all fields were read. */
export interface SourceCondition {
  effects: readonly SourceEffect[];
  text: string;
  dialect: Dialect;
  /**
   * Returns the name of the field for a reference of the text; a name that begins with `.` is one of the same row.
   * Undefined if the reference is no name.
   */
  resolve: (reference: string) => string | undefined;
  path: string;
}

/** Returns a condition of a group as each of its fields has it: hidden unless the group is shown. */
export function forFieldsOfGroup(condition: SourceCondition): SourceCondition {
  const effects = condition.effects.map((effect) => (effect === 'show' ? 'hideUnless' : effect));
  return { ...condition, effects };
}

/** A field of a foreign schema in our words; its name is not an id yet. */
export interface SourceField {
  /** Place in the file. */
  path: string;
  /** Name by which conditions of the file refer to the field. */
  name: string;
  model: Omit<FieldModel, 'id' | 'x-component' | 'columns' | 'fields'> & { 'x-component': FormComponent };
  conditions: readonly SourceCondition[];
  /** Fields of a table, a list or an object. */
  children?: readonly SourceField[];
}

/** A foreign schema in our words. */
export interface SourceForm {
  title: string | undefined;
  fields: readonly SourceField[];
  globalConfig: Partial<GlobalConfig>;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Maximum levels of a schema; deeper parts are left out. */
export const maxSchemaDepth = 20;

export const tooDeepMessage = `嵌套超过${maxSchemaDepth}层，未取用`;
export const codeMessage = '需要执行表达式或脚本，未取用';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a text that is not blank, without spaces around it; undefined for any other value. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Reads a key of an object by a table whose keys come from the file, without inherited properties. */
export function lookUp<T>(table: Readonly<Record<string, T>>, key: unknown): T | undefined {
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Reports each key of a part that no reader knows. */
export function reportUnknownKeys(
  part: JsonObject,
  path: string,
  known: ReadonlySet<string>,
  report: ReportOmission,
): void {
  for (const [key, value] of Object.entries(part)) {
    if (known.has(key) || value === undefined || value === null || value === false) continue;
    report(`${path}.${key}`, `属性“${key}”在这里没有对应，未取用`);
  }
}
