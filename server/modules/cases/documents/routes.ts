import { documentSeries, documentTemplates } from '#contract/document-templates.ts';
import { documentVerification } from '#contract/document-verification.ts';
import { Permission } from '#domain/access/actor.ts';
import { openWithLimits, permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { listNumbers, listSeries, setLastNumber } from './numbers.ts';
import { previewTemplate } from './template-preview.ts';
import * as templates from './templates.ts';
import { limitsOfVerifications, verifyDocument } from './verification.ts';

const manage = permission(Permission.manageDocuments);

export function mountDocuments(app: App): void {
  route(app, documentTemplates.list, manage, ({ context, query }) => templates.list(context, query));
  route(app, documentTemplates.versions, manage, ({ context, query }) =>
    templates.listVersions(context, query),
  );
  route(app, documentTemplates.read, manage, ({ context, query }) => templates.read(context, query));
  route(app, documentTemplates.facts, manage, ({ context, query }) => templates.readFacts(context, query));
  route(app, documentTemplates.check, manage, ({ context, body }) => templates.check(context, body));
  route(app, documentTemplates.preview, manage, (call) => previewTemplate(call, call.body));
  route(app, documentTemplates.saveDraft, manage, (call) => templates.saveDraft(call, call.body));
  route(app, documentTemplates.publish, manage, (call) => templates.publish(call, call.body));
  route(app, documentTemplates.disable, manage, (call) => templates.disable(call, call.body));
  route(app, documentVerification.verify, openWithLimits(limitsOfVerifications), ({ context, params }) =>
    verifyDocument(context, params.code),
  );
  route(app, documentSeries.list, manage, ({ context }) => listSeries(context));
  route(app, documentSeries.numbers, manage, ({ context, query }) => listNumbers(context, query));
  route(app, documentSeries.setLast, manage, (call) => setLastNumber(call, call.body));
}
