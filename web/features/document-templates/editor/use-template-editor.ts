import { useEffect, useMemo, useState } from 'react';
import { documentTemplates, type TemplateVersion } from '#contract/document-templates.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { withLabels, withPaths } from '#domain/documents/fact-texts.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import type { TemplateFacts } from './editor-ports.ts';
import { storedTemplate, useStoredTemplate } from './use-stored-template.ts';

/** Holds the content of a template in the editor, from opening until it is saved and published. */
export function useTemplateEditor(start: {
  versions: readonly TemplateVersion[];
  read: OutputOf<typeof documentTemplates.read>;
  facts: TemplateFacts;
}) {
  const { versions, read, facts } = start;
  const { taskCode, code } = read;
  const name = `${taskCode}/${code}`;
  // The last server version that this editor used: lists that reload do not change the edited content.
  const [base, setBase] = useState<TemplateVersion>(read);
  const [over, setOver] = useState(versions[0]?.savedAt ?? read.savedAt);
  const [saved, setSaved] = useState(() => withLabels(read.document, facts));
  const [restored, setRestored] = useState(() => storedTemplate(name, over) !== undefined);
  const [document, setDocument] = useState(() => storedTemplate(name, over) ?? saved);
  /** True if the user decided to replace another person's saved version, even if nothing was typed. */
  const [isOverwriting, setOverwriting] = useState(false);
  const isTyped = useMemo(() => JSON.stringify(document) !== JSON.stringify(saved), [document, saved]);
  const isDirty = isTyped || isOverwriting;
  useStoredTemplate(name, over, isDirty ? document : undefined);
  const stored = useMemo(() => withPaths(document, facts), [document, facts]);
  const [message, setMessage] = useState<string>();
  const saving = useReportedMutation(documentTemplates.saveDraft, setMessage);
  const publishing = useReportedMutation(documentTemplates.publish, setMessage);

  const store = (done?: string) =>
    saving.mutation({ body: { taskCode, document: stored, over } }, done, (answer) => {
      setBase(answer);
      setOver(answer.savedAt);
      setSaved(document);
      setRestored(false);
      setOverwriting(false);
      setMessage(undefined);
    });
  const save = () => store('草稿已保存');
  const publish = async () => {
    const draft = isDirty || base.state !== 'draft' ? await store() : base;
    if (!draft) return;
    await publishing.mutation({ body: { id: draft.id, over: draft.savedAt } }, '文书模板已发布', setBase);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (isDirty && !saving.running) void save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return {
    base,
    document,
    /** Content as sent to the server. */
    stored,
    isDirty,
    /** The server's message about the person who has saved it since. */
    message,
    setMessage,
    keep: () => {
      const [newest] = versions;
      if (newest) {
        setBase(newest);
        setOver(newest.savedAt);
      }
      setOverwriting(true);
      setMessage(undefined);
    },
    /** True while the editor shows content that was typed before a reload. */
    restored,
    setDocument,
    /** Replaces the typed content by a stored document. */
    take: (taken: ItemDocument) =>
      setDocument(withLabels({ ...taken, template: { ...taken.template, code } }, facts)),
    revert: () => {
      setDocument(saved);
      setRestored(false);
    },
    save,
    publish,
    /** Takes over the state that the server gave after a withdrawal; the content stays. */
    setBase,
    running: saving.running || publishing.running,
  };
}
