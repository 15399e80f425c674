import { countCharacters } from '../../texts/characters.ts';
import type { Budget } from './budget.ts';
import { asValue, contains, finiteOrNull, isList, type Value } from './values.ts';

interface FeelFunction {
  /** Smallest and largest number of arguments. */
  argumentCounts: readonly [min: number, max: number];
  call(args: readonly Value[], budget: Budget): Value;
}

/** Returns a function of texts; any other value makes it null. */
function functionOfTexts(
  count: 1 | 2,
  compute: (texts: readonly string[], budget: Budget) => Value,
): FeelFunction {
  return {
    argumentCounts: [count, count],
    call: (args, budget) =>
      args.every((value) => typeof value === 'string') ? compute(args as readonly string[], budget) : null,
  };
}

/**
 * Returns a function of numbers, given one by one or as a list; null if another value is among them, or none.
 */
function functionOfNumbers(compute: (numbers: readonly number[]) => number): FeelFunction {
  return {
    argumentCounts: [1, 100],
    call(args, budget) {
      const [first = null] = args;
      const values = args.length === 1 && isList(first) ? first : args;
      budget.spend(values.length);
      if (values.length === 0 || !values.every((value) => typeof value === 'number')) return null;
      return finiteOrNull(compute(values as readonly number[]));
    },
  };
}

/** The functions that a condition may call; `matches` is parsed with its pattern and is not called here. */
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
    return countCharacters(text);
  }),
  'upper case': functionOfTexts(1, ([text = ''], budget) => {
    budget.spendOnCharacters(text.length);
    return text.toUpperCase();
  }),
  'lower case': functionOfTexts(1, ([text = ''], budget) => {
    budget.spendOnCharacters(text.length);
    return text.toLowerCase();
  }),
  'list contains': {
    argumentCounts: [2, 2],
    call: ([list = null, value = null], budget) =>
      isList(list) ? contains(list, asValue(value), budget) : null,
  },
  count: { argumentCounts: [1, 1], call: ([list = null]) => (isList(list) ? list.length : null) },
  sum: functionOfNumbers((numbers) => numbers.reduce((total, value) => total + value, 0)),
  min: functionOfNumbers((numbers) => numbers.reduce((smallest, value) => Math.min(smallest, value))),
  max: functionOfNumbers((numbers) => numbers.reduce((largest, value) => Math.max(largest, value))),
} satisfies Record<string, FeelFunction>;

export type FunctionName = keyof typeof functions;

export const feelFunctions: Readonly<Record<FunctionName, FeelFunction>> = functions;

export const functionNames = Object.keys(functions) as FunctionName[];

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}
