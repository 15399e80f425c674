import type { FormComponent } from '#domain/enumerations/form-component.ts';
import { isBlankValue } from '../../blank-value.ts';
import type { FieldKind } from '../kind.ts';

/** The values of the fields of a group by their ids. */
type ValueGroup = Readonly<Record<string, unknown>>;

/** Fields that belong together, such as the parts of an address, with one value. */
export const object: FieldKind<ValueGroup> = groupKind('object');

/** Returns a kind whose value holds the values of several fields; it is empty if all of them are. */
export function groupKind(component: FormComponent): FieldKind<ValueGroup> {
  return {
    component,
    empty: {},
    holdsValue: true,
    wide: true,
    takesOptions: false,
    holdsFiles: false,
    searchable: true,
    usableInCondition: false,
    nests: 'group',
    textual: false,
    maskable: false,
    takesSeveral: () => false,
    normalise(raw) {
      if (raw === null) return {};
      return typeof raw === 'object' && raw !== undefined && !Array.isArray(raw)
        ? (raw as ValueGroup)
        : undefined;
    },
    isEmpty: isBlankValue,
    validate: () => [],
    // The fields of the group have texts of their own.
    text: (value) => (isBlankValue(value) ? '' : '已填写'),
  };
}
