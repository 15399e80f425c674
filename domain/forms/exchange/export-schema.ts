import { innerFields } from '../inner-fields.ts';
import { findKind, isKindName } from '../kinds/kinds.ts';
import type { FieldModel, FieldProps, FormModel, Linkage, Rule } from '../model.ts';
import { isSame } from '../same-value.ts';
import { printCondition } from './condition-print.ts';
import { extensionKey, withoutKey } from './extension.ts';
import { type FormilyKind, formilyKinds, formilyProps } from './formily-kinds.ts';
import { importSchema } from './import-schema.ts';
import type { JsonObject } from './source.ts';

type Node = Record<string, unknown>;

/** Key of the grid around all fields, which holds the number of columns. */
const gridKey = 'layout';

/**
 * Returns a form as a JSON Schema for Formily. Members that Formily has no words for, or that the import would read
 * otherwise, stand under `x-data`, so that the import returns the same model.
 */
export function exportSchema(model: FormModel): JsonObject {
  const schema = schemaOf(model, { fields: [], config: {} });
  const back = importSchema(schema)?.model;
  return schemaOf(model, {
    fields: extensionsOf(model.schema.fields, back?.schema.fields ?? []),
    config: differences(model.globalConfig, back?.globalConfig ?? {}, []),
  });
}

/** Members that stand under `x-data`, for each field and its columns. */
interface Extension {
  members: Node;
  children: readonly Extension[];
}

function schemaOf(model: FormModel, added: { fields: readonly Extension[]; config: Node }): Node {
  const { title, columns } = model.globalConfig;
  const grid = {
    type: 'void',
    'x-component': 'FormGrid',
    'x-component-props': { maxColumns: columns },
    properties: propertiesOf(model.schema.fields, added.fields, model.schema.fields),
  };
  return { type: 'object', title, ...dataOf(added.config), properties: { [gridKey]: grid } };
}

function dataOf(members: Node | undefined): Node {
  return members === undefined || Object.keys(members).length === 0
    ? {}
    : { 'x-data': { [extensionKey]: members } };
}

function propertiesOf(
  fields: readonly FieldModel[],
  extensions: readonly Extension[],
  form: readonly FieldModel[],
  around?: FieldModel,
): Node {
  const isTable = around?.['x-component'] === 'table';
  return Object.fromEntries(
    fields.map((field, index) => {
      const node = nodeOf(field, extensions[index], { own: fields, form });
      return [field.id, isTable ? columnNode(field, node) : node];
    }),
  );
}

/** Returns the column of a table around the node of its field; the title stands on the column only. */
function columnNode(field: FieldModel, { title, ...node }: Node): Node {
  return {
    type: 'void',
    'x-component': 'ArrayTable.Column',
    'x-component-props': { title },
    properties: { [field.id]: node },
  };
}

interface Scope {
  own: readonly FieldModel[];
  form: readonly FieldModel[];
}

function nodeOf(field: FieldModel, extension: Extension | undefined, scope: Scope): Node {
  const { title, required, help, options, rules, linkage, width } = field;
  const kindName = field['x-component'];
  const kind: FormilyKind | undefined = isKindName(kindName) ? formilyKinds[kindName] : undefined;
  const props = { ...propsOf(field), ...kind?.fixedProps };
  const validators = (rules ?? []).flatMap(validatorOf);
  const holdsValue = findKind(kindName)?.holdsValue === true;
  const reactions = reactionsOf(linkage ?? [], scope);
  const isSeveral = field['x-props']?.multiple === true;
  const inner = innerFields(field);
  const children =
    inner.length > 0 ? propertiesOf(inner, extension?.children ?? [], scope.form, field) : undefined;
  return {
    type: isSeveral ? 'array' : kind?.type,
    title,
    ...(help !== undefined && { description: help }),
    ...(required === true && { required: true }),
    ...(field.default !== undefined && { default: field.default }),
    ...(options !== undefined && { enum: options }),
    'x-component': kind?.component ?? kindName,
    ...(Object.keys(props).length > 0 && { 'x-component-props': props }),
    ...(holdsValue && { 'x-decorator': 'FormItem' }),
    ...(width !== undefined && { 'x-decorator-props': { gridSpan: width === 'half' ? 1 : 2 } }),
    ...(validators.length > 0 && { 'x-validator': validators }),
    ...(reactions.length > 0 && { 'x-reactions': reactions }),
    ...dataOf(extension?.members),
    ...(children &&
      (kind?.type === 'object'
        ? { properties: children }
        : { items: { type: 'object', properties: children } })),
  };
}

