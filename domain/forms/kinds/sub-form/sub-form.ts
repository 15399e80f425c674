import type { FieldKind } from '../kind.ts';
import { groupKind } from '../object/object.ts';

/**
 * Fields that belong together, and are filled in in a dialog of their own (S2 §1). Nobody sees them before the
 * dialog is opened, so an optional sub-form that is empty needs none of them.
 */
export const subForm: FieldKind<Readonly<Record<string, unknown>>> = {
  ...groupKind('sub-form'),
  mayStayEmpty: true,
};
