import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import { type FieldState, rowsOf } from '#domain/forms/field-state.ts';
import type { Option } from '#domain/forms/model.ts';
import type { Computation } from './computed-values.ts';
import type { EditLinkFields, EditLinkState } from './edit-link-fields.ts';
import type { AlternativeValue } from './field-basis.ts';
import { anchorOf, fieldAt, innerPlaceOf, rootOf } from './field-path.ts';
import type { FormContent, FormSettings } from './form-content.ts';
import type { FormProblems } from './form-problems.ts';

/** All data for drawing one field; the same object until one of its parts changes. */
export interface FieldView {
  /** The value as typed; for a table or list the keys of its rows. */
  value: unknown;
  visible: boolean;
  editable: boolean;
  required: boolean;
  disabled: boolean;
  masked: boolean;
  options: readonly Option[];
  /** The expression of a computed value in words; empty until it is loaded, null for a typed value. */
  computed: string | null;
  /** True if the value follows fields that this person does not see, so that only the server computes it. */
  isUnknown: boolean;
  /** State of a field that is read-only until its link is pressed; null if there is no link. */
  editLinkState: EditLinkState | null;
  problems: readonly string[];
  /**
   * The value to show next to the field's value: the value of another person, or the value that was typed here
   * before.
   */
  alternative: AlternativeValue | null;
}

/** A text that is being composed with an input method. */
export interface Composition {
  anchor: string;
  hasText: boolean;
  text: unknown;
  /** Shows the order's current values, which arrived meanwhile. */
  rebase?: () => void;
}

/** The parts of an open form from which a field is drawn. */
interface DrawnForm {
  form: CompiledForm;
  settings: FormSettings;
  content: FormContent;
  links: EditLinkFields;
  problems: FormProblems;
  computation: Computation | undefined;
  composition: Composition | undefined;
}

/** Returns the view of the field at a path. */
export function drawField(
  path: string,
  { form, settings, content, links, problems, computation, composition }: DrawnForm,
): FieldView {
  const state = content.stateAt(path);
  const typedValue = content.typedAt(path);
  const root = rootOf(path);
  const editLinkState = state?.editable ? links.stateOf(root) : null;
  const field = fieldAt(form, path);
  const isOfForm = innerPlaceOf(path) === undefined;
  const isTyped = state?.editable && !state.isSuggested && typedValue !== undefined;
  const isComposed = composition?.hasText && composition.anchor === anchorOf(content.values, path);
  const ownValue = isTyped ? typedValue : state?.value;
  return {
    value:
      field?.kind.nests === 'rows'
        ? rowsOf(state?.value ?? null).map((row, index) => String(row._uid ?? index))
        : isComposed
          ? composition.text
          : ownValue,
    // The views of a removed row's cells remain until React unmounts them.
    visible: state?.visible === true,
    editable: state?.editable === true && (editLinkState === null || editLinkState === 'open'),
    editLinkState: isOfForm ? editLinkState : null,
    required: state?.required === true,
    disabled: state?.disabled === true || state?.isSet === true,
    masked: content.isMasked(path),
    options: state?.options ?? [],
    computed: computedText(field, state, settings, computation),
    isUnknown:
      computation !== undefined &&
      field?.computed?.rule === 'always' &&
      state?.isSet === true &&
      state.isComputed !== true &&
      !('hiddenValue' in state),
    problems: problems.at(path),
    alternative: isOfForm ? (content.basis?.alternativeOf(root) ?? null) : null,
  };
}

function computedText(
  field: CompiledField | undefined,
  state: FieldState | undefined,
  { mode }: FormSettings,
  computation: Computation | undefined,
): string | null {
  if (!field?.computed || mode === 'read' || !(state?.isSet || state?.editable)) return null;
  return computation?.text(field) ?? '';
}
