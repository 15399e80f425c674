import { minuteText } from '../calendar/local-date.ts';

/**
 * Returns the part of a name behind its last dot, in small letters; empty when there is no dot or nothing before it.
 */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0
    ? name
        .slice(dot + 1)
        .trim()
        .toLowerCase()
    : '';
}

/** Shortens a name over 20 characters on a phone to its first 8 and last 8 (S2 §2). */
export function shortFileName(name: string): string {
  const characters = [...name];
  if (characters.length <= 20) return name;
  return `${characters.slice(0, 8).join('')}...${characters.slice(-8).join('')}`;
}

/** Returns the name that a new scan is offered: XF and the Chinese time, `XF20260302090507` (S2 §2). */
export function scanFileName(now: Date): string {
  const seconds = String(now.getUTCSeconds()).padStart(2, '0');
  return `XF${minuteText(now).replaceAll(/\D/g, '')}${seconds}`;
}

/** Returns the names for one package: a repeated name gets a number behind it, regardless of capitals. */
export function numberDoubles(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const extension = extensionOf(name);
    const dot = extension === '' ? name.length : name.lastIndexOf('.');
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
      free = `${name.slice(0, dot)}(${number})${name.slice(dot)}`;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}

/**
 * Returns the name that is offered for a file made at that moment: the word for the file and the Chinese time (S2 §2).
 */
export function madeFileName(what: string, now: Date, extension: string): string {
  return `${scanFileName(now).replace(/^XF/, what)}.${extension}`;
}
