import { useEffect, useMemo, useState } from 'react';
import { documentTemplates, type TemplateVersion } from '#contract/document-templates.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { withLabels, withPaths } from '#domain/documents/fact-texts.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import type { TemplateFacts } from './editor-context.ts';
import { storedTemplate, useStoredTemplate } from './use-stored-template.ts';

/** Returns the content of a template in the editor and its actions, from opening until it is saved and published. */
export function useTemplateEditor(loaded: {
  versions: readonly TemplateVersion[];
  openedVersion: OutputOf<typeof documentTemplates.read>;
  facts: TemplateFacts;
}) {
  const { versions, openedVersion, facts } = loaded;
  const { taskCode, code } = openedVersion;
  const name = `${taskCode}/${code}`;
  // The last server version that this editor used: lists that reload do not change the edited content.
  const [base, setBase] = useState<TemplateVersion>(openedVersion);
  const [over, setOver] = useState(versions[0]?.savedAt ?? openedVersion.savedAt);
  const [savedDocument, setSavedDocument] = useState(() => withLabels(openedVersion.document, facts));
  const [isRestored, setRestored] = useState(() => storedTemplate(name, over) !== undefined);
  const [document, setDocument] = useState(() => storedTemplate(name, over) ?? savedDocument);
  /** True if the user decided to replace another person's saved version, even if nothing was typed. */
  const [isOverwriting, setOverwriting] = useState(false);
  const isTyped = useMemo(
    () => JSON.stringify(document) !== JSON.stringify(savedDocument),
    [document, savedDocument],
  );
  const isDirty = isTyped || isOverwriting;
  useStoredTemplate(name, over, isDirty ? document : undefined);
  const documentWithPaths = useMemo(() => withPaths(document, facts), [document, facts]);
  const [message, setMessage] = useState<string>();
  const saving = useReportedMutation(documentTemplates.saveDraft, setMessage);
  const publishing = useReportedMutation(documentTemplates.publish, setMessage);

  const saveAs = (successText?: string) =>
    saving.mutation({ body: { taskCode, document: documentWithPaths, over } }, successText, (result) => {
      setBase(result);
      setOver(result.savedAt);
      setSavedDocument(document);
      setRestored(false);
      setOverwriting(false);
      setMessage(undefined);
    });
  const save = () => saveAs('草稿已保存');
  const publish = async () => {
    const draft = isDirty || base.state !== 'draft' ? await saveAs() : base;
    if (!draft) return;
    await publishing.mutation({ body: { id: draft.id, over: draft.savedAt } }, '文书模板已发布', setBase);
  };
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (isDirty && !saving.running) void save();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  });
  return {
    base,
    document,
    /** Content as sent to the server. */
    documentWithPaths,
    isDirty,
    /** The server's message about another person's later save. */
    message,
    setMessage,
    overwriteNewest: () => {
      const [newest] = versions;
      if (newest) {
        setBase(newest);
        setOver(newest.savedAt);
      }
      setOverwriting(true);
      setMessage(undefined);
    },
    /** True while the editor shows content that was typed before a reload. */
    isRestored,
    setDocument,
    /** Replaces the typed content by a stored document. */
    replaceContent: (storedDocument: ItemDocument) =>
      setDocument(withLabels({ ...storedDocument, template: { ...storedDocument.template, code } }, facts)),
    revert: () => {
      setDocument(savedDocument);
      setRestored(false);
    },
    save,
    publish,
    /** Sets the state that the server returned after a withdrawal; the content stays. */
    setBase,
    running: saving.running || publishing.running,
  };
}
