import { createContext, useContext } from 'react';
import type { documentTemplates } from '#contract/document-templates.ts';
import type { OutputOf } from '#contract/endpoint.ts';

export type TemplateFacts = OutputOf<typeof documentTemplates.facts>;

/** The text field into which a fact is inserted: the one that was used most recently. */
export interface ActiveTextField {
  element: HTMLTextAreaElement;
  /** Path of the list whose entry is called 本项 in this text. */
  listPath: string | undefined;
}

/** Value of the React context of a template's editor: data and callbacks that every part of it needs. */
export interface EditorContextValue {
  facts: TemplateFacts;
  /** Returns the validation problems of a part, by its field. */
  problemsAt: (field: string) => readonly string[];
  onActiveFieldChange: (field: ActiveTextField) => void;
}

export const EditorContext = createContext<EditorContextValue | undefined>(undefined);

export function useEditorContext(): EditorContextValue {
  const editorContext = useContext(EditorContext);
  if (editorContext === undefined) throw new Error('A part of a template is used outside its editor');
  return editorContext;
}

/** Returns the label of a fact or a list by its path. */
export function labelOfFact({ values, lists }: TemplateFacts, path: string): string {
  const entry = values.find((entry) => entry.path === path) ?? lists.find((entry) => entry.path === path);
  return entry?.label ?? path;
}

/** Returns the facts that are available if an entry of this list is 本项. */
export function ownFactsOf({ lists }: TemplateFacts, list: string | undefined) {
  const members = lists.find(({ path }) => path === list)?.members ?? [];
  return list === undefined
    ? []
    : [
        { path: '序号', label: '序号' },
        ...members.map(({ path, label }) => ({ path: `本项.${path}`, label: `本项.${label}` })),
      ];
}

/** Inserts a text at the cursor, in a way that undo can remove. */
export function insertAtCursor({ element }: ActiveTextField, text: string): void {
  element.focus();
  if (document.execCommand?.('insertText', false, text)) return;
  element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end');
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
