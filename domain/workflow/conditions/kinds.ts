/**
 * Finds the possible results of a condition before any order uses it: every kind of value, including null.
 */
import { MissingCase } from '../../missing-case.ts';
import type { ProcessDefinition } from '../model/model.ts';
import type { FunctionName } from './functions.ts';
import type { Expression, Test } from './tree.ts';
import type { Arithmetic, ComparisonOperator } from './values.ts';

/** Kind of a value; `other` is the fields of a form or of a row. */
export type Kind = 'null' | 'true' | 'false' | 'number' | 'text' | 'list' | 'other';
export type Kinds = ReadonlySet<Kind>;

const nothing: Kinds = new Set(['null']);
const truth: Kinds = new Set(['true', 'false']);
const unsureTruth: Kinds = new Set(['true', 'false', 'null']);
/** Kinds of a form field: the process has neither its kind nor the certainty that it is filled in. */
const anything: Kinds = new Set(['null', 'true', 'false', 'number', 'text', 'list', 'other']);

/**
 * Returns the names that conditions of a definition may use: variables with an initial value, forms that some
 * node names, the order, and `countersign.passed`. A variable that only a button sets is excluded: before the
 * button is pressed it has no value.
 */
export function kindsOfNames(definition: ProcessDefinition): ReadonlyMap<string, Kinds> {
  const kinds = new Map<string, Set<Kind>>();
  const add = (name: string, kind: Kind) => kinds.set(name, new Set([...(kinds.get(name) ?? []), kind]));
  const addValues = (values: Readonly<Record<string, string | number | boolean>>) => {
    for (const [name, value] of Object.entries(values)) {
      if (Object.hasOwn(definition.variables, name)) add(name, kindOf(value));
    }
  };
  add('order', 'other');
  // The results of the countersigns, empty before the first of them.
  add('countersign', 'other');
  add('countersign', 'null');
  addValues(definition.variables);
  for (const node of Object.values(definition.nodes)) {
    if ('fieldAuthority' in node) for (const form of Object.keys(node.fieldAuthority)) add(form, 'other');
    if (node.kind === 'serviceTask' && node.service.kind === 'setVariable') {
      addValues({ [node.service.name]: node.service.value });
    }
    if (node.kind === 'userTask') for (const { sets } of node.buttons) addValues(sets ?? {});
  }
  return kinds;
}

function kindOf(value: string | number | boolean | null): Kind {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return typeof value === 'number' ? 'number' : 'text';
}

/** Returns every possible kind of the expression; sometimes more than the real ones, never fewer. */
export function kindsOf(expression: Expression, names: ReadonlyMap<string, Kinds>): Kinds {
  const of = (part: Expression) => kindsOf(part, names);
  switch (expression.kind) {
    case 'value':
      return new Set([kindOf(expression.value)]);
    case 'name':
      return names.get(expression.name) ?? anything;
    case 'path': {
      const kinds = of(expression.of);
      return kinds.has('other') || kinds.has('list') ? anything : nothing;
    }
    case 'list':
      return new Set(['list']);
    case 'and':
    case 'or':
      return eitherOf(expression.parts.map(of), expression.kind === 'or');
    case 'compare':
      return kindsOfComparison(expression.operator, of(expression.left), of(expression.right));
    case 'arithmetic':
      return kindsOfCalculation(expression.operator, of(expression.left), of(expression.right));
    case 'negative':
      return resultOf([of(expression.of)], 'number', ['number']);
    case 'in': {
      const value = of(expression.value);
      return eitherOf(
        expression.tests.map((test) => kindsOfTest(value, test, of)),
        true,
      );
    }
    case 'if': {
      const condition = of(expression.condition);
      return new Set([
        ...(condition.has('true') ? of(expression.then) : []),
        ...(isOnly(condition, ['true']) ? [] : of(expression.otherwise)),
      ]);
    }
    case 'some':
    case 'every':
      return resultOf([of(expression.list)], 'list', truth);
    case 'matches':
      return resultOf([of(expression.text)], 'text', truth);
    case 'call':
      return kindsOfCall(expression.name, expression.given.map(of));
    default:
      throw new MissingCase(expression satisfies never);
  }
}

