import { createDocumentPress } from '#server/adapters/document-press/document-press.ts';
import type { DocumentSource } from '#server/adapters/gateways/documents/document-source.ts';
import { createApp } from '#server/app.ts';
import { EventHub } from '#server/kernel/http/event-hub.ts';
import { createTemplateSource } from '#server/modules/cases/documents/service.ts';
import { openKillable } from './killable.ts';
import { officeOpeningTime } from './office-opening-time.ts';

/**
 * A server that gets a request for a document, or for its confirmation (`job`: the call as JSON), and is killed
 * during it.
 */
const { context, job, pauseAt } = await openKillable();
const press = createDocumentPress();
const templateSource = createTemplateSource({ ...context, press });
const documents: DocumentSource = {
  ...templateSource,
  async make(...args) {
    const document = await templateSource.make(...args);
    await pauseAt('the document is drawn');
    return document;
  },
  async sealAndSign(pdf) {
    const sealedPdf = Buffer.concat([pdf, Buffer.from('\n%sealed')]);
    await pauseAt('the document is sealed');
    return sealedPdf;
  },
};
const { token, url, body } = JSON.parse(job) as { token: string; url: string; body: object };
const hub = new EventHub({ connectionString: process.argv[2] ?? '' }, context.log);
const app = await createApp({ context: { ...context, documents, now: () => officeOpeningTime }, hub });
const headers = { 'x-access-token': token, 'idempotency-key': crypto.randomUUID() };
const answer = await app.fastify.inject({ method: 'POST', url, headers, payload: body });
process.stdout.write(`done ${answer.body.slice(0, 300)}\n`);
process.exit(0);
