import type { FormComponent } from '#domain/enumerations/form-component.ts';
import type { FieldProps, Option } from '../model.ts';

/** Facts that a kind needs of its field; `options` are those in force after linkage. */
export interface KindContext {
  props: FieldProps;
  options: readonly Option[];
}

/**
 * The domain half of a field kind. Methods, not function properties: the registry holds kinds of different values,
 * and each is only ever given what its own `normalise` answered.
 */
export interface FieldKind<Value = unknown> {
  component: FormComponent;
  empty: Value;
  /** Headings structure the form and hold no value. */
  holdsValue: boolean;
  /** Takes both columns of the grid unless the model says otherwise. */
  wide: boolean;
  takesOptions: boolean;
  /** The value lists files that were uploaded. */
  holdsFiles: boolean;
  /** Words of the value are found inside it by the combined query. */
  searchable: boolean;
  /** The condition of a step may ask for the value. */
  askable: boolean;
  /** Typed text, so that it may have a length, a format or an example. */
  textual: boolean;
  /** True where a masked text can replace the value. */
  maskable: boolean;
  /** True where a field with these properties may have several options or things at once. */
  takesSeveral(props: FieldProps): boolean;
  /** The value in its own shape, copied; undefined when `raw` is not a value of this kind. */
  normalise(raw: unknown): Value | undefined;
  isEmpty(value: Value): boolean;
  /** Everything wrong with the value by itself, in Chinese; required and named rules are not its business. */
  validate(value: Value, context: KindContext): string[];
  /** Returns the text of the value in a document, an export or a read-only view. */
  text(value: Value, context: KindContext): string;
}

/** Checks for a field whose value is one of its options. */
export function takesOneOption({
  kind,
  props,
}: {
  kind: Pick<FieldKind, 'takesOptions' | 'takesSeveral'>;
  props: FieldProps;
}): boolean {
  return kind.takesOptions && !kind.takesSeveral(props);
}

/**
 * Returns the value as its kind reads it, else what stood there. A number taken away is null and is meant:
 * only undefined is no value.
 */
export function readOr<Value>(kind: FieldKind<Value>, raw: unknown, before: Value): Value {
  const value = kind.normalise(raw);
  return value === undefined ? before : value;
}

const labels = new WeakMap<readonly Option[], ReadonlyMap<string, string>>();

/** Returns the labels of options by their values, looked up once for each list: a table asks for them at every cell. */
export function labelsOf(options: readonly Option[]): ReadonlyMap<string, string> {
  const known = labels.get(options);
  if (known !== undefined) return known;
  // The first of two options with one value counts.
  const made = new Map(options.toReversed().map(({ value, label }) => [value, label]));
  labels.set(options, made);
  return made;
}

/** The label of an option, or the bare value when the option has gone from the model since. */
export function labelOf(value: string, options: readonly Option[]): string {
  return labelsOf(options).get(value) ?? value;
}
