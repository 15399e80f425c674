import { expressionText } from '../../expressions/expression-text.ts';
import { type Kind, type Kinds, kindsOf } from '../../expressions/kinds.ts';
import { readExpression } from '../../expressions/read.ts';
import type { Expression } from '../../expressions/tree.ts';
import { partsOf } from '../../expressions/tree-parts.ts';
import { innerFields } from '../inner-fields.ts';
import { findKind, type KindName } from '../kinds/kinds.ts';
import type { FieldModel } from '../model.ts';
import { isSecretModel } from '../secret-values.ts';
import { computedTypes } from './computed.ts';

/** The fields of the form, and the fields around the one with the expression, the outermost first. */
export interface ExpressionScope {
  fields: readonly FieldModel[];
  around?: readonly FieldModel[] | undefined;
}

/** Returns the fields that the names of an expression mean, by their ids: those of the nearest row count first. */
export function namedFields({ fields, around = [] }: ExpressionScope): ReadonlyMap<string, FieldModel> {
  return new Map([...fields, ...around.flatMap(innerFields)].map((each) => [each.id, each]));
}

const resultKinds = {
  number: { kinds: ['number'], text: '数字' },
  text: { kinds: ['text'], text: '文字' },
  day: { kinds: ['text'], text: '日期' },
  boolean: { kinds: ['true', 'false'], text: '“是”或“否”' },
} as const satisfies Record<string, { kinds: readonly Kind[]; text: string }>;

/**
 * Returns every problem of the computed value of a field that is to be published, in Chinese: of its expression with
 * the place, of the type of its result, and of other settings that would fill in the same field.
 */
export function problemsOfComputed(field: FieldModel, place: ExpressionScope): string[] {
  const { computed: source, linkage = [] } = field;
  if (source === undefined) return [];
  const scope = namedFields(place);
  const problems: string[] = [];
  if (field.default !== undefined) problems.push('自动计算的字段不能有默认值');
  if (field['x-applicant'] !== undefined) problems.push('自动计算的字段不能取自申请人');
  if (
    linkage.some(({ effects }) =>
      effects.some((effect) => typeof effect === 'object' && 'setValue' in effect),
    )
  )
    problems.push('自动计算的字段不能再由联动填写');
  const tree = readExpression(source, [...scope.keys()], { hasCalendar: true });
  if ('reason' in tree) return [...problems, unreadableText(tree.reason, tree.position)];
  const isEncrypted = [field, ...(place.around ?? [])].some((each) => each['x-encryption'] === true);
  problems.push(...problemsOfSources(tree, scope, isEncrypted));
  const expected = computedTypes[field['x-component'] as KindName];
  if (expected === undefined) return problems;
  const { kinds, text } = resultKinds[expected];
  const possible = kindsOf(tree, kindsByPath([...scope.values()]));
  if (![...possible].some((kind) => kind !== 'null')) problems.push('计算结果总是空');
  else if (![...possible].every((kind) => kind === 'null' || (kinds as readonly Kind[]).includes(kind)))
    problems.push(expected === 'text' && possible.has('number') ? numberAsText : `计算结果应为${text}`);
  return problems;
}

const numberAsText = '计算结果应为文字，数字请写成 string(…)';

/** Returns an expression in words; empty if it cannot be read. */
export function expressionWords(source: string, place: ExpressionScope): string {
  const scope = namedFields(place);
  const tree = readExpression(source, [...scope.keys()], { hasCalendar: true });
  return 'reason' in tree ? '' : expressionText(tree, [...scope.values()]);
}

function unreadableText(reason: string, position: number): string {
  const text = reason
    .replace('不是有效的 FEEL 表达式', '写法有误')
    .replace('使用了未定义的变量', '引用了不存在的字段');
  return `计算${text}（第 ${position + 1} 个字符处）`;
}

/**
 * Returns the problems of the fields that an expression reads, with those inside them, also by the name of a row in
 * `some` and `every`: unknown ones, secret values, and encrypted values that would be stored unencrypted.
 */
function problemsOfSources(
  tree: Expression,
  scope: ReadonlyMap<string, FieldModel>,
  isEncrypted: boolean,
): string[] {
  const problems = new Set<string>();
  const check = (source: FieldModel) => {
    if (source['x-encryption'] && !isEncrypted)
      problems.add(`计算引用了加密存储的字段“${source.title}”，本字段也要加密存储`);
  };
  /** Returns the fields from which the value of a part may come; `rows` are the names of rows, with their lists. */
  const visit = (part: Expression, rows: ReadonlyMap<string, readonly FieldModel[]>): FieldModel[] => {
    if (part.kind === 'some' || part.kind === 'every') {
      visit(part.satisfies, new Map([...rows, [part.name, visit(part.list, rows)]]));
      return [];
    }
    if (part.kind === 'name') {
      const row = rows.get(part.name);
      if (row) return [...row];
      const source = scope.get(part.name);
      // Masked fields and passwords are refused when the form is compiled.
      if (findKind(source?.['x-component'])?.secretParts)
        problems.add(`计算不能引用“${source?.title}”，其内容脱敏`);
      else if (source) check(source);
      return source ? [source] : [];
    }
    if (part.kind === 'path') {
      const read = visit(part.operand, rows).flatMap((around) => {
        const inner = innerFields(around);
        const found = inner.find(({ id }) => id === part.field);
        if (inner.length > 0 && !found)
          problems.add(`计算引用了“${around.title}”没有的${wordFor(around)}“${part.field}”`);
        return found ? [{ found, around }] : [];
      });
      for (const { found, around } of read)
        if (isSecretModel(found)) problems.add(`计算不能引用脱敏或密码的${wordFor(around)}“${found.title}”`);
        else check(found);
      return read.map(({ found }) => found);
    }
    return [...new Set(partsOf(part).flatMap((each) => visit(each, rows)))];
  };
  visit(tree, new Map());
  return [...problems];
}

/** Returns the word for the fields inside a field. */
const wordFor = ({ columns }: FieldModel) => (columns ? '列' : '字段');

const anyKind: Kinds = new Set(['null', 'true', 'false', 'number', 'text', 'list', 'other']);

/** Returns the kinds of the values of fields, and of those inside their groups, by their paths. */
function kindsByPath(fields: readonly FieldModel[], prefix = ''): Map<string, Kinds> {
  return new Map(
    fields.flatMap((field) => {
      const path = prefix + field.id;
      const kinds = kindsOfField(field);
      // A group that linkage hides has no values inside.
      const own: [string, Kinds] = [path, prefix === '' ? kinds : new Set<Kind>([...kinds, 'null'])];
      const isGroup = findKind(field['x-component'])?.nests === 'group';
      return [own, ...(isGroup ? kindsByPath(innerFields(field), `${path}.`) : [])];
    }),
  );
}

/** Returns the kinds that the value of a field may have in an expression. */
function kindsOfField({ 'x-component': name, 'x-props': props = {} }: FieldModel): Kinds {
  const kind = findKind(name);
  if (kind === undefined) return anyKind;
  if (kind.comparesAs === 'number') return new Set(['number', 'null']);
  if (kind.comparesAs === 'boolean') return new Set(['true', 'false', 'null']);
  if (Array.isArray(kind.empty)) return new Set(['list']);
  return typeof kind.empty === 'string' && !kind.takesSeveral(props) ? new Set(['text']) : anyKind;
}
