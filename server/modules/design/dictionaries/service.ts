import type { dictionaryCalls } from '#contract/dictionaries.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { dictionaries } from '#domain/enumerations/dictionaries.ts';
import { type FieldChoice, fieldEntries } from '#domain/forms/dictionary.ts';
import { withoutTargets } from '#domain/forms/field-interfaces.ts';
import { fieldKinds, isKindName } from '#domain/forms/kinds/kinds.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { findLatestPublishedForm, type PublishedForm } from '#server/modules/design/forms/service.ts';

type Item = OutputOf<typeof dictionaryCalls.selections>['rows'][number];

/** Returns the entries of a code list or of a form field's choices. */
export async function listSelections(
  db: Db,
  dictId: string,
): Promise<OutputOf<typeof dictionaryCalls.selections> | Refusal<'notFound'>> {
  const rows = codesOf(dictId) ?? (await choicesOf(db, dictId));
  return rows ? { rows, total: rows.length } : refuse('notFound', { message: '未找到该字典' });
}

function codesOf(name: string): Item[] | undefined {
  if (!Object.hasOwn(dictionaries, name)) return undefined;
  return dictionaries[name]?.map(({ value, label }) => itemOf({ value, label, parent: '' }));
}

async function choicesOf(db: Db, path: string): Promise<Item[] | undefined> {
  const [code = ''] = path.split('.');
  const form = await findLatestPublishedForm(db, code);
  const field = form && fieldEntries(form.model).find((entry) => entry.path === path);
  return field && field.choices.length > 0 ? field.choices.map(itemOf) : undefined;
}

function itemOf({ value, label, parent }: Omit<FieldChoice, 'value'> & { value: string | number }): Item {
  return {
    dictItemValue: value,
    dictItemName: label,
    dictItemChName: label,
    selectFlag: 1,
    parentDictItem: parent,
  };
}

/** Returns the newest version of a form with a list of its fields. */
export async function readFormModel(
  db: Db,
  code: string,
): Promise<OutputOf<typeof dictionaryCalls.formModel> | Refusal<'notFound'>> {
  const form = await findLatestPublishedForm(db, code);
  if (!form) return refuse('notFound', { message: '未找到该表单' });
  const { id, name, version, model } = form;
  return {
    id,
    code: form.code,
    name,
    version,
    modelSchema: JSON.stringify(withoutTargets(model)),
    fieldVos: fieldsOf(form),
  };
}

function fieldsOf({ model }: PublishedForm): OutputOf<typeof dictionaryCalls.formModel>['fieldVos'] {
  return fieldEntries(model).map(({ path, title, component, many, choices }) => ({
    fullyQualifiedId: path,
    fieldName: title,
    componentType: component,
    fieldType: many ? 'array' : typeOf(component),
    formMetadataDictionaryVo: choices.length > 0 ? { dictDataList: choices.map(itemOf) } : null,
  }));
}

function typeOf(component: string): 'string' | 'number' | 'array' {
  if (component === 'number') return 'number';
  return isKindName(component) && Array.isArray(fieldKinds[component].empty) ? 'array' : 'string';
}
