import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';

export interface Section {
  /** Id of the heading; empty for the fields before the first one. */
  id: string;
  title: string;
  fields: readonly CompiledField[];
}

/** Returns the form divided at its headings. */
export function sectionsOf(form: CompiledForm): Section[] {
  const sections: (Section & { fields: CompiledField[] })[] = [{ id: '', title: '', fields: [] }];
  for (const field of form.fields) {
    if (field.kindName === 'heading') sections.push({ id: field.id, title: field.title, fields: [] });
    else sections.at(-1)?.fields.push(field);
  }
  return sections;
}

export function sectionDomId(idPrefix: string, sectionId: string): string {
  return `${idPrefix}-section-${sectionId}`;
}
