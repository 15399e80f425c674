import type { documentTemplates } from '#contract/document-templates.ts';
import type { OutputOf, RefusalOf } from '#contract/endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import { localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { documentNumber } from '#domain/documents/document-number.ts';
import { factTexts } from '#domain/documents/fact-texts.ts';
import { writeVerificationCode } from '#domain/documents/verification-code.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { QueueFullError } from '#server/kernel/processes/child-pool.ts';
import { markNotInForce } from '#server/modules/records/files/service.ts';
import { sampleFacts } from './sample-facts.ts';
import { findItemOfDocument, problemsOfDrawing, type TemplateInput } from './templates.ts';

const sampleCode = '0'.repeat(20);

/** Draws the preview of a template with sample facts; a template with problems is not drawn. */
export async function previewTemplate(
  { context, actor, requestId }: { context: Context; actor: Pick<Actor, 'staffId'>; requestId: string },
  { taskCode, document }: TemplateInput,
): Promise<OutputOf<typeof documentTemplates.preview> | RefusalOf<typeof documentTemplates.preview>> {
  const item = await findItemOfDocument(context.db, taskCode);
  if (isRefusal(item)) return item;
  const problems = problemsOfDrawing(document, item);
  if (problems.length > 0) return refuse('definitionInvalid', { message: '文书模板未通过检查', problems });
  const { template } = document;
  const today = localDateOf(context.now());
  const { name, numbering } = template;
  try {
    const { bytes } = await context.documents.make(
      { code: template.code, name, template: { ...template, id: '' } },
      {
        facts: sampleFacts(factTexts(item.forms, item.definition), { name: item.orgName }, today),
        number: numbering ? documentNumber({ series: numbering, year: yearOf(today), number: 1 }) : '',
        verification: template.verified
          ? { address: `/verify/${sampleCode}`, code: writeVerificationCode(sampleCode) }
          : null,
        at: context.now(),
        requester: actor.staffId,
      },
    );
    const watermarked = await markNotInForce(context, actor.staffId, bytes);
    return { pdf: Buffer.from(watermarked).toString('base64') };
  } catch (error) {
    if (error instanceof QueueFullError) throw error;
    context.log.warn({ err: error, requestId }, 'The preview of a document template could not be created');
    return refuse('documentNotMade');
  }
}
