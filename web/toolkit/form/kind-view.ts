import { createContext, type ReactNode, use } from 'react';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import type { KindName, ValueOfKind } from '#domain/forms/kinds/kinds.ts';
import type { Option } from '#domain/forms/model.ts';
import type { FormStore } from './form-store.ts';

/** Attributes of the focusable element, for all kinds. */
export interface ControlAttributes {
  id: string;
  'aria-labelledby'?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

export interface FieldEditorProps<Value = unknown> {
  field: CompiledField;
  store: FormStore;
  path: string;
  idPrefix: string;
  value: Value;
  options: readonly Option[];
  /** The state of options that an interface lists. */
  optionsNotice?: OptionsNotice;
  disabled: boolean;
  masked: boolean;
  control: ControlAttributes;
  onChange(value: Value): void;
  onBlur(): void;
}

export interface OptionsNotice {
  isLoading: boolean;
  /** Shown in place of an empty list. */
  text: string;
  failure?: string | undefined;
  onRetry(): void;
}

export interface FieldTextProps<Value = unknown> {
  field: CompiledField;
  store: FormStore;
  path: string;
  idPrefix: string;
  value: Value;
  options: readonly Option[];
}

/**
 * The part of a field kind that draws it on a desktop. Methods, so that the registry can contain kinds of
 * different values: each receives only values that the domain part of its kind has normalised.
 */
export interface KindView<Value = unknown> {
  Editor(props: FieldEditorProps<Value>): ReactNode;
  /** Read-only view, if the kind's text is not enough. */
  Text?(props: FieldTextProps<Value>): ReactNode;
}

/** One set of views: a desktop and a phone have different ones over the same store. */
export type KindViews = { readonly [Name in KindName]: KindView<ValueOfKind<Name>> };

export const KindViewsContext = createContext<KindViews | undefined>(undefined);

export function useKindView(name: KindName): KindView {
  const views = use(KindViewsContext);
  if (!views) throw new Error('A field is rendered outside a form');
  return views[name] as KindView;
}
