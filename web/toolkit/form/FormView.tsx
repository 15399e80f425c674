import { memo, type ReactNode, useMemo, useState } from 'react';
import { useProgressive } from '../page/deferred.ts';
import { joinClasses } from '../styles/join-classes.ts';
import { phoneQuery, useMediaQuery } from '../styles/use-media-query.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormField } from './FormField.tsx';
import styles from './form.module.css';
import { FormContext, type FormContextValue } from './form-context.ts';
import partStyles from './form-part.module.css';
import type { FormPart } from './form-part.ts';
import type { FormStore } from './form-store.ts';
import { KindViewsContext } from './kind-view.ts';
import { kindViews } from './kinds/kind-views.ts';
import { phoneViews } from './phone/phone-views.ts';
import { SectionIndex } from './SectionIndex.tsx';
import { useSameParts } from './same-parts.ts';
import { type Section, sectionDomId, sectionsOf } from './sections.ts';
import { type FormHandle, useSections } from './use-form.ts';

export interface FormViewProps extends FormContextValue {
  form: FormHandle;
  /** Draws only the fields to fill in, or only the read-only ones; both by default. */
  part?: FormPart;
  /** True if the screen has one summary for several forms. */
  hidesSummary?: boolean;
  /** Returns an action next to the heading of a section. */
  sectionAction?: (section: Section) => ReactNode;
}

/** Number of sections from which a form gets an index. */
const minSectionsForIndex = 4;

/**
 * Shows a form: sections of a two-column grid, the problems on top, and an index if it is long. On a phone the same
 * form has one column and the views of a phone.
 */
export function FormView(props: FormViewProps) {
  const { form, part, hidesSummary, sectionAction, ...services } = props;
  const { store, idPrefix } = form;
  const isPhone = useMediaQuery(phoneQuery);
  const contextValue: FormContextValue = useSameParts(services);
  const ownForm = useMemo(() => [form], [form]);
  const allSections = useMemo(() => sectionsOf(store.form), [store.form]);
  const visible = useSections(store);
  const sections = allSections.filter((section) => visible.includes(section.id));
  const drawnCount = useProgressive(sections.length);
  const titledSections = sections.filter((section) => section.title !== '');

  const hasIndex = part === undefined && titledSections.length >= minSectionsForIndex;

  return (
    <KindViewsContext value={isPhone ? phoneViews : kindViews}>
      <FormContext value={contextValue}>
        <div data-mode={store.settings.mode} className={part && partClass[part]}>
          {hidesSummary !== true && part !== 'read' && <ErrorSummary forms={ownForm} />}
          <div className={hasIndex ? styles.bodyIndexed : undefined}>
            <div>
              {sections.slice(0, drawnCount).map((section) => (
                <FormSection
                  key={section.id}
                  {...{ section, store, idPrefix, part }}
                  action={sectionAction?.(section)}
                />
              ))}
            </div>
            {hasIndex && (
              <SectionIndex
                label="表单目录"
                sections={titledSections.map(({ id, title }) => ({ id: sectionDomId(idPrefix, id), title }))}
              />
            )}
          </div>
        </div>
      </FormContext>
    </KindViewsContext>
  );
}

/** Height of a row of short fields on a desktop, with the gap below it, and of a heading. */
const expectedSize = { row: 48, heading: 60 };

/**
 * Returns about the height of a section that has not been laid out yet, so that those below it begin far enough
 * down.
 */
function expectedHeight({ fields }: Section, { form }: FormStore): string {
  const rows = Math.ceil(fields.length / form.columnCount);
  return `auto ${expectedSize.heading + rows * expectedSize.row}px`;
}

const partClass: Record<FormPart, string | undefined> = { fill: partStyles.fill, read: partStyles.read };

interface FormSectionProps {
  section: Section;
  store: FormStore;
  idPrefix: string;
  part: FormPart | undefined;
  action: ReactNode;
}

/** Shows one section; the sections that are drawn already are not rendered again with each of the following ones. */
const FormSection = memo(function FormSection(props: FormSectionProps) {
  const { section, store, idPrefix, part, action } = props;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const grid = (
    <div data-grid className={joinClasses(styles.grid, store.form.columnCount === 2 && styles.gridTwo)}>
      {section.fields.map((field) => (
        <FormField key={field.id} {...{ field, store, idPrefix, part }} />
      ))}
    </div>
  );
  if (section.title === '') return grid;
  // The same section may be in both parts of a form.
  const id = sectionDomId(part === undefined ? idPrefix : `${idPrefix}-${part}`, section.id);
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={joinClasses(styles.section, part === 'read' && !isUnfolded && partStyles.folded)}
      data-section
      id={id}
      style={part === undefined ? { containIntrinsicBlockSize: expectedHeight(section, store) } : undefined}
      tabIndex={-1}
    >
      <h3 className={styles.sectionTitle} id={`${id}-title`}>
        {section.title}
      </h3>
      {action}
      {grid}
      {part === 'read' && (
        <button
          type="button"
          className={partStyles.unfold}
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {isUnfolded ? '收起' : '展开全部'}
          <span className="visually-hidden">{section.title}</span>
        </button>
      )}
    </section>
  );
});
