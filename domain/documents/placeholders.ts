import { isLocalDate } from '../calendar/local-date.ts';
import {
  dateInFigures,
  dateInWords,
  moneyInCapitals,
  numberInCapitals,
  numberInWords,
} from './chinese-numbers.ts';

/** Facts that fill a document: texts, numbers, lists and groups of them, by name. */
export interface Facts {
  readonly [name: string]: Fact;
}
export type Fact = string | number | boolean | null | undefined | PictureFact | readonly Fact[] | Facts;

/** A signature: its picture where a document can draw it, elsewhere its text. */
export class PictureFact {
  readonly text: string;
  /** Id of the file with the picture. */
  readonly fileId: string;

  constructor(text: string, fileId: string) {
    this.text = text;
    this.fileId = fileId;
  }
}

/** Formats of a placeholder's value; a value that a format cannot write is returned as text. */
const formatters: Readonly<Record<string, (value: Fact) => string>> = {
  日期: (value) => formatDate(value, dateInFigures),
  大写日期: (value) => formatDate(value, dateInWords),
  数字: (value) => formatNumber(value, numberInWords),
  大写数字: (value) => formatNumber(value, numberInCapitals),
  大写金额: (value) => formatNumber(value, (yuan) => moneyInCapitals(Math.round(yuan * 100))),
};

/** Names of the formats, as they are written after the bar. */
export const placeholderFormatNames = Object.keys(formatters);

function formatDate(value: Fact, write: (date: string) => string): string {
  const text = textOf(value);
  return isLocalDate(text.slice(0, 10)) ? write(text.slice(0, 10)) : text;
}

function formatNumber(value: Fact, write: (number: number) => string): string {
  const text = textOf(value);
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? write(number) : text;
}

/** A placeholder as it is written in a text: `{{表单.字段}}` or `{{办件.受理日期|大写日期}}`. */
export interface DocumentPlaceholder {
  path: string;
  format: string | undefined;
}

const pattern = /\{\{([^{}|]*)(?:\|([^{}|]*))?\}\}/g;

/** Returns the placeholders of a text, in their order. */
export function placeholdersOf(text: string): DocumentPlaceholder[] {
  return [...text.matchAll(pattern)].map(([, path = '', format]) => ({
    path: path.trim(),
    format: format?.trim(),
  }));
}

/** Checks whether a text consists of a single placeholder, whose value then keeps its type. */
export function isPlaceholder(text: string): boolean {
  const [only, ...others] = placeholdersOf(text);
  const isAlone = others.length === 0 && text.replace(pattern, '').trim() === '';
  return only !== undefined && only.format === undefined && isAlone;
}

/** Returns the problems of a text with placeholders; `isKnown` checks that a path exists. */
export function checkPlaceholders(text: string, isKnown: (path: string) => boolean): string[] {
  const rest = text.replace(pattern, '');
  return [
    ...(rest.includes('{{') || rest.includes('}}') ? ['占位符的括号不成对'] : []),
    ...placeholdersOf(text).flatMap(({ path, format }) => [
      ...(path === '' ? ['占位符为空'] : isKnown(path) ? [] : [`没有占位符“${path}”`]),
      ...(format !== undefined && !Object.hasOwn(formatters, format) ? [`没有写法“${format}”`] : []),
    ]),
  ];
}

/** Returns the text with the paths of its placeholders renamed; their formats are unchanged. */
export function renamePlaceholders(text: string, rename: (path: string) => string): string {
  return text.replace(pattern, (_whole, path: string, format?: string) => {
    const formatPart = format === undefined ? '' : `|${format}`;
    return `{{${rename(path.trim())}${formatPart}}}`;
  });
}

/**
 * Returns the text with its placeholders filled; a missing value is empty, and placeholders inside a value
 * are not filled. `spendCharacters` is called with the number of characters of each part.
 */
export function fillText(text: string, facts: Facts, spendCharacters?: (characters: number) => void): string {
  spendCharacters?.(1 + text.length);
  return text.replace(pattern, (_whole, path: string, format?: string) => {
    const value = factAt(facts, path.trim());
    const name = format?.trim() ?? '';
    const write = Object.hasOwn(formatters, name) ? formatters[name] : undefined;
    const valueText = write === undefined ? textOf(value) : write(value);
    spendCharacters?.(valueText.length);
    return valueText;
  });
}

/**
 * Returns a text with its placeholders filled; those that name a picture stay empty, and their pictures follow the
 * text. A picture for which `canDraw` is false is filled in as text.
 */
export function fillWithPictures(
  text: string,
  facts: Facts,
  canDraw: (fileId: string) => boolean,
  spendCharacters?: (characters: number) => void,
): { text: string; pictures: string[] } {
  const pictures: string[] = [];
  const withoutPictures = text.replace(pattern, (whole, path: string) => {
    const fact = factAt(facts, path.trim());
    if (!(fact instanceof PictureFact) || !canDraw(fact.fileId)) return whole;
    pictures.push(fact.fileId);
    return '';
  });
  return { text: fillText(withoutPictures, facts, spendCharacters), pictures };
}

/** Returns the fact at a path such as `办件.流水号`. */
export function factAt(facts: Facts, path: string): Fact {
  let current: Fact = facts;
  for (const name of path.split('.')) {
    if (!isGroup(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

/** Returns a value as text: lists joined by 、, groups and missing values as an empty text. */
export function textOf(value: Fact): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (value instanceof PictureFact) return value.text;
  if (isList(value)) {
    return value
      .map(textOf)
      .filter((text) => text !== '')
      .join('、');
  }
  return typeof value === 'object' ? '' : String(value);
}

/** Returns the pictures in a fact, at any depth. */
export function picturesOfFact(fact: Fact): string[] {
  if (fact instanceof PictureFact) return [fact.fileId];
  if (isList(fact)) return fact.flatMap(picturesOfFact);
  return isGroup(fact) ? Object.values(fact).flatMap(picturesOfFact) : [];
}

function isGroup(value: Fact): value is Facts {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof PictureFact);
}

export function isList(value: Fact): value is readonly Fact[] {
  return Array.isArray(value);
}
