import { countCharacters } from '../../texts/characters.ts';
import type { Budget } from './budget.ts';
import { asValue, contains, finite, isList, type Value } from './values.ts';

interface FeelFunction {
  /** Smallest and largest number of arguments. */
  takes: readonly [least: number, most: number];
  call(given: readonly Value[], budget: Budget): Value;
}

/** Returns a function of texts; any other value makes it null. */
function functionOfTexts(
  count: 1 | 2,
  work: (texts: readonly string[], budget: Budget) => Value,
): FeelFunction {
  return {
    takes: [count, count],
    call: (given, budget) =>
      given.every((value) => typeof value === 'string') ? work(given as readonly string[], budget) : null,
  };
}

/**
 * Returns a function of numbers, given one by one or as a list; null if another value is among them, or none.
 */
function functionOfNumbers(work: (numbers: readonly number[]) => number): FeelFunction {
  return {
    takes: [1, 100],
    call(given, budget) {
      const [first = null] = given;
      const values = given.length === 1 && isList(first) ? first : given;
      budget.spend(values.length);
      if (values.length === 0 || !values.every((value) => typeof value === 'number')) return null;
      return finite(work(values as readonly number[]));
    },
  };
}

/** The functions that a condition may call; `matches` is parsed with its pattern and is not called here. */
const functions = {
  not: { takes: [1, 1], call: ([value]) => (typeof value === 'boolean' ? !value : null) },
  contains: functionOfTexts(2, ([text = '', part = ''], budget) => {
    // The slowest search reads the part again at every character.
    budget.read(text.length * Math.max(1, part.length / 10));
    return text.includes(part);
  }),
  'starts with': functionOfTexts(2, ([text = '', part = ''], budget) => {
    budget.read(part.length);
    return text.startsWith(part);
  }),
  'ends with': functionOfTexts(2, ([text = '', part = ''], budget) => {
    budget.read(part.length);
    return text.endsWith(part);
  }),
  matches: { takes: [2, 2], call: () => null },
  'string length': functionOfTexts(1, ([text = ''], budget) => {
    budget.read(text.length);
    return countCharacters(text);
  }),
  'upper case': functionOfTexts(1, ([text = ''], budget) => {
    budget.read(text.length);
    return text.toUpperCase();
  }),
  'lower case': functionOfTexts(1, ([text = ''], budget) => {
    budget.read(text.length);
    return text.toLowerCase();
  }),
  'list contains': {
    takes: [2, 2],
    call: ([list = null, value = null], budget) =>
      isList(list) ? contains(list, asValue(value), budget) : null,
  },
  count: { takes: [1, 1], call: ([list = null]) => (isList(list) ? list.length : null) },
  sum: functionOfNumbers((numbers) => numbers.reduce((total, value) => total + value, 0)),
  min: functionOfNumbers((numbers) => numbers.reduce((least, value) => Math.min(least, value))),
  max: functionOfNumbers((numbers) => numbers.reduce((most, value) => Math.max(most, value))),
} satisfies Record<string, FeelFunction>;

export type FunctionName = keyof typeof functions;

export const feelFunctions: Readonly<Record<FunctionName, FeelFunction>> = functions;

export const functionNames = Object.keys(functions) as FunctionName[];

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}
