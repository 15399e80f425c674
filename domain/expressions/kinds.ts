/**
 * Finds the possible results of an expression before it is used: every kind of value, including null.
 */
import { MissingCase } from '../missing-case.ts';
import type { Decimal } from './decimal.ts';
import type { FunctionName } from './functions.ts';
import type { Expression, Test } from './tree.ts';
import type { Arithmetic, ComparisonOperator } from './values.ts';

/** Kind of a value; `other` is the fields of a form or of a row. */
export type Kind = 'null' | 'true' | 'false' | 'number' | 'text' | 'list' | 'other';
export type Kinds = ReadonlySet<Kind>;

const onlyNull: Kinds = new Set(['null']);
const booleans: Kinds = new Set(['true', 'false']);
const booleansOrNull: Kinds = new Set(['true', 'false', 'null']);
const numberOrNull: Kinds = new Set(['number', 'null']);
const textOrNull: Kinds = new Set(['text', 'null']);
/** Kinds of a form field, whose kind is unknown to the process and which may be empty. */
const anyKind: Kinds = new Set(['null', 'true', 'false', 'number', 'text', 'list', 'other']);

/** Returns the kind of a constant. */
export function kindOf(value: string | number | Decimal | boolean | null): Kind {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return typeof value === 'string' ? 'text' : 'number';
}

/**
 * Returns every possible kind of the expression; sometimes more than the real ones, never fewer. `names` may have
 * paths inside a group of fields, too (`address.street`).
 */
export function kindsOf(expression: Expression, names: ReadonlyMap<string, Kinds>): Kinds {
  const kindsOfPart = (part: Expression) => kindsOf(part, names);
  switch (expression.kind) {
    case 'value':
      return new Set([kindOf(expression.value)]);
    case 'name':
      return names.get(expression.name) ?? anyKind;
    case 'path': {
      const known = names.get(pathText(expression) ?? '');
      if (known) return known;
      const kinds = kindsOfPart(expression.operand);
      return kinds.has('other') || kinds.has('list') ? anyKind : onlyNull;
    }
    case 'list':
      return new Set(['list']);
    case 'and':
    case 'or':
      return kindsOfConnective(expression.parts.map(kindsOfPart), expression.kind === 'or');
    case 'compare':
      return kindsOfComparison(
        expression.operator,
        kindsOfPart(expression.left),
        kindsOfPart(expression.right),
      );
    case 'arithmetic':
      return kindsOfCalculation(
        expression.operator,
        kindsOfPart(expression.left),
        kindsOfPart(expression.right),
      );
    case 'negative':
      return resultOf([kindsOfPart(expression.operand)], 'number', ['number']);
    case 'in': {
      const value = kindsOfPart(expression.value);
      return kindsOfConnective(
        expression.tests.map((test) => kindsOfTest(value, test, kindsOfPart)),
        true,
      );
    }
    case 'if': {
      const condition = kindsOfPart(expression.condition);
      return new Set([
        ...(condition.has('true') ? kindsOfPart(expression.then) : []),
        ...(isOnly(condition, ['true']) ? [] : kindsOfPart(expression.otherwise)),
      ]);
    }
    case 'some':
    case 'every':
      return resultOf([kindsOfPart(expression.list)], 'list', booleans);
    case 'matches':
      return resultOf([kindsOfPart(expression.text)], 'text', booleans);
    case 'rule':
      return booleans;
    case 'call':
      return kindsOfCall(expression.name, expression.args.map(kindsOfPart));
    default:
      throw new MissingCase(expression satisfies never);
  }
}

/** Returns a path that begins with a name as text; undefined for any other expression. */
function pathText(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  const around = expression.kind === 'path' ? pathText(expression.operand) : undefined;
  return expression.kind === 'path' && around !== undefined ? `${around}.${expression.field}` : undefined;
}

/** Returns the results if all sides are of the kind, and null if one may be of another kind. */
function resultOf(sides: readonly Kinds[], kind: Kind, results: Iterable<Kind>): Kinds {
  return new Set<Kind>([
    ...(sides.every((kinds) => kinds.has(kind)) ? results : []),
    ...(sides.every((kinds) => isOnly(kinds, [kind])) ? [] : onlyNull),
  ]);
}

/**
 * Returns the kinds of a calculation: numbers with numbers, and texts added to texts; a number that is too
 * large or divided by zero is null.
 */
function kindsOfCalculation(operator: Arithmetic, left: Kinds, right: Kinds): Kinds {
  const resultKinds = new Set<Kind>();
  for (const leftKind of left) {
    for (const rightKind of right) {
      const isText = leftKind === 'text' && rightKind === 'text' && operator === '+';
      if (isText) resultKinds.add('text');
      else resultKinds.add('null');
      if (leftKind === 'number' && rightKind === 'number') resultKinds.add('number');
    }
  }
  return resultKinds;
}

