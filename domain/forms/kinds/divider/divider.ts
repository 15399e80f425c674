import { heading } from '../heading/heading.ts';
import type { FieldKind } from '../kind.ts';

/** Draws a line between the fields of a section; it holds no value. */
export const divider: FieldKind<null> = { ...heading, component: 'divider' };
