import { mask } from '#domain/sensitive/masks.ts';
import type { FormOffice, Values } from './form-office.ts';

/** Returns every value that a page shows in its fields, anywhere. */
export function textsOn({ content, initContent, typedBefore }: ReturnType<FormOffice['show']>): Set<string> {
  return new Set(
    [content, initContent, typedBefore].flatMap((values) =>
      Object.entries(values).map(([id, value]) => labelOf(id, value)),
    ),
  );
}

/** Returns a value as people read it: secrets masked, rows without their keys. */
export function labelOf(id: string, value: unknown): string {
  if (id === 's') return `s=${masked(value)}`;
  if (id !== 'd') return `${id}=${value ?? ''}`;
  const rows = Array.isArray(value) ? (value as Values[]) : [];
  return `d=${JSON.stringify(rows.map(({ a, phone }) => [a ?? '', masked(phone)]))}`;
}

function masked(value: unknown): string {
  return typeof value === 'string' && value !== '' ? mask('mobile', value) : '';
}
