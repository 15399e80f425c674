import type { FormComponent } from '#domain/enumerations/form-component.ts';
import { findKind } from '../kinds/kinds.ts';
import type { FieldModel } from '../model.ts';
import { extensionOf, isAbout, withConfig, withExtension } from './extension.ts';
import { optionsOfKind, plainText, readDefault, readOptions, rulesOfKind, withProps } from './field-parts.ts';
import { kindOfComponent } from './formily-kinds.ts';
import { readFormilyProps } from './read-formily-props.ts';
import { conditionsOfReactions } from './read-formily-reactions.ts';
import { readFormilyRules } from './read-formily-rules.ts';
import {
  forFieldsOfGroup,
  isObject,
  type JsonObject,
  listOf,
  maxSchemaDepth,
  numberOf,
  type ReportOmission,
  reportUnknownKeys,
  type SourceCondition,
  type SourceField,
  type SourceForm,
  textOf,
  tooDeepMessage,
} from './source.ts';

/** Checks whether JSON is a schema of Formily: itself, or with the settings of the form beside it. */
export function isFormilySchema(json: JsonObject): boolean {
  return isObject(rootOf(json).properties);
}

function rootOf(json: JsonObject): JsonObject {
  return isObject(json.schema) ? json.schema : json;
}

/** Reads a schema of Formily, or a plain JSON Schema of an object. */
export function readFormily(json: JsonObject, report: ReportOmission): SourceForm {
  const root = rootOf(json);
  const path = root === json ? '' : 'schema.';
  const form = { columns: undefined as 1 | 2 | undefined };
  const fields = readProperties(root, {
    path,
    prefix: '',
    isRow: false,
    depth: 0,
    conditions: [],
    form,
    report,
  });
  const extension = extensionOf(root);
  const config = form.columns ? { columns: form.columns } : {};
  return {
    title:
      extension && isAbout(extension, 'title') ? undefined : plainText(root.title, `${path}title`, report),
    fields,
    globalConfig: extension ? withConfig(config, extension, `${path}x-data`, report) : config,
  };
}

interface Place {
  path: string;
  /** Names of the objects around, joined by dots. */
  prefix: string;
  /** True inside a row of a table or list. */
  isRow: boolean;
  depth: number;
  /** Conditions of the containers around. */
  conditions: readonly SourceCondition[];
  /** Title of the column of a table around. */
  columnTitle?: string | undefined;
  form: { columns: 1 | 2 | undefined };
  report: ReportOmission;
}

function readProperties(node: JsonObject, place: Place): SourceField[] {
  const { path, depth, report } = place;
  if (!isObject(node.properties)) return [];
  if (depth >= maxSchemaDepth) {
    report(`${path}properties`, tooDeepMessage);
    return [];
  }
  const required = new Set(listOf(node.required));
  const nodes = Object.entries(node.properties).map(([key, child]) => ({ key, child }));
  const inOrder = nodes.toSorted((one, other) => orderOf(one.child) - orderOf(other.child));
  return inOrder.flatMap(({ key, child }) => {
    const childPath = `${path}properties.${key}`;
    if (!isObject(child)) {
      report(childPath, '不是字段，未取用');
      return [];
    }
    const own = required.has(key) ? { ...child, required: true } : child;
    return readNode(key, own, { ...place, path: childPath, depth: depth + 1 });
  });
}

const orderOf = (node: unknown) =>
  (isObject(node) ? numberOf(node['x-index']) : undefined) ?? Number.MAX_SAFE_INTEGER;

/** Parts of a table that the portal draws by itself. */
const ownTools = /^Array\w+\.(?:Addition|Index|SortHandle|Remove|MoveUp|MoveDown|Copy)$/;

function readNode(key: string, node: JsonObject, place: Place): SourceField[] {
  const { path, report } = place;
  const component = textOf(node['x-component']) ?? '';
  const props = isObject(node['x-component-props']) ? node['x-component-props'] : {};
  if (ownTools.test(component)) return [];
  const kind = kindOfComponent(component, props) ?? (component === '' ? kindOfType(node) : undefined);
  const isContainer =
    isObject(node.properties) && (kind === undefined || kind === 'heading') && node.type !== 'object';
  if (isContainer) return readContainer(key, node, component, props, place);
  const objectKind = isObject(node.properties) && node.type === 'object' ? 'object' : undefined;
  const found = kind ?? objectKind;
  if (found !== undefined) return [readField(key, node, found, props, place)];
  // A column without a field, such as that with the buttons of a row.
  if (component !== 'ArrayTable.Column')
    report(
      path,
      component === ''
        ? '没有对应的字段类型，未取用'
        : `没有与“${component.slice(0, 60)}”对应的字段类型，未取用`,
    );
  return [];
}

/** Returns the kind of a node without a component, as plain JSON Schema has it. */
function kindOfType(node: JsonObject): FormComponent | undefined {
  const { type, format, items } = node;
  const hasChoices = listOf(node.enum).length > 0;
  if (type === 'object' || (type === undefined && isObject(node.properties))) return 'object';
  if (type === 'boolean') return 'switch';
  if (type === 'array') {
    if (!isObject(items)) return undefined;
    if (isObject(items.properties)) return 'table';
    return listOf(items.enum).length > 0 ? 'checkbox' : undefined;
  }
  if (hasChoices) return 'select';
  if (type === 'number' || type === 'integer') return 'number';
  if (type !== 'string') return undefined;
  if (format === 'date' || format === 'time') return format;
  return 'single-line';
}

