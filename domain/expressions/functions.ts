import { countCharacters } from '../texts/characters.ts';
import type { Budget } from './budget.ts';
import { dayFunctions } from './day-functions.ts';
import {
  add,
  compareDecimals,
  Decimal,
  decimalText,
  isWide,
  negate,
  type Rounding,
  round,
} from './decimal.ts';
import type { Evaluation } from './evaluation.ts';
import { expressionLimits } from './limits.ts';
import { asValue, contains, isList, type Value } from './values.ts';

export interface FeelFunction {
  /** Smallest and largest number of arguments. */
  argumentCounts: readonly [min: number, max: number];
  /** True if the result depends on the current day or on the working days of the office. */
  needsCalendar?: true;
  call(args: readonly Value[], evaluation: Evaluation): Value;
}

/** Returns a function of texts; any other value makes it null. */
function functionOfTexts(
  count: 1 | 2,
  compute: (texts: readonly string[], budget: Budget) => Value,
): FeelFunction {
  return {
    argumentCounts: [count, count],
    call: (args, { budget }) =>
      args.every((value) => typeof value === 'string') ? compute(args as readonly string[], budget) : null,
  };
}

/** Returns the values of a list that count, in forms without the empty ones. */
function filledOf(values: readonly unknown[], { budget, skipsBlanks }: Evaluation): readonly Value[] {
  budget.spend(values.length);
  const all = values.map(asValue);
  // Each of the others is brought to the same number of places.
  if (all.some(isWide)) budget.spend(values.length * expressionLimits.stepsOfWideNumber);
  return skipsBlanks ? all.filter((value) => value !== null && value !== '') : all;
}

/**
 * Returns a function of numbers, given one by one or as a list; null if another value is among them, or none.
 */
function functionOfNumbers(compute: (numbers: readonly Decimal[]) => Decimal | null): FeelFunction {
  return {
    argumentCounts: [1, 100],
    call(args, evaluation) {
      const [first = null] = args;
      const values = filledOf(args.length === 1 && isList(first) ? first : args, evaluation);
      if (values.length === 0 || !values.every((value) => value instanceof Decimal)) return null;
      return compute(values as readonly Decimal[]);
    },
  };
}

function rounding(kind: Rounding, argumentCounts: FeelFunction['argumentCounts']): FeelFunction {
  return {
    argumentCounts,
    call([value = null, places = new Decimal(0n, 0)]) {
      if (!(value instanceof Decimal) || !(places instanceof Decimal)) return null;
      const count = Number(decimalText(places));
      return Number.isInteger(count) && count >= 0 && count <= maxPlaces ? round(value, count, kind) : null;
    },
  };
}

const maxPlaces = 30;

const decimalOfCount = (count: number) => new Decimal(BigInt(count), 0);

/** The functions that an expression may call; `matches` is parsed with its pattern and is not called here. */
const functions = {
  not: { argumentCounts: [1, 1], call: ([value]) => (typeof value === 'boolean' ? !value : null) },
  contains: functionOfTexts(2, ([text = '', part = ''], budget) => {
    // The slowest search reads the part again at every character.
    budget.spendOnCharacters(text.length * Math.max(1, part.length / 10));
    return text.includes(part);
  }),
  'starts with': functionOfTexts(2, ([text = '', part = ''], budget) => {
    budget.spendOnCharacters(part.length);
    return text.startsWith(part);
  }),
  'ends with': functionOfTexts(2, ([text = '', part = ''], budget) => {
    budget.spendOnCharacters(part.length);
    return text.endsWith(part);
  }),
  matches: { argumentCounts: [2, 2], call: () => null },
  'string length': functionOfTexts(1, ([text = ''], budget) => {
    budget.spendOnCharacters(text.length);
    return decimalOfCount(countCharacters(text));
  }),
  'upper case': functionOfTexts(1, ([text = ''], budget) => {
    budget.spendOnCharacters(text.length);
    return text.toUpperCase();
  }),
  'lower case': functionOfTexts(1, ([text = ''], budget) => {
    budget.spendOnCharacters(text.length);
    return text.toLowerCase();
  }),
  string: {
    argumentCounts: [1, 1],
    call([value = null], { skipsBlanks }) {
      if (value instanceof Decimal) return decimalText(value);
      if (typeof value === 'string') return value;
      return value === null && skipsBlanks ? '' : null;
    },
  },
  'string join': {
    argumentCounts: [1, 2],
    call([list = null, separator = ''], evaluation) {
      if (!isList(list) || typeof separator !== 'string') return null;
      const texts = filledOf(list, evaluation).filter((value) => value !== null);
      if (!texts.every((value) => typeof value === 'string')) return null;
      const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0);
      evaluation.budget.spendOnCharacters(length);
      return texts.join(separator);
    },
  },
  'list contains': {
    argumentCounts: [2, 2],
    call: ([list = null, value = null], { budget }) =>
      isList(list) ? contains(list, asValue(value), budget) : null,
  },
  count: {
    argumentCounts: [1, 1],
    call([list = null], evaluation) {
      if (!isList(list)) return null;
      return decimalOfCount(evaluation.skipsBlanks ? filledOf(list, evaluation).length : list.length);
    },
  },
  sum: functionOfNumbers((numbers) =>
    numbers.reduce<Decimal | null>((total, value) => total && add(total, value), new Decimal(0n, 0)),
  ),
  min: functionOfNumbers((numbers) =>
    numbers.reduce((smallest, value) => (compareDecimals(value, smallest) < 0 ? value : smallest)),
  ),
  max: functionOfNumbers((numbers) =>
    numbers.reduce((largest, value) => (compareDecimals(value, largest) > 0 ? value : largest)),
  ),
  abs: {
    argumentCounts: [1, 1],
    call: ([value]) => (value instanceof Decimal ? (value.digits < 0n ? negate(value) : value) : null),
  },
  'round half up': rounding('halfUp', [2, 2]),
  floor: rounding('floor', [1, 2]),
  ceiling: rounding('ceiling', [1, 2]),
  ...dayFunctions,
} satisfies Record<string, FeelFunction>;

export type FunctionName = keyof typeof functions;

export const feelFunctions: Readonly<Record<FunctionName, FeelFunction>> = functions;

export const functionNames = Object.keys(functions) as FunctionName[];

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}