function propsOf({ 'x-props': props = {} }: FieldModel): Node {
  return Object.fromEntries(
    Object.entries(props).map(([key, value]) => {
      const name = Object.hasOwn(formilyProps, key) ? formilyProps[key as keyof FieldProps] : key;
      return [
        name,
        key === 'accept' && Array.isArray(value) ? value.map((format) => `.${format}`).join(',') : value,
      ];
    }),
  );
}

/** Returns the validator of Formily for a rule; rules that it does not have stand under `x-data` only. */
function validatorOf(rule: Rule): Node[] {
  const message = rule.message === undefined ? {} : { message: rule.message };
  switch (rule.rule) {
    case 'min':
      return [{ minimum: rule.value, ...message }];
    case 'max':
      return [{ maximum: rule.value, ...message }];
    case 'minLength':
    case 'maxLength':
      return [{ [rule.rule]: rule.value, ...message }];
    case 'pattern':
      return [{ pattern: rule.value, ...message }];
    case 'phone':
      return [{ format: 'phone', ...message }];
    case 'certificate':
      return rule.category === '10' && rule.categoryField === undefined
        ? [{ format: 'idcard', ...message }]
        : [];
    default:
      return [];
  }
}

/** States of Formily for our effects; the condition takes the place of `?`. */
const stateOfEffect: Readonly<Record<string, readonly [state: string, expression: string]>> = {
  show: ['visible', '{{?}}'],
  hide: ['display', "{{? ? 'none' : 'visible'}}"],
  require: ['required', '{{?}}'],
  disable: ['disabled', '{{?}}'],
};

/** Returns linkage as reactions of Formily; none if it has an effect or a condition that Formily cannot express. */
function reactionsOf(linkage: readonly Linkage[], { own, form }: Scope): Node[] {
  const reactions: Node[] = [];
  for (const { when, effects } of linkage) {
    const dependencies: string[] = [];
    const nameOf = (id: string): string => {
      const name = own !== form && own.some((column) => column.id === id) ? `.${id}` : id;
      const index = dependencies.indexOf(name);
      return `$deps[${index < 0 ? dependencies.push(name) - 1 : index}]`;
    };
    const kindOf = (id: string) => {
      const field = own.find((each) => each.id === id) ?? form.find((each) => each.id === id);
      return field && { kind: findKind(field['x-component']), props: field['x-props'] ?? {} };
    };
    const expression = printCondition(when, nameOf, kindOf);
    if (expression === undefined) return [];
    const state: Node = {};
    for (const effect of effects) {
      if (typeof effect !== 'string') return [];
      const [name, template] = stateOfEffect[effect] ?? ['', ''];
      state[name] = template.replace('?', () => (effect === 'hide' ? `(${expression})` : expression));
    }
    reactions.push({ dependencies, fulfill: { state } });
  }
  return reactions;
}

function extensionsOf(fields: readonly FieldModel[], back: readonly FieldModel[]): Extension[] {
  const byId = new Map(back.map((field) => [field.id, field]));
  return fields.map((field) => {
    const other = byId.get(field.id);
    return {
      members: differences(field, other ?? {}, ['id', 'columns', 'fields']),
      children: extensionsOf(innerFields(field), other ? innerFields(other) : []),
    };
  });
}

/** Returns the members in which `back` differs from the original, and the names of those that only `back` has. */
function differences(original: object, back: object, except: readonly string[]): Node {
  const isDifferent = ([key, value]: [string, unknown]) =>
    value !== undefined && !except.includes(key) && !isSame(value, Reflect.get(back, key));
  const changed = Object.entries(original).filter(isDifferent);
  const added = Object.keys(back).filter(
    (key) => !except.includes(key) && Reflect.get(original, key) === undefined,
  );
  return Object.fromEntries([...changed, ...(added.length > 0 ? [[withoutKey, added]] : [])]);
}
