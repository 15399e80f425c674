import type { FormInterface } from '#domain/forms/interface-model.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { missingValues } from '#domain/interfaces/check-interface.ts';
import { withOwnValues, withoutValues } from '#domain/interfaces/kept-values.ts';
import type { ConfiguredRule } from '#domain/rules/model.ts';
import { readRule } from '#domain/rules/read-rule.ts';

/**
 * Headers and fixed values of interfaces may be secret, so a bundle has only their names. The importing office
 * keeps its own, or enters them again (docs/decisions/0228).
 */

const interfacesOf = ({ globalConfig: { interfaces = [] } }: FormModel) =>
  interfaces as readonly FormInterface[];

function withInterfaces(model: FormModel, change: (each: FormInterface) => FormInterface): FormModel {
  if (model.globalConfig.interfaces === undefined) return model;
  return {
    ...model,
    globalConfig: { ...model.globalConfig, interfaces: interfacesOf(model).map(change) },
  };
}

export const formToExport = (model: FormModel): FormModel => withInterfaces(model, withoutValues);

/** Returns a checked form of a bundle with the values of this office. */
export function formToImport(model: FormModel, own: FormModel | undefined): FormModel {
  const ownInterfaces = own ? interfacesOf(own) : [];
  return withInterfaces(model, (each) =>
    withOwnValues(
      each,
      ownInterfaces.find(({ id }) => id === each.id),
    ),
  );
}

/** Returns notes on the values that an imported form lacks. */
export const notesOnForm = (model: FormModel): string[] =>
  interfacesOf(model).flatMap((each) => {
    const { title } = model.globalConfig;
    return noteOn(`表单“${title}”的接口“${each.title}”`, missingValues(each));
  });

export function ruleToExport(rule: ConfiguredRule): ConfiguredRule {
  return rule.interface ? { ...rule, interface: withoutValues(rule.interface) } : rule;
}

/** Returns a rule of a bundle with the values of this office, and notes on those that it lacks. */
export function ruleToImport(
  json: unknown,
  own: ConfiguredRule | undefined,
): { rule: unknown; notes: string[] } {
  const read = readRule(json);
  // The publication names the problems of a rule that cannot be read.
  if ('problems' in read || !read.rule.interface) return { rule: json, notes: [] };
  const rule = { ...read.rule, interface: withOwnValues(read.rule.interface, own?.interface) };
  return { rule, notes: noteOn(`规则“${rule.ruleBase.name}”的接口`, missingValues(rule.interface)) };
}

const noteOn = (name: string, missing: readonly string[]): string[] =>
  missing.length > 0 ? [`${name}没有${missing.join('、')}，导入后请填写并发布`] : [];
