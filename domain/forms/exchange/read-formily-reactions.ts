import {
  codeMessage,
  isObject,
  type JsonObject,
  listOf,
  type ReportOmission,
  type SourceCondition,
  type SourceEffect,
} from './source.ts';

interface ReactionPlace {
  path: string;
  /** Names of the objects around, joined by dots. */
  prefix: string;
  isRow: boolean;
  report: ReportOmission;
}

/** Effects of a state that an expression sets. */
const effectOfState: Readonly<Record<string, SourceEffect>> = {
  visible: 'show',
  required: 'require',
  disabled: 'disable',
  editable: 'enable',
};

/** Effects of a state that has a constant while a condition holds, and the opposite otherwise. */
const effectOfConstant: Readonly<Record<string, SourceEffect>> = {
  'visible true': 'show',
  'visible false': 'hide',
  'required true': 'require',
  'disabled true': 'disable',
  'editable false': 'disable',
  'editable true': 'enable',
};

/** Reads the linkage of a node, as far as it is a condition for showing, requiring or disabling the node. */
export function conditionsOfReactions(reactions: unknown, place: ReactionPlace): SourceCondition[] {
  if (reactions === undefined || reactions === null) return [];
  const list = Array.isArray(reactions) ? reactions : [reactions];
  return list.slice(0, 100).flatMap((reaction, index) => {
    const path = `${place.path}.x-reactions${Array.isArray(reactions) ? `[${index}]` : ''}`;
    if (!isObject(reaction)) {
      place.report(path, codeMessage);
      return [];
    }
    return readReaction(reaction, { ...place, path });
  });
}

function readReaction(reaction: JsonObject, place: ReactionPlace): SourceCondition[] {
  const { path, report } = place;
  if (reaction.target !== undefined) {
    report(path, '主动联动其他字段的规则未取用，请在被联动的字段上设置');
    return [];
  }
  const dependencies = dependenciesOf(reaction.dependencies, place);
  const resolve = (reference: string) => nameOfDependency(reference, dependencies);
  const [fulfill, otherwise] = [reaction.fulfill, reaction.otherwise].map((part) =>
    isObject(part) ? part : {},
  );
  for (const part of [fulfill, otherwise])
    for (const key of ['run', 'schema']) if (part?.[key] !== undefined) report(`${path}.${key}`, codeMessage);
  const state = isObject(fulfill?.state) ? fulfill.state : {};
  const opposite = isObject(otherwise?.state) ? otherwise.state : {};
  const when = innerExpression(reaction.when);
  /** Effects by their condition: effects of the same condition form one linkage. */
  const byText = new Map<string, SourceEffect[]>();
  for (const [key, value] of Object.entries(state)) {
    const found =
      when === undefined ? effectOfExpression(key, value) : effectWhile(key, value, opposite[key]);
    if (found === undefined)
      report(`${path}.fulfill.state.${key}`, `状态“${key}”的联动在这里没有相同的含义，未取用`);
    else
      byText.set(found.text ?? when ?? '', [...(byText.get(found.text ?? when ?? '') ?? []), found.effect]);
  }
  return [...byText].map(([text, effects]) => ({ effects, text, dialect: 'formily', resolve, path }));
}

function effectOfExpression(key: string, value: unknown): { effect: SourceEffect; text: string } | undefined {
  const text = innerExpression(value);
  if (text === undefined) return undefined;
  if (key === 'display') {
    const [, condition, yes, no] = /^(.+)\?\s*['"](\w+)['"]\s*:\s*['"](\w+)['"]\s*$/s.exec(text) ?? [];
    if (condition === undefined) return undefined;
    if (yes === 'none' && no === 'visible') return { effect: 'hide', text: condition.trim() };
    return yes === 'visible' && no === 'none' ? { effect: 'show', text: condition.trim() } : undefined;
  }
  const effect = Object.hasOwn(effectOfState, key) ? effectOfState[key] : undefined;
  return effect && { effect, text };
}

/** Returns the effect of a constant state, if the state is the opposite otherwise. */
function effectWhile(
  key: string,
  value: unknown,
  otherwise: unknown,
): { effect: SourceEffect; text?: undefined } | undefined {
  const name = `${key} ${String(value)}`;
  const isOpposite = typeof value === 'boolean' && otherwise === !value;
  const effect = isOpposite && Object.hasOwn(effectOfConstant, name) ? effectOfConstant[name] : undefined;
  return effect && { effect };
}

/** Returns the expression in `{{…}}`. */
function innerExpression(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\{\{([\s\S]*)\}\}$/.exec(value.trim())?.[1]?.trim() : undefined;
}

/** Returns the names that `$deps` stands for, each a field of the form or, with a dot before it, of the row. */
function dependenciesOf(
  dependencies: unknown,
  { prefix, isRow }: ReactionPlace,
): ReadonlyMap<string, string> {
  const nameOf = (dependency: unknown): string => {
    const source = isObject(dependency) ? dependency.source : dependency;
    if (typeof source !== 'string') return '';
    // `.name` is a field beside this one.
    if (source.startsWith('.')) return `${isRow ? '.' : ''}${prefix}${source.slice(1)}`;
    return source;
  };
  const entries = isObject(dependencies) ? Object.entries(dependencies) : [...listOf(dependencies).entries()];
  return new Map(entries.slice(0, 100).map(([key, value]) => [String(key), nameOf(value)]));
}

/** Returns the name for which `$deps[0]` or `$deps.name` stands; `$values.name` is a field of the form. */
function nameOfDependency(reference: string, dependencies: ReadonlyMap<string, string>): string | undefined {
  const [, index, key] = /^\$deps(?:\[(\d{1,3})\]|\.([\w$]+))$/.exec(reference) ?? [];
  const dependency = index ?? key;
  if (dependency !== undefined) return dependencies.get(dependency);
  return /^\$(?:values|form\.values)\.([\w$.]+)$/.exec(reference)?.[1];
}