/** Reads a container that only structures the page; its title becomes a heading. */
function readContainer(
  key: string,
  node: JsonObject,
  component: string,
  props: JsonObject,
  place: Place,
): SourceField[] {
  const { path, report, form, isRow } = place;
  if (component === 'FormGrid' && place.depth === 1 && (props.maxColumns === 1 || props.maxColumns === 2))
    form.columns ??= props.maxColumns;
  const title = [node.title, props.title, props.tab, props.header]
    .map(textOf)
    .find((text) => text !== undefined);
  const own = conditionsOfReactions(node['x-reactions'], { path, prefix: place.prefix, isRow, report });
  const inner = {
    ...place,
    path: `${path}.`,
    conditions: [...place.conditions, ...own.map(forFieldsOfGroup)],
  };
  if (isRow) return readProperties(node, { ...inner, columnTitle: title ?? place.columnTitle });
  const fields = readProperties(node, inner);
  const heading = plainText(title, `${path}.title`, report);
  if (heading === undefined || fields.length === 0) return fields;
  const model = { title: heading, 'x-component': 'heading' } as const;
  return [{ path, name: `${place.prefix}${key}`, model, conditions: inner.conditions }, ...fields];
}

const knownKeys: ReadonlySet<string> = new Set([
  'type',
  'name',
  'title',
  'description',
  'default',
  'required',
  'enum',
  'format',
  'properties',
  'items',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'x-component',
  'x-component-props',
  'x-decorator',
  'x-decorator-props',
  'x-validator',
  'x-reactions',
  'x-index',
  'x-data',
  'x-designable-id',
]);

/** Keys of a node from which a member of a field is read. */
const keyOfMember: Readonly<Partial<Record<keyof FieldModel, string>>> = {
  title: 'title',
  help: 'description',
  default: 'default',
  options: 'enum',
  rules: 'x-validator',
  linkage: 'x-reactions',
  'x-props': 'x-component-props',
};

/** Returns a function that reports what is left out, except in keys whose member the extension replaces. */
function reportBeyond(extension: JsonObject | undefined, { path, report }: Place): ReportOmission {
  const replaced = Object.entries(keyOfMember)
    .filter(([member]) => extension && isAbout(extension, member))
    .map(([, key]) => `${path}.${key}`);
  return (place, message) => {
    if (!replaced.some((key) => place.startsWith(key))) report(place, message);
  };
}

function readField(
  key: string,
  node: JsonObject,
  kind: FormComponent,
  props: JsonObject,
  place: Place,
): SourceField {
  const { path, prefix, isRow } = place;
  const extension = extensionOf(node);
  const report = reportBeyond(extension, place);
  reportUnknownKeys(node, path, knownKeys, report);
  const name = `${prefix}${key}`;
  const title = plainText(node.title ?? place.columnTitle, `${path}.title`, report) ?? key;
  const help = plainText(node.description, `${path}.description`, report);
  const ourProps = readFormilyProps(kind, node, props, path, report);
  const isListed = findKind(kind)?.takesOptions === true;
  const listed = readOptions(
    node.enum ?? (isObject(node.items) ? node.items.enum : undefined) ?? props.options ?? props.treeData,
    { label: ['label', 'title'] },
    `${path}.enum`,
    report,
  );
  const options = isListed ? optionsOfKind(kind, listed, `${path}.enum`, report) : [];
  const given = readFormilyRules(node, props, path, report);
  const rules = rulesOfKind(kind, given, `${path}.x-validator`, report);
  const suggested = readDefault(kind, node.default, { props: ourProps, options }, `${path}.default`, report);
  const span = isObject(node['x-decorator-props']) ? node['x-decorator-props'].gridSpan : undefined;
  const model: SourceField['model'] = {
    title: title === '' ? '未命名字段' : title,
    'x-component': kind,
    ...withProps(ourProps),
    ...(node.required === true && { required: true }),
    ...(suggested !== undefined && { default: suggested }),
    ...(options.length > 0 && { options }),
    ...(rules.length > 0 && { rules }),
    ...(help !== undefined && { help }),
    ...((span === 1 || span === 2) && { width: span === 1 ? 'half' : 'full' }),
  };
  const extended = extension && withExtension(model, extension, `${path}.x-data`, place.report);
  const isLinkageReplaced = extended?.hasLinkage === true;
  const own = isLinkageReplaced
    ? []
    : conditionsOfReactions(node['x-reactions'], { path, prefix, isRow, report: place.report });
  const children = readChildren(kind, node, { ...place, columnTitle: undefined, conditions: [] }, name);
  return {
    path,
    name,
    model: extended?.model ?? model,
    conditions: isLinkageReplaced ? [] : [...place.conditions, ...withoutDoubles(own, report)],
    ...(children && { children }),
  };
}

/** Keeps one condition for each state of a field: in Formily, the last of several replaces the others. */
function withoutDoubles(conditions: readonly SourceCondition[], report: ReportOmission): SourceCondition[] {
  const seen = new Set<string>();
  return conditions.filter(({ effects, path }) => {
    const states = effects.map((effect) =>
      effect === 'hide' ? 'show' : effect === 'enable' ? 'disable' : effect,
    );
    const isDouble = states.some((state) => seen.has(state));
    if (isDouble) report(path, '同一状态有几条联动，只取用第一条');
    else for (const state of states) seen.add(state);
    return !isDouble;
  });
}

/** Reads the fields inside a field: those of an object, or of the rows of a list; undefined for any other field. */
function readChildren(
  kind: FormComponent,
  node: JsonObject,
  place: Place,
  name: string,
): SourceField[] | undefined {
  const { path } = place;
  const nests = findKind(kind)?.nests;
  if (nests === undefined) return undefined;
  if (nests === 'group') return readProperties(node, { ...place, path: `${path}.`, prefix: `${name}.` });
  const row = isObject(node.items) ? node.items : {};
  return readProperties(row, { ...place, path: `${path}.items.`, prefix: '', isRow: true });
}
