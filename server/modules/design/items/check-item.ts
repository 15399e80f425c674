import { usedFieldPaths } from '#contract/item-field-options.ts';
import type { ItemSettings } from '#contract/item-settings.ts';
import { isServiceType } from '#domain/enumerations/service-type.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { checkExtFields } from '#domain/items/ext-fields.ts';
import { fieldsOfConditions } from '#domain/items/field-uses.ts';
import { checkPetitionFields } from '#domain/items/petition-fields.ts';
import { checkSituations } from '#domain/items/situations.ts';
import { checkTitleFields } from '#domain/items/title-fields.ts';
import { checkTraceSource } from '#domain/items/trace-source.ts';
import { problemsOfCardRule } from '#domain/records/card-rule.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { problemsOfSupervision } from '#domain/supervision/settings.ts';
import { isBlank, isInheritedProperty } from '#domain/texts/characters.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { formsOfProcess, lintBindings } from '#domain/workflow/publishing/lint-bindings.ts';

/** The records to which an item refers, if they exist. */
export interface ItemReferences {
  /** The forms of the item and those that its process and its other settings use, by code. */
  forms: ReadonlyMap<string, CompiledForm>;
  definition: ProcessDefinition | undefined;
  hasCategory: boolean;
  hasOrganisation: boolean;
  /** Systems that the operator allows the portal to call. */
  traceOrigins: readonly string[];
}

/** Returns every problem that prevents publishing an item, each at its setting. */
export function checkItem(settings: ItemSettings, references: ItemReferences): Problem[] {
  const { definition } = references;
  const { formCodes, extFields, petitionFields, traceSource, papers, situations } = settings;
  const problemIf = (field: string, message: string, condition: boolean) =>
    condition ? [{ field, message }] : [];
  const forms = formCodes.flatMap((code) => references.forms.get(code) ?? []);
  const missing = formCodes.filter((code) => !references.forms.has(code));
  const titleOf = (code: string) => distinctTitle(code, references.forms);
  const processForms = definition
    ? formsOfProcess(definition).filter((code) => !formCodes.includes(code))
    : [];
  /**
   * Forms that the item has or must have. While it has none, this one problem is reported and no consequence of it.
   */
  const expectedCodes =
    formCodes.length === 0 ? [...references.forms.keys()] : [...formCodes, ...processForms];
  const formsOfItem = {
    forms: [...references.forms.values()],
    unchosen: new Set([...references.forms.keys()].filter((code) => !expectedCodes.includes(code))),
  };
  return [
    ...problemIf(
      'taskCode',
      '事项编码应以小写字母开头，由小写字母、数字和连字符组成',
      !/^[a-z][a-z0-9-]{1,59}$/.test(settings.taskCode) || isInheritedProperty(settings.taskCode),
    ),
    ...problemIf('name', '请填写事项名称', isBlank(settings.name)),
    ...problemIf('categoryId', '请选择事项分类', !references.hasCategory),
    ...problemIf('orgId', '请选择受理机构', !references.hasOrganisation),
    ...problemIf('processKey', '请选择流程', definition === undefined),
    ...problemIf(
      'formCodes',
      processForms.length === 0
        ? '请选择表单'
        : `请选择表单（流程使用${processForms.map((code) => `“${titleOf(code)}”`).join('、')}）`,
      formCodes.length === 0,
    ),
    ...problemIf('formCodes', '表单不能重复', new Set(formCodes).size < formCodes.length),
    ...missing.map((code) => ({
      field: 'formCodes',
      message: `没有表单“${code}”`,
      missing: 'form' as const,
    })),
    ...(formCodes.length === 0 ? [] : processForms).map((code) => ({
      field: 'formCodes',
      message: `流程使用了表单“${titleOf(code)}”，事项没有选择它`,
    })),
    ...checkTitleFields(
      settings.titleFields,
      expectedCodes.flatMap((code) => references.forms.get(code) ?? []),
    ),
    ...problemIf('serveTypes', '请选择收件方式', settings.serveTypes.filter(isServiceType).length === 0),
    ...problemIf(
      'serveTypes',
      '收件方式不能重复',
      new Set(settings.serveTypes).size < settings.serveTypes.length,
    ),
    ...problemIf('summary', '请填写事项简介', isBlank(settings.summary)),
    ...checkExtFields(extFields, formsOfItem),
    ...(petitionFields ? checkPetitionFields(petitionFields, formsOfItem) : []),
    ...(traceSource ? checkTraceSource(traceSource, references.traceOrigins) : []),
    ...checkSituations({ formCodes: expectedCodes, papers, situations }, titleOf),
    // A condition on a field that does not exist never holds: its step would be skipped silently.
    ...(definition ? checkConditions(definition, forms) : []),
    ...(settings.supervision ? problemsOfSupervision(settings.supervision) : []),
    ...(settings.records.supervision.cards
      ? problemsOfCardRule(settings.records.supervision.cards, 'records.supervision.cards')
      : []),
    // Buttons of the process refer to the forms of the item's orders.
    ...(definition
      ? lintBindings(definition, references.forms).map(({ message }) => ({ field: 'processKey', message }))
      : []),
  ];
}

function checkConditions(definition: ProcessDefinition, forms: readonly CompiledForm[]): Problem[] {
  return forms.flatMap(({ code, title, byId }) =>
    fieldsOfConditions(definition, code)
      .filter((id) => !byId.has(id))
      .map((id) => ({
        field: 'processKey',
        message: `流程的条件用到字段“${id}”，表单“${title}”没有它`,
      })),
  );
}

/** Returns the title of a form, with its code only if another of the forms has the same title. */
function distinctTitle(code: string, forms: ReadonlyMap<string, CompiledForm>): string {
  const title = forms.get(code)?.title;
  if (title === undefined) return code;
  const isAmbiguous = [...forms.values()].some((other) => other.code !== code && other.title === title);
  return isAmbiguous ? `${title}（${code}）` : title;
}

/** Returns the codes of all forms that the settings of an item refer to. */
export function formsOfSettings(settings: ItemSettings): string[] {
  const codes = [
    ...settings.formCodes,
    ...settings.situations.flatMap(({ forms }) => forms),
    ...usedFieldPaths(settings).map((path) => path.split('.')[0] ?? ''),
  ];
  return [...new Set(codes)].filter((code) => code !== '');
}
