import { readCompoundFile } from '#domain/uploads/compound-file.ts';
import { dangerOfCompound, kindOfCompound } from '#domain/uploads/compound-policy.ts';
import { inflate } from './inflate.ts';
import type { Inspection } from './inspection.ts';

/** An old office file, or an object inside a new one. */
export function inspectCompound(bytes: Uint8Array): Inspection {
  const file = readCompoundFile(bytes);
  if (!file) return { kind: 'cfb', danger: 'broken' };
  return { kind: kindOfCompound(file), danger: dangerOfCompound(file, inflate) };
}
