import { expressionLimits } from '../../expressions/limits.ts';
import { applicantValueLabel } from '../applicant-values.ts';
import { problemOfInterfaceShape } from '../field-interfaces.ts';
import { problemsOfFrame } from '../frame.ts';
import { type FieldModel, type GlobalConfig, isComputedRule } from '../model.ts';
import { readModel } from '../shape.ts';
import { isSharedElementCode } from '../shared-elements.ts';
import { isObject, type JsonObject, listOf, type ReportOmission, type SourceField } from './source.ts';

/** Key inside `x-data`, the place that Formily leaves for data of others, under which our own members stand. */
export const extensionKey = 'banjian';

type Guards<T> = { readonly [Key in keyof Required<T>]: (value: unknown) => boolean };

const isText = (value: unknown) => typeof value === 'string';
const isTrueOrFalse = (value: unknown) => typeof value === 'boolean';
const isList = (value: unknown) => Array.isArray(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isProp = (value: unknown) =>
  isText(value) || isTrueOrFalse(value) || typeof value === 'number' || isTexts(value);
const isNever = () => false;

/** One line for each member of a field; ids and the fields inside stand in the schema itself. */
const fieldGuards: Guards<FieldModel> = {
  id: isNever,
  title: isText,
  'x-component': isText,
  'x-props': (value) => isObject(value) && Object.values(value).every(isProp),
  'x-encryption': isTrueOrFalse,
  'x-secret': isTrueOrFalse,
  'x-element-code': isSharedElementCode,
  'x-secret-rule': isText,
  'show-secret': isTrueOrFalse,
  'x-applicant': (value) => isText(value) && Object.hasOwn(applicantValueLabel, String(value)),
  required: isTrueOrFalse,
  default: () => true,
  computed: (value) => isText(value) && String(value).length <= expressionLimits.length,
  computedRule: isComputedRule,
  optionsInterface: isText,
  defaultValueInterface: isText,
  autoCompleteInterface: isText,
  queryInterface: isText,
  queryOnChange: isTrueOrFalse,
  options: isList,
  rules: isList,
  linkage: isList,
  help: isText,
  width: (value) => value === 'half' || value === 'full',
  columns: isNever,
  fields: isNever,
};

const configGuards: Guards<GlobalConfig> = {
  code: (value) => isText(value) && value !== '',
  title: (value) => isText(value) && value !== '',
  columns: (value) => value === 1 || value === 2,
  allowEdit: isTexts,
  frame: (value) => value !== undefined && problemsOfFrame(value).length === 0,
  interfaces: (value) => value !== undefined && problemOfInterfaceShape(value) === undefined,
};

const damagedMessage = '扩展数据（x-data）中的这一项有误，未取用';

/** Key of the list of members that the schema seems to have, but the form does not. */
export const withoutKey = 'without';

/** Returns a part with the members of an extension that have the right type, and without those that it removes. */
function withMembers<T extends object>(
  part: T,
  extension: JsonObject,
  guards: Guards<T>,
  path: string,
  report: ReportOmission,
): T {
  const { [withoutKey]: removed, ...members } = extension;
  const valid = Object.entries(members).filter(([key, value]) => {
    const isValid = Object.hasOwn(guards, key) && guards[key as keyof T](value);
    if (!isValid) report(`${path}.${key}`, damagedMessage);
    return isValid;
  });
  const missing = new Set(listOf(removed));
  const kept = Object.entries(part).filter(([key]) => !missing.has(key));
  return Object.fromEntries([...kept, ...valid]) as T;
}

/** Returns our own part of a node of a schema. */
export function extensionOf(node: JsonObject): JsonObject | undefined {
  const data = node['x-data'];
  const extension = isObject(data) ? data[extensionKey] : undefined;
  return isObject(extension) ? extension : undefined;
}

/**
 * Returns a field with the members of the extension, which replace those read from the schema. An extension that does
 * not fit is left out as a whole.
 */
export function withExtension(
  model: SourceField['model'],
  extension: JsonObject,
  path: string,
  report: ReportOmission,
): { model: SourceField['model']; hasLinkage: boolean } {
  const merged = withMembers<FieldModel>({ id: 'a', ...model }, extension, fieldGuards, path, report);
  const globalConfig = { code: 'a', title: 'a', columns: 1, allowEdit: [] };
  if (Array.isArray(readModel({ schema: { fields: [merged] }, globalConfig }))) {
    report(path, damagedMessage);
    return { model, hasLinkage: false };
  }
  const { id: _, ...extended } = merged;
  return { model: extended as SourceField['model'], hasLinkage: isAbout(extension, 'linkage') };
}

/** Checks whether an extension replaces or removes a member. */
export function isAbout(extension: JsonObject, member: string): boolean {
  return Object.hasOwn(extension, member) || listOf(extension[withoutKey]).includes(member);
}

/** Returns the settings of the whole form with those of an extension. */
export function withConfig(
  config: Partial<GlobalConfig>,
  extension: JsonObject,
  path: string,
  report: ReportOmission,
): Partial<GlobalConfig> {
  return withMembers<Partial<GlobalConfig>>(config, extension, configGuards, path, report);
}
