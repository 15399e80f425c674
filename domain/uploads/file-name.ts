import { minuteText } from '../calendar/local-date.ts';

/**
 * Returns the part of a name after its last dot, in lower case; empty without a dot or without a name before
 * it.
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

/** Shortens a name of more than 20 characters, for phones, to its first 8 and last 8 (S2 §2). */
export function shortFileName(name: string): string {
  const characters = [...name];
  if (characters.length <= 20) return name;
  return `${characters.slice(0, 8).join('')}...${characters.slice(-8).join('')}`;
}

/** Returns the suggested name of a new scan: XF and the time in China, `XF20260302090507` (S2 §2). */
export function scanFileName(now: Date): string {
  const seconds = String(now.getUTCSeconds()).padStart(2, '0');
  return `XF${minuteText(now).replaceAll(/\D/g, '')}${seconds}`;
}

/** Returns the names for one package: a repeated name gets a number, ignoring case. */
export function numberDuplicates(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const extension = extensionOf(name);
    const dot = extension === '' ? name.length : name.lastIndexOf('.');
    let uniqueName = name;
    for (let number = 2; usedNames.has(uniqueName.toLowerCase()); number += 1) {
      uniqueName = `${name.slice(0, dot)}(${number})${name.slice(dot)}`;
    }
    usedNames.add(uniqueName.toLowerCase());
    return uniqueName;
  });
}

/**
 * Returns the suggested name of a file made at that time: the prefix and the time in China (S2 §2).
 */
export function suggestedFileName(prefix: string, now: Date, extension: string): string {
  return `${scanFileName(now).replace(/^XF/, prefix)}.${extension}`;
}
