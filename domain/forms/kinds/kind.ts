import type { FormComponent } from '#domain/enumerations/form-component.ts';
import type { FieldProps, Option } from '../model.ts';

/** Data of the field that a kind needs; `options` are those in force after linkage. */
export interface KindContext {
  props: FieldProps;
  options: readonly Option[];
  /** True where the value may be incomplete, because it is stored before it is submitted. */
  allowsIncomplete?: boolean | undefined;
}

/** Reads the entries of a value that is a list of people, roles or organisations of the office. */
export interface DirectoryEntries {
  /** The word for such an entry in messages. */
  word: string;
  /** Returns the key of an entry in the directory; undefined if it is none. */
  keyOf(entry: unknown): string | undefined;
  nameOf(entry: unknown): string;
  withName(entry: unknown, name: string): unknown;
}

/** A part of a value that readers without a right to it get masked. */
export interface SecretPart {
  mask(text: string): string;
  /** True if documents print the part in full, such as the name of the person to whom they are addressed. */
  isPrinted?: true;
}

/** Checks whether the text of a part is a mask. */
export function isMaskedPart(part: SecretPart, text: string): boolean {
  return text.includes('*') && part.mask(text) === text;
}

/**
 * The domain part of a field kind. These are methods, not function properties, because the registry contains
 * kinds with different value types; each kind only receives values that its own `normalise` returned.
 */
export interface FieldKind<Value = unknown> {
  component: FormComponent;
  empty: Value;
  /** Headings structure the form and hold no value. */
  holdsValue: boolean;
  /** True if the field takes both columns of the grid by default. */
  wide: boolean;
  takesOptions: boolean;
  /** The value lists files that were uploaded. */
  holdsFiles: boolean;
  /** True if the combined query searches for words inside the value. */
  searchable: boolean;
  /** True if the condition of a step may use the value. */
  usableInCondition: boolean;
  /** The type of the values in the condition of a step; text if it is left out. */
  comparesAs?: 'number' | 'boolean';
  /** Levels of options that the kind has, if its options are a tree. */
  optionLevels?: number;
  /** True if the value is a way through the options, not one or several of them. */
  choosesPath?: true;
  /** The choices that every field of the kind has, which its author does not set. */
  ownOptions?: readonly Option[];
  /**
   * Arrangement of the values of the fields inside the field: in rows, or as one group; undefined for a kind without
   * fields of its own.
   */
  nests?: 'rows' | 'group';
  /** True if the fields inside need no value while all of them are empty and the field itself is optional. */
  mayStayEmpty?: true;
  /** The word that counts rows: 行 or 项. */
  rowWord?: string;
  /** True for typed text, which may have a length, a format or an example. */
  textual: boolean;
  /** True if a masked text can replace the value. */
  maskable: boolean;
  /** The value lists entries of the office's directory, whose names the server looks up. */
  directory?: DirectoryEntries;
  /** Parts of a value that is an object, which are masked for readers; such a value is always encrypted. */
  secretParts?: Readonly<Record<string, SecretPart>>;
  /** True if no reader gets the value back: it is always encrypted, and a mask stands for it. */
  writeOnly?: true;
  /** True where a field with these properties may have several options or things at once. */
  takesSeveral(props: FieldProps): boolean;
  /** Returns a copy of the value in the shape of this kind; undefined if `raw` is no value of this kind. */
  normalise(raw: unknown): Value | undefined;
  /**
   * Returns why a typed text is no value of this kind; only for kinds that are typed as text and hold another type.
   */
  problemOfText?(text: string): string | undefined;
  isEmpty(value: Value): boolean;
  /**
   * Returns every problem of the value itself, in Chinese; required values and named rules are checked
   * elsewhere.
   */
  validate(value: Value, context: KindContext): string[];
  /** Returns the problem of properties that do not fit together in a form to be published. */
  problemOfProps?(props: FieldProps): string | undefined;
  /** Returns the text of the value in a document, an export or a read-only view. */
  text(value: Value, context: KindContext): string;
  /** Returns the value that conditions compare, if it is not the value itself. */
  compared?(value: unknown, props: FieldProps): unknown;
  /** Returns the text that rules of length and format check, if it is not the value itself. */
  ruleText?(value: unknown): string;
}

/** Checks whether the value of a field is one of a list of options. */
export function isSingleChoice({
  kind,
  props,
}: {
  kind: Pick<FieldKind, 'takesOptions' | 'takesSeveral' | 'optionLevels'>;
  props: FieldProps;
}): boolean {
  return kind.takesOptions && kind.optionLevels === undefined && !kind.takesSeveral(props);
}

const labels = new WeakMap<readonly Option[], ReadonlyMap<string, string>>();

/** Returns the labels of options by value, cached for each list, because a table needs them in every cell. */
export function labelsOf(options: readonly Option[]): ReadonlyMap<string, string> {
  const cached = labels.get(options);
  if (cached !== undefined) return cached;
  // If two options have the same value, the first one counts.
  const created = new Map(options.toReversed().map(({ value, label }) => [value, label]));
  labels.set(options, created);
  return created;
}

/** Returns the label of an option, or the value itself if the model no longer has the option. */
export function labelOf(value: string, options: readonly Option[]): string {
  return labelsOf(options).get(value) ?? value;
}
