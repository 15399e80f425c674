import { type ReactNode, useMemo } from 'react';
import { joinClasses } from '../page/join-classes.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormField } from './FormField.tsx';
import styles from './form.module.css';
import { type FormPorts, FormPortsContext } from './form-ports.ts';
import { KindViewsContext } from './kinds/kind-view.ts';
import { kindViews } from './kinds/kind-views.ts';
import { SectionIndex } from './SectionIndex.tsx';
import { type Section, sectionDomId, sectionsOf } from './sections.ts';
import { type FormHandle, useSections } from './use-form.ts';

export interface FormViewProps extends FormPorts {
  form: FormHandle;
}

/** Forms with this many sections get an index. */
const indexFrom = 4;

/** A form on the desk: sections of a two-column grid, the problems on top, an index where it is long. */
export function FormView({ form, loadAreas, uploadFile, openFile }: FormViewProps) {
  const { store, idPrefix } = form;
  const ports = useMemo<FormPorts>(
    () => ({ loadAreas, uploadFile, openFile }),
    [loadAreas, uploadFile, openFile],
  );
  const all = useMemo(() => sectionsOf(store.form), [store.form]);
  const visible = useSections(store);
  const sections = all.filter((section) => visible.includes(section.id));
  const titled = sections.filter((section) => section.title !== '');

  return (
    <KindViewsContext value={kindViews}>
      <FormPortsContext value={ports}>
        <div data-mode={store.settings.mode}>
          <ErrorSummary form={form} />
          <div className={titled.length >= indexFrom ? styles.bodyIndexed : undefined}>
            <div>
              {sections.map((section) => (
                <FormSection key={section.id} columnCount={store.form.columnCount} {...{ section, idPrefix }}>
                  {section.fields.map((field) => (
                    <FormField key={field.id} {...{ field, store, idPrefix }} />
                  ))}
                </FormSection>
              ))}
            </div>
            {titled.length >= indexFrom && <SectionIndex idPrefix={idPrefix} sections={titled} />}
          </div>
        </div>
      </FormPortsContext>
    </KindViewsContext>
  );
}

interface FormSectionProps {
  section: Section;
  idPrefix: string;
  columnCount: 1 | 2;
  children: ReactNode;
}

function FormSection({ section, idPrefix, columnCount, children }: FormSectionProps) {
  const grid = (
    <div className={joinClasses(styles.grid, columnCount === 2 && styles.gridTwo)}>{children}</div>
  );
  if (section.title === '') return grid;
  const id = sectionDomId(idPrefix, section.id);
  return (
    <section aria-labelledby={`${id}-title`} className={styles.section} id={id} tabIndex={-1}>
      <h3 className={styles.sectionTitle} id={`${id}-title`}>
        {section.title}
      </h3>
      {grid}
    </section>
  );
}
