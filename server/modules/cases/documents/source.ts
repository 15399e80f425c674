import { fillTemplate } from '#domain/documents/document-template.ts';
import { missingGlyphs } from '#domain/documents/missing-glyphs.ts';
import { usedFacts } from '#domain/documents/used-facts.ts';
import type { DocumentPress } from '#server/adapters/document-press/document-press.ts';
import type {
  ConfiguredDocument,
  DocumentSource,
} from '#server/adapters/gateways/documents/document-source.ts';
import { withoutUndrawableCharacters } from '#server/adapters/typesetting/drawable.ts';
import type { Context } from '#server/framework/context.ts';
import { readPictures } from './pictures.ts';
import { type PublishedDocument, publishedDocuments } from './published.ts';

/** Creates the source of documents from the office's published templates. */
export function createTemplateSource({
  db,
  files,
  press,
}: Pick<Context, 'db' | 'files'> & { press: DocumentPress }): DocumentSource {
  const documentsOf = async (taskCode: string) =>
    (await publishedDocuments(db)).published.get(taskCode) ?? [];
  const disabledDocumentsOf = async (taskCode: string) =>
    (await publishedDocuments(db)).disabled.get(taskCode) ?? [];
  return {
    async documentsByButton({ taskCode, nodeId }) {
      const byButton: Record<string, ConfiguredDocument[]> = {};
      const add = (document: PublishedDocument, change: Partial<ConfiguredDocument>) => {
        for (const { buttonId, when, nodeId: placeNodeId } of document.places) {
          if (placeNodeId !== nodeId) continue;
          byButton[buttonId] = [
            ...(byButton[buttonId] ?? []),
            { ...configuredDocument(document), when, ...change },
          ];
        }
      };
      for (const document of await documentsOf(taskCode)) add(document, {});
      for (const document of await disabledDocumentsOf(taskCode)) add(document, { isDisabled: true });
      return byButton;
    },
    async documentsOfItem(taskCode) {
      return (await documentsOf(taskCode)).map((document) => ({
        ...configuredDocument(document),
        places: document.places,
        ...(document.byHand && { byHand: document.byHand }),
      }));
    },
    // After the current answer, because starting a process takes some milliseconds.
    makeReady: () => void setImmediate(press.makeReady),
    async make({ name, template }, { facts, number, verification, requester }) {
      if (template === undefined) throw new Error(`The document ${name} has no template`);
      const used = usedFacts(template, facts);
      const pictures = await readPictures({ db, files }, used);
      const canDraw = (fileId: string) => Object.hasOwn(pictures, fileId);
      const document = fillTemplate(template, facts, { number, verification }, canDraw);
      const { pdf, docx, seal, hasGlyph } = await press.print(document, requester, pictures);
      const missing = missingGlyphs(withoutUndrawableCharacters(document), used, hasGlyph);
      return {
        fileName: `${name}.pdf`,
        contentType: 'application/pdf',
        bytes: pdf,
        docx,
        seal,
        missingLetters: missing,
      };
    },
    sealAndSign: press.sealAndSign,
  };
}

function configuredDocument({ id, template }: PublishedDocument): ConfiguredDocument {
  return { code: template.code, name: template.name, template: { ...template, id } };
}
