import { minuteText } from '../calendar/local-date.ts';

/** What follows the last dot of a name, in small letters; empty when there is no dot or nothing before it. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0
    ? name
        .slice(dot + 1)
        .trim()
        .toLowerCase()
    : '';
}

/** On a phone a name over 20 characters shows its first 8 and last 8 (S2 §2). */
export function shortFileName(name: string): string {
  const characters = [...name];
  if (characters.length <= 20) return name;
  return `${characters.slice(0, 8).join('')}...${characters.slice(-8).join('')}`;
}

/** The name that a new scan is offered: XF and the Chinese time, `XF20260302090507` (S2 §2). */
export function scanFileName(now: Date): string {
  const seconds = String(now.getUTCSeconds()).padStart(2, '0');
  return `XF${minuteText(now).replaceAll(/\D/g, '')}${seconds}`;
}
