import { FieldAccess, type FieldAuthority } from './authority.ts';
import type { CompiledField } from './compiled-form.ts';
import type { ComputedValue } from './computed/computer.ts';
import type { CompiledCondition, KnownResult } from './condition.ts';
import { type TableRow, table } from './kinds/table/table.ts';
import { type Option, optionsOf } from './model.ts';
import { type PatternCost, PatternCostExceededError } from './pattern-cost.ts';

/** The state of a field after authority and linkage. */
export interface FieldState {
  /** The authority of the node over the field. */
  access: FieldAuthority;
  visible: boolean;
  /** True if linkage hides the field, whatever its authority. */
  isHiddenByLinkage: boolean;
  /** True if the field can be edited: visible, of authority 2, neither disabled nor set by linkage. */
  editable: boolean;
  required: boolean;
  disabled: boolean;
  /** True if linkage or an expression sets the value. */
  isSet: boolean;
  /** True if the value was computed now: nobody types it, but it is checked like a typed one. */
  isComputed?: boolean;
  /** True if the value was computed now, and counts until a person types another. */
  isSuggested?: boolean;
  /** The computed value of a field that this person does not see. */
  hiddenValue?: unknown;
  options: readonly Option[];
  /**
   * The effective value: empty if hidden or not readable, the linkage's if set, the stored one if the field cannot be
   * edited.
   */
  value: unknown;
}

interface FieldInput {
  read(id: string): unknown;
  access: FieldAuthority;
  submitted: unknown;
  stored: unknown;
  holds: ConditionCheck;
  /** True if linkage hides the heading above the field. */
  isSectionHidden?: boolean;
  /** True if linkage disables the group around the field. */
  isDisabled?: boolean;
  /** The computed value, if the field is computed here. */
  computed?: ComputedValue | undefined;
}

export type ConditionCheck = (when: CompiledCondition, read: (id: string) => unknown) => boolean;

/**
 * Returns a function that evaluates conditions within the remaining work limit. A condition that needs more
 * does not hold and is reported by `onLimitExceeded`; when the limit is used up, conditions are reported without
 * being evaluated.
 */
export function createConditionCheck(
  work: PatternCost,
  known: KnownResult,
  onLimitExceeded: () => void,
): ConditionCheck {
  return (when, read) => {
    if (work.isSpent) {
      onLimitExceeded();
      return false;
    }
    try {
      return when.holds(read, work, known);
    } catch (error) {
      if (!(error instanceof PatternCostExceededError)) throw error;
      onLimitExceeded();
      return false;
    }
  };
}

/** Returns the state of a field after authority, linkage and its computed value. */
export function resolveField(
  field: CompiledField,
  {
    read,
    access,
    submitted,
    stored,
    holds,
    isSectionHidden = false,
    isDisabled = false,
    computed,
  }: FieldInput,
): FieldState {
  let isShown = !field.hiddenUntilShown;
  let isHidden = isSectionHidden;
  let required = field.required;
  let disabled = isDisabled;
  let options = field.options;
  let setEffect: { setValue: unknown } | undefined;
  for (const { when, effects } of field.linkage) {
    if (!holds(when, read)) continue;
    for (const effect of effects) {
      if (effect === 'show') isShown = true;
      else if (effect === 'hide') isHidden = true;
      else if (effect === 'require') required = true;
      else if (effect === 'disable') disabled = true;
      else if ('setValue' in effect) setEffect = effect;
      else options = optionsOf(effect) ?? options;
    }
  }
  const isHiddenByLinkage = !isShown || isHidden;
  const visible = !isHiddenByLinkage && access !== FieldAccess.hidden;
  const known = computed === 'unknown' ? undefined : computed;
  const isComputed = known?.rule === 'set';
  if (isComputed || computed === 'unknown') setEffect = undefined;
  const isSet =
    (setEffect !== undefined && access === FieldAccess.editable) || isComputed || computed === 'unknown';
  const editable = visible && access === FieldAccess.editable && !disabled && !isSet;
  const { kind } = field;
  const storedValue = readValue(field, stored);
  const value = !visible
    ? kind.empty
    : known && (isComputed || editable)
      ? known.value
      : setEffect && isSet
        ? (kind.normalise(setEffect.setValue) ?? kind.empty)
        : editable && submitted !== undefined
          ? readValue(field, submitted)
          : storedValue;
  return {
    access,
    visible,
    isHiddenByLinkage,
    editable,
    required: required && visible,
    disabled,
    isSet,
    options,
    value,
    ...(isComputed && (visible ? { isComputed } : { hiddenValue: known.value })),
    ...(known && !isComputed && editable && { isSuggested: true }),
  };
}

/** Checks whether conditions read a hidden field as it is here, and not with the value that the server has. */
export function isDecided(state: FieldState): boolean {
  return state.isHiddenByLinkage || 'hiddenValue' in state;
}

/** Checks whether a value was computed now, also one that this person does not see. */
export function isComputed(state: FieldState): boolean {
  return state.isComputed === true || 'hiddenValue' in state;
}

/** Checks whether a person can correct the value: by typing it, or through the fields that it is computed from. */
export function isChecked({ editable, isComputed, visible }: FieldState): boolean {
  return editable || (isComputed === true && visible);
}

/** Returns a value as its kind reads it; the empty value if it cannot. */
export function readValue({ kind }: CompiledField, value: unknown): unknown {
  return kind.normalise(value ?? null) ?? kind.empty;
}

/** Returns the value of a field that conditions compare. */
export function comparedValue(field: CompiledField | undefined, value: unknown): unknown {
  return field?.kind.compared && value !== undefined ? field.kind.compared(value, field.props) : value;
}

export function rowsOf(value: unknown): readonly TableRow[] {
  return table.normalise(value) ?? [];
}

/** Returns the value of an own key of the object; inherited ones such as `constructor` are ignored. */
export function ownValue(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