/** Returns the results if all sides are of the kind, and null if one may be of another kind. */
function resultOf(sides: readonly Kinds[], kind: Kind, results: Iterable<Kind>): Kinds {
  return new Set<Kind>([
    ...(sides.every((kinds) => kinds.has(kind)) ? results : []),
    ...(sides.every((kinds) => isOnly(kinds, [kind])) ? [] : nothing),
  ]);
}

/**
 * Returns the kinds of a calculation: numbers with numbers, and texts added to texts; a number that is too
 * large or divided by zero is null.
 */
function kindsOfCalculation(operator: Arithmetic, left: Kinds, right: Kinds): Kinds {
  const found = new Set<Kind>();
  for (const one of left) {
    for (const other of right) {
      const isText = one === 'text' && other === 'text' && operator === '+';
      if (isText) found.add('text');
      else found.add('null');
      if (one === 'number' && other === 'number') found.add('number');
    }
  }
  return found;
}

function isOnly(kinds: Kinds, among: readonly Kind[]): boolean {
  return [...kinds].every((kind) => among.includes(kind));
}

function eitherOf(parts: readonly Kinds[], decisive: boolean): Kinds {
  const decides: Kind = decisive ? 'true' : 'false';
  const other: Kind = decisive ? 'false' : 'true';
  const unsure = parts.some((kinds) => !isOnly(kinds, ['true', 'false']));
  return new Set<Kind>([
    ...(parts.some((kinds) => kinds.has(decides)) ? [decides] : []),
    ...(parts.every((kinds) => kinds.has(other)) ? [other] : []),
    ...(unsure && !parts.some((kinds) => isOnly(kinds, [decides])) ? nothing : []),
  ]);
}

const typeOf = (kind: Kind) => (kind === 'true' || kind === 'false' ? 'boolean' : kind);

function kindsOfComparison(operator: ComparisonOperator, left: Kinds, right: Kinds): Kinds {
  const found = new Set<Kind>();
  const isEquality = operator === '=' || operator === '!=';
  for (const one of left) {
    for (const other of right) {
      const sameType = typeOf(one) === typeOf(other);
      const decided = isEquality
        ? sameType || one === 'null' || other === 'null'
        : sameType && (one === 'number' || one === 'text');
      for (const kind of decided ? truth : nothing) found.add(kind);
    }
  }
  return found;
}

function kindsOfTest(value: Kinds, test: Test, of: (part: Expression) => Kinds): Kinds {
  switch (test.kind) {
    case 'bound':
      return kindsOfComparison(test.operator, value, of(test.than));
    case 'range':
      return eitherOf(
        [kindsOfComparison('>=', value, of(test.from)), kindsOfComparison('<=', value, of(test.to))],
        false,
      );
    case 'among': {
      const other = of(test.in);
      // A value is equal to the list, or is contained in it.
      return other.has('list') ? unsureTruth : kindsOfComparison('=', value, other);
    }
    default:
      throw new MissingCase(test satisfies never);
  }
}

const results: Readonly<Record<FunctionName, (given: readonly Kinds[]) => Kinds>> = {
  not: ([value = nothing]) =>
    new Set<Kind>([
      ...(value.has('true') ? (['false'] as const) : []),
      ...(value.has('false') ? (['true'] as const) : []),
      ...(isOnly(value, ['true', 'false']) ? [] : nothing),
    ]),
  contains: (given) => resultOf(given, 'text', truth),
  'starts with': (given) => resultOf(given, 'text', truth),
  'ends with': (given) => resultOf(given, 'text', truth),
  matches: () => unsureTruth,
  'string length': (given) => resultOf(given, 'text', ['number']),
  'upper case': (given) => resultOf(given, 'text', ['text']),
  'lower case': (given) => resultOf(given, 'text', ['text']),
  'list contains': ([list = nothing]) => resultOf([list], 'list', truth),
  count: ([list = nothing]) => resultOf([list], 'list', ['number']),
  sum: () => new Set(['number', 'null']),
  min: () => new Set(['number', 'null']),
  max: () => new Set(['number', 'null']),
};

function kindsOfCall(name: FunctionName, given: readonly Kinds[]): Kinds {
  return results[name](given);
}

/** Checks whether the kinds include one that is neither true, false nor null. */
export function mayBeNoBoolean(kinds: Kinds): boolean {
  return !isOnly(kinds, ['true', 'false', 'null']);
}
