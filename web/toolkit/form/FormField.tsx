import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { joinClasses } from '../styles/join-classes.ts';
import { AlternativeValueField } from './AlternativeValueField.tsx';
import { EditLink } from './EditLink.tsx';
import { compositionEvents, FieldControl } from './FieldControl.tsx';
import { FieldDivider } from './FieldDivider.tsx';
import { FieldProblems } from './FieldProblems.tsx';
import { FieldTitle } from './FieldTitle.tsx';
import { controlId } from './field-path.ts';
import type { FieldView } from './field-view.ts';
import styles from './form.module.css';
import { useFormContext } from './form-context.ts';
import { type FormPart, isInPart, isReplaceable, isRequested, needsWholeRow } from './form-part.ts';
import type { FormStore } from './form-store.ts';
import { LazySampleFiles } from './LazySampleFiles.tsx';
import nestedStyles from './nested-fields.module.css';
import { useFieldView } from './use-form.ts';

interface FormFieldProps {
  field: CompiledField;
  store: FormStore;
  idPrefix: string;
  part?: FormPart;
  /** Path of the field, if it is inside another one. */
  path?: string;
}

/** Shows one field with its label, help and problems; renders again only if this field has changed. */
export const FormField = memo(function FormField({
  field,
  store,
  idPrefix,
  part,
  path = field.id,
}: FormFieldProps) {
  const view = useFieldView(store, path);
  const { markOf } = useFormContext();
  const element = useRef<HTMLDivElement>(null);
  const { editLinkState } = view;
  const requestsInput = isRequested(view) || editLinkState === 'open';
  const isDrawn = isInPart(part, field, view);
  useScrollToAddedField(element, isDrawn && requestsInput && view.required);
  if (field.kindName === 'divider') return view.visible ? <FieldDivider title={field.title} /> : null;
  if (!isDrawn) return null;
  const id = controlId(idPrefix, path);
  // Also for fields that are changed by their link, but not for read-only ones.
  const hasAlternative = view.alternative !== null && (requestsInput || editLinkState !== null);
  const wide =
    part === 'read' ? editLinkState === 'open' || hasAlternative || needsWholeRow(field, view) : field.wide;
  const descriptionIds = [
    requestsInput && field.help !== undefined && `${id}-help`,
    view.computed !== null && `${id}-computed`,
    hasAlternative && `${id}-alternative`,
    view.problems.length > 0 && `${id}-problems`,
  ].filter((part) => part !== false);

  return (
    <div
      ref={element}
      className={joinClasses(
        styles.field,
        wide && styles.fieldWide,
        field.kind.nests !== undefined && field.kindName !== 'table' && nestedStyles.around,
      )}
      data-path={path}
      data-kind={field.kindName}
      data-needs-attention={
        editLinkState === 'open' || hasAlternative || view.problems.length > 0 || undefined
      }
    >
      <FieldLabel mark={path === field.id && markOf?.(field)}>
        {/* Kinds such as radio groups are not labelable elements, so the control refers to its label. */}
        <label className={styles.label} htmlFor={requestsInput ? id : undefined} id={`${id}-label`}>
          {view.required && requestsInput && !isReplaceable(store, path) && (
            <span aria-hidden className={styles.required}>
              *
            </span>
          )}
          <FieldTitle title={field.title} />
        </label>
      </FieldLabel>
      <div className={styles.control} {...compositionEvents(field, store, path)}>
        <FieldControl
          {...{ field, store, idPrefix, view }}
          describedBy={descriptionIds.length > 0 ? descriptionIds.join(' ') : undefined}
          labelledBy={`${id}-label`}
          path={path}
        />
        {requestsInput && field.help !== undefined && (
          <div className={styles.help} id={`${id}-help`}>
            {field.help}
          </div>
        )}
        <LazySampleFiles field={field} />
        {view.computed !== null && (
          <div className={styles.help} id={`${id}-computed`}>
            {computedNote(view)}
          </div>
        )}
        {hasAlternative && view.alternative && (
          <AlternativeValueField {...{ field, store, id }} alternative={view.alternative} />
        )}
        {editLinkState !== null && <EditLink {...{ field, store, idPrefix }} state={editLinkState} />}
        <FieldProblems id={`${id}-problems`} problems={view.problems} />
      </div>
    </div>
  );
});

/** Shows a label, with the mark beside it if there is one. */
function FieldLabel({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return mark ? (
    <div className={styles.marked}>
      {children}
      {mark}
    </div>
  ) : (
    children
  );
}

/** Returns the note below a computed value; one that follows hidden fields is only known after the submission. */
function computedNote({ computed, editable, isUnknown }: FieldView): string {
  if (isUnknown) return '自动计算，提交后更新';
  const words = computed ? `：${computed}` : '';
  return editable ? `自动填入，可以修改${words}` : `自动计算${words}`;
}

/** Scrolls to a field that must be filled in as a result of the user's input elsewhere in the form. */
function useScrollToAddedField(element: RefObject<HTMLDivElement | null>, isRequired: boolean) {
  const wasRequired = useRef(isRequired);
  useEffect(() => {
    const isAdded = isRequired && !wasRequired.current;
    wasRequired.current = isRequired;
    if (!isAdded || !element.current?.closest('[data-mode]')?.contains(document.activeElement)) return;
    element.current.scrollIntoView?.({ block: 'nearest' });
  }, [element, isRequired]);
}
