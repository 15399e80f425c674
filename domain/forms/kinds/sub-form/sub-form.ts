import { groupKind } from '../object/object.ts';

/** Fields that belong together, and are filled in in a dialog of their own (S2 §1). */
export const subForm = groupKind('sub-form');
