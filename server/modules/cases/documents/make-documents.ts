import { createHash, randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Actor } from '#domain/access/actor.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { isGeneratedFor } from '#domain/documents/item-document.ts';
import { type MissingGlyph, withApplicantTerm } from '#domain/documents/missing-glyphs.ts';
import type { Facts } from '#domain/documents/placeholders.ts';
import { usedFacts } from '#domain/documents/used-facts.ts';
import { makeVerificationCode, writeVerificationCode } from '#domain/documents/verification-code.ts';
import type { ConfiguredDocument } from '#server/adapters/gateways/documents/document-source.ts';
import type { Context } from '#server/framework/context.ts';
import type { OrderDocumentsTable } from '#server/kernel/database/document-tables.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import { deleteUnattached, removeBytes, storeFile } from '#server/modules/records/files/service.ts';
import type { CollectedFacts } from './facts.ts';
import { type ReservedNumber, releaseNumbers, reserveNumber } from './numbers.ts';

/**
 * The person and the call for which documents are made; `origin` is the address for verification without a
 * session.
 */
export interface DocumentCall {
  context: Context;
  actor: Actor;
  requestId: string;
  origin: string;
}

/** A document with its stored bytes, and its number, which is reserved until the row is written. */
export interface CreatedDocument {
  row: Omit<Insertable<OrderDocumentsTable>, 'workorder_id' | 'number' | 'button_id' | 'staff_id'>;
  reservedNumber: ReservedNumber | undefined;
  /** Characters that appear on it as empty boxes. */
  missingLetters: readonly MissingGlyph[];
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Returns the configured documents that are made of an order with these facts. */
export function applicableDocuments(
  configured: readonly ConfiguredDocument[],
  gathered: CollectedFacts,
): ConfiguredDocument[] {
  return configured.filter((document) => isGeneratedFor(document, factsFor(document, gathered)));
}

function factsFor({ template }: Pick<ConfiguredDocument, 'template'>, gathered: CollectedFacts): Facts {
  return gathered.facts(template?.sensitive);
}

/**
 * Returns the digest of a document's facts: other facts make another document. With `lasting` the facts of the
 * moment, such as today's date, are ignored.
 */
export function digestOfFacts(
  { template, when }: Pick<ConfiguredDocument, 'template' | 'when'>,
  gathered: CollectedFacts,
  { lasting = false } = {},
): string {
  const facts = factsFor({ template }, gathered);
  // The facts of a document from another source are unknown: its person previews the forms with it.
  const usedValues = template
    ? usedFacts(template, facts, { withoutMomentaryFacts: lasting, when })
    : { 表单: facts.表单 };
  return createHash('sha256').update(canonicalJson(usedValues)).digest('hex');
}

/**
 * Makes documents one after the other and stores them, on no order yet. If one fails, the earlier ones are
 * removed before the error is thrown.
 */
export async function makeDocuments(
  call: DocumentCall,
  documents: readonly ConfiguredDocument[],
  {
    gathered,
    at,
    replaces,
  }: { gathered: CollectedFacts; at: Date; replaces: (code: string) => string | undefined },
): Promise<CreatedDocument[]> {
  const createdDocuments: CreatedDocument[] = [];
  try {
    for (const document of documents)
      createdDocuments.push(
        await makeDocument(call, document, { gathered, at, replaces: replaces(document.code) }),
      );
    return createdDocuments;
  } catch (error) {
    await deleteMadeDocuments(call, createdDocuments);
    throw error;
  }
}

/** Removes documents that were made but never got a row. */
export async function deleteMadeDocuments(
  { context, actor }: DocumentCall,
  createdDocuments: readonly CreatedDocument[],
): Promise<void> {
  await releaseNumbers(
    context,
    createdDocuments.flatMap(({ reservedNumber }) => reservedNumber ?? []),
  );
  const ids = createdDocuments.flatMap(({ row }) => [row.id, ...(row.docx_id ? [row.docx_id] : [])]);
  const bytesIds = await inTransaction(context.db, (tx) => deleteUnattached(tx, context, actor.staffId, ids));
  await removeBytes(context, bytesIds);
}

async function makeDocument(
  call: DocumentCall,
  document: ConfiguredDocument,
  { gathered, at, replaces }: { gathered: CollectedFacts; at: Date; replaces: string | undefined },
): Promise<CreatedDocument> {
  const { context, actor, origin, requestId } = call;
  const { code, name, template } = document;
  const { office, applicantWord } = gathered;
  const series = template?.numbering;
  const reservedNumber =
    series === undefined
      ? undefined
      : await reserveNumber(context, { orgId: office.id, name: series }, replaces);
  try {
    const verification = template?.verified === true ? makeVerificationCode(randomBytes(20)) : null;
    const file = await context.documents.make(document, {
      facts: factsFor(document, gathered),
      number: reservedNumber?.text ?? '',
      verification:
        verification === null
          ? null
          : { address: `${origin}/verify/${verification}`, code: writeVerificationCode(verification) },
      at,
      requester: actor.staffId,
    });
    const { id } = await storeFile(context, actor, { ...file, name: file.fileName }, requestId);
    const docx =
      file.docx &&
      (await storeFile(
        context,
        actor,
        { name: `${name}.docx`, contentType: docxType, bytes: file.docx },
        requestId,
      ));
    return {
      row: {
        id,
        code,
        name,
        made_of: digestOfFacts(document, gathered),
        lasting_of: digestOfFacts(document, gathered, { lasting: true }),
        created_at: at,
        template_id: template?.id ?? null,
        document_number: reservedNumber?.text ?? '',
        docx_id: docx?.id ?? null,
        verification_code: verification,
        issuer: office.name,
        issuer_id: office.id,
        made_on: localDateOf(at),
        seal: file.seal ? JSON.stringify(file.seal) : null,
      },
      reservedNumber,
      missingLetters: withApplicantTerm(applicantWord, file.missingLetters ?? []),
    };
  } catch (error) {
    if (reservedNumber) await releaseNumbers(context, [reservedNumber]);
    throw error;
  }
}
