import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { controlId } from './field-path.ts';
import type { FieldView } from './field-view.ts';
import styles from './form.module.css';
import { isReplaceable } from './form-part.ts';
import type { FormStore } from './form-store.ts';
import { LazyInterfaceField } from './interfaces/LazyInterfaceField.tsx';
import { useKindView } from './kind-view.ts';

interface FieldControlProps {
  field: CompiledField;
  store: FormStore;
  path: string;
  idPrefix: string;
  view: FieldView;
  /** Id of the label, or the name itself if there is no label next to the control. */
  labelledBy?: string;
  label?: string;
  describedBy?: string;
}

/** Shows the editor of a field, or its text if it is read-only. */
export function FieldControl(props: FieldControlProps) {
  const { field, store, path, idPrefix, view } = props;
  const { Editor, Text } = useKindView(field.kindName);
  const { options } = view;
  const value = shapeOf(field, view.value);
  // A dialog of the field may answer after its row has moved.
  const anchor = store.anchorOf(path);
  const atCurrentPath = (act: (current: string) => void) => {
    const current = store.pathAt(anchor);
    if (current !== undefined) act(current);
  };

  const isComputed = view.computed !== null && !view.editable;
  if ((!view.editable && !view.disabled) || isComputed) {
    const id = controlId(idPrefix, path);
    if (Text) {
      return (
        <div id={id} className={styles.text}>
          <Text {...{ field, store, path, idPrefix, value, options }} />
        </div>
      );
    }
    const text = field.kind.text(value, { props: field.props, options });
    const shown = text === '' ? <span className={styles.blank}>—</span> : text;
    if (!isComputed)
      return (
        <div id={id} className={styles.text}>
          {shown}
        </div>
      );
    // A reader of the screen is told the new value when its sources change.
    return (
      <output
        id={id}
        className={styles.text}
        aria-describedby={props.describedBy}
        aria-label={props.label}
        aria-labelledby={props.labelledBy}
      >
        {shown}
      </output>
    );
  }
  const editorProps = {
    ...{ field, store, path, idPrefix, value, options },
    control: {
      id: controlId(idPrefix, path),
      'aria-labelledby': props.labelledBy,
      'aria-label': props.label,
      'aria-describedby': props.describedBy,
      'aria-invalid': view.problems.length > 0 ? (true as const) : undefined,
      'aria-required': view.required && !isReplaceable(store, path) ? (true as const) : undefined,
    },
    disabled: !view.editable,
    masked: view.masked,
    onBlur: () => atCurrentPath((current) => store.validateField(current)),
    onChange: (next: unknown) => atCurrentPath((current) => store.change(current, next)),
  };
  if (field.interfaces) return <LazyInterfaceField {...editorProps} Editor={Editor} />;
  return <Editor {...editorProps} />;
}

/**
 * Returns the value of a text exactly as typed, with trailing blanks, also where its kind cannot read it; any other
 * value in the shape of its kind.
 */
function shapeOf({ kind }: CompiledField, value: unknown): unknown {
  const isTyped =
    typeof value === 'string' && (typeof kind.empty === 'string' || kind.problemOfText?.(value));
  return isTyped ? value : (kind.normalise(value ?? null) ?? kind.empty);
}

/** Returns the events of the element around a control that compose its text with an input method. */
export function compositionEvents({ columns }: CompiledField, store: FormStore, path: string) {
  // The cells of a table have events of their own.
  if (columns.length > 0) return {};
  return {
    onCompositionStart: () => store.beginComposition(path),
    onCompositionEnd: () => store.endComposition(),
  };
}