function isOnly(kinds: Kinds, allowed: readonly Kind[]): boolean {
  return [...kinds].every((kind) => allowed.includes(kind));
}

/** Returns the kinds of *or* (one true part decides) or of *and* and a range (one false part decides). */
function kindsOfConnective(parts: readonly Kinds[], decisive: boolean): Kinds {
  const decisiveKind: Kind = decisive ? 'true' : 'false';
  const otherResult: Kind = decisive ? 'false' : 'true';
  const mayBeUndecided = parts.some((kinds) => !isOnly(kinds, ['true', 'false']));
  return new Set<Kind>([
    ...(parts.some((kinds) => kinds.has(decisiveKind)) ? [decisiveKind] : []),
    ...(parts.every((kinds) => kinds.has(otherResult)) ? [otherResult] : []),
    ...(mayBeUndecided && !parts.some((kinds) => isOnly(kinds, [decisiveKind])) ? onlyNull : []),
  ]);
}

const typeOf = (kind: Kind) => (kind === 'true' || kind === 'false' ? 'boolean' : kind);

function kindsOfComparison(operator: ComparisonOperator, left: Kinds, right: Kinds): Kinds {
  const resultKinds = new Set<Kind>();
  const isEquality = operator === '=' || operator === '!=';
  for (const leftKind of left) {
    for (const rightKind of right) {
      const sameType = typeOf(leftKind) === typeOf(rightKind);
      const decided = isEquality
        ? sameType || leftKind === 'null' || rightKind === 'null'
        : sameType && (leftKind === 'number' || leftKind === 'text');
      for (const kind of decided ? booleans : onlyNull) resultKinds.add(kind);
    }
  }
  return resultKinds;
}

function kindsOfTest(value: Kinds, test: Test, kindsOfPart: (part: Expression) => Kinds): Kinds {
  switch (test.kind) {
    case 'bound':
      return kindsOfComparison(test.operator, value, kindsOfPart(test.limit));
    case 'range':
      return kindsOfConnective(
        [
          kindsOfComparison('>=', value, kindsOfPart(test.from)),
          kindsOfComparison('<=', value, kindsOfPart(test.to)),
        ],
        false,
      );
    case 'among': {
      const rightKinds = kindsOfPart(test.container);
      // A value is equal to the list, or is contained in it.
      return rightKinds.has('list') ? booleansOrNull : kindsOfComparison('=', value, rightKinds);
    }
    default:
      throw new MissingCase(test satisfies never);
  }
}

const kindsByFunction: Readonly<Record<FunctionName, (argumentKinds: readonly Kinds[]) => Kinds>> = {
  not: ([value = onlyNull]) =>
    new Set<Kind>([
      ...(value.has('true') ? (['false'] as const) : []),
      ...(value.has('false') ? (['true'] as const) : []),
      ...(isOnly(value, ['true', 'false']) ? [] : onlyNull),
    ]),
  contains: (argumentKinds) => resultOf(argumentKinds, 'text', booleans),
  'starts with': (argumentKinds) => resultOf(argumentKinds, 'text', booleans),
  'ends with': (argumentKinds) => resultOf(argumentKinds, 'text', booleans),
  matches: () => booleansOrNull,
  'string length': (argumentKinds) => resultOf(argumentKinds, 'text', ['number']),
  'upper case': (argumentKinds) => resultOf(argumentKinds, 'text', ['text']),
  'lower case': (argumentKinds) => resultOf(argumentKinds, 'text', ['text']),
  'list contains': ([list = onlyNull]) => resultOf([list], 'list', booleans),
  count: ([list = onlyNull]) => resultOf([list], 'list', ['number']),
  sum: () => numberOrNull,
  min: () => numberOrNull,
  max: () => numberOrNull,
  abs: () => numberOrNull,
  'round half up': () => numberOrNull,
  floor: () => numberOrNull,
  ceiling: () => numberOrNull,
  string: () => textOrNull,
  'string join': () => textOrNull,
  today: () => textOrNull,
  year: () => numberOrNull,
  month: () => numberOrNull,
  day: () => numberOrNull,
  'day difference': () => numberOrNull,
  'year difference': () => numberOrNull,
  'working day difference': () => numberOrNull,
  'add days': () => textOrNull,
  'add months': () => textOrNull,
  'add years': () => textOrNull,
  'add working days': () => textOrNull,
};

function kindsOfCall(name: FunctionName, argumentKinds: readonly Kinds[]): Kinds {
  return kindsByFunction[name](argumentKinds);
}

/** Checks whether the kinds include one that is neither true, false nor null. */
export function mayBeNonBoolean(kinds: Kinds): boolean {
  return !isOnly(kinds, ['true', 'false', 'null']);
}
