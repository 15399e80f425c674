import { askingOthers } from '#contract/asking-others.ts';
import { batch } from '#contract/batch.ts';
import { comments } from '#contract/comments.ts';
import { documents } from '#contract/documents.ts';
import { handling } from '#contract/handling.ts';
import { opinionAttachments } from '#contract/opinion-attachments.ts';
import { taskDrafts } from '#contract/task-drafts.ts';
import { Permission } from '#domain/access/actor.ts';
import { matters, permission, staff } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { portalOrigin } from '#server/kernel/http/portal-origin.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import { addAttachments, removeAttachment } from './acting/opinion-attachments.ts';
import { postComment } from './comments.ts';
import * as asking from './consultation/asking-others.ts';
import { generateDocument } from './documents/manual-documents.ts';
import { listConfiguredDocuments, listDocuments, voidDocument } from './documents/order-documents.ts';
import { activateDocuments, previewDocuments } from './documents/step-documents.ts';
import { saveTaskDraft } from './forms/task-drafts.ts';
import {
  actsBySubmission,
  actsOnFinishedTask,
  actsOnOrder,
  actsOnTask,
  actsOutOfFlow,
  cancelsRequestOnTask,
  previewsTask,
  readsTask,
} from './order/access.ts';
import { checkBatch } from './previews/batch-check.ts';
import * as service from './service.ts';

export function mountHandling(app: App): void {
  route(app, handling.handle, actsBySubmission, (call) =>
    service.handle({ ...call, origin: portalOrigin(call) }, call.order, call.task, call.body),
  );
  route(app, comments.post, actsOnTask, (call) =>
    postComment({ ...call, origin: portalOrigin(call) }, call.order, call.task, call.body),
  );
  route(app, handling.withdraw, actsOnFinishedTask, (call) =>
    service.withdraw(call, call.order, call.task, call.body),
  );
  route(app, handling.recall, actsOnOrder, (call) => service.recall(call, call.order, call.body));
  route(app, handling.reassign, actsOnTask, (call) =>
    service.reassign(call, call.order, call.task, call.body),
  );
  route(app, handling.handleCheck, readsTask, ({ context, actor, order, task }) =>
    service.handleCheck(context, actor, order, task),
  );
  route(app, handling.withdrawCheck, readsOrder, ({ actor, order }) => service.revokeCheck(actor, order));
  route(app, handling.returnNodes, readsTask, ({ actor, order, task }) =>
    service.returnNodes(actor, order, task),
  );
  route(app, handling.previewAction, previewsTask, ({ context, actor, order, task, body }) =>
    service.actionPreview(context, actor, order, task, body),
  );
  route(app, handling.branchNodes, readsTask, ({ context, actor, order, task }) =>
    service.branchChoices(context, actor, order, task),
  );
  route(app, handling.nextNodeUsers, readsTask, ({ context, actor, order, task, query }) =>
    service.nextNodeUsers(context, actor, order, task, query),
  );
  route(app, handling.variables, readsTask, ({ context, order, task }) =>
    service.handlerVariables(context, order, task),
  );
  route(app, handling.previousHandlers, readsTask, ({ context, order, task }) =>
    service.previousHandlers(context, order, task),
  );
  route(app, askingOthers.sign, actsOnTask, (call) => asking.sign(call, call.order, call.task, call.body));
  route(app, askingOthers.returnToHandler, actsOnTask, (call) =>
    asking.returnToHandler(call, call.order, call.task, call.body),
  );
  route(app, askingOthers.submitToHandler, actsOnTask, (call) =>
    asking.submitToHandler(call, call.order, call.task, call.body),
  );
  route(app, askingOthers.callOffCountersign, cancelsRequestOnTask, (call) =>
    asking.callOffCountersign(call, call.order, call.task, call.body),
  );
  route(app, askingOthers.addToCountersign, actsOnTask, (call) =>
    asking.addToCountersign(call, call.order, call.task, call.body),
  );
  route(app, askingOthers.addToSigners, actsOnTask, (call) =>
    asking.addToSigners(call, call.order, call.task, call.body),
  );
  route(app, askingOthers.removeSigner, cancelsRequestOnTask, (call) =>
    asking.removeSigner(call, call.order, call.task, call.body),
  );
  route(app, askingOthers.earlierHandlers, readsTask, ({ actor, order, task }) =>
    asking.earlierHandlers(actor, order, task),
  );
  route(app, askingOthers.countersignCheck, readsTask, ({ context, actor, order, task }) =>
    asking.countersignCheck(context, actor, order, task),
  );
  route(app, handling.addPapers, actsOutOfFlow, (call) => service.addPapers(call, call.order, call.body));
  route(app, opinionAttachments.add, actsOnTask, (call) =>
    addAttachments(call, call.order, call.task, call.body),
  );
  route(app, opinionAttachments.remove, actsOnTask, (call) =>
    removeAttachment(call, call.order, call.task, call.body),
  );
  route(app, batch.check, matters, ({ context, actor, body }) => checkBatch(context, actor, body));
  route(app, taskDrafts.draftForms, actsOnTask, (call) =>
    saveTaskDraft(call, call.order, call.task, call.body, { complete: false }),
  );
  route(app, taskDrafts.updateForms, actsOnTask, (call) =>
    saveTaskDraft(call, call.order, call.task, call.body, { complete: true }),
  );
  route(app, documents.preview, actsOnTask, (call) =>
    previewDocuments({ ...call, origin: portalOrigin(call) }, call.order, call.task, call.body),
  );
  route(app, documents.generate, actsOnTask, (call) =>
    generateDocument({ ...call, origin: portalOrigin(call) }, call.order, call.task, call.body),
  );
  route(app, documents.publicList, readsOrder, ({ context, actor, order }) =>
    listDocuments(context, actor, order),
  );
  route(app, documents.configList, matters, ({ context, query }) => listConfiguredDocuments(context, query));
  route(app, documents.void, permission(Permission.administer), (call) =>
    voidDocument(call, call.params.docId, call.body),
  );
  route(app, documents.activateAll, matters, (call) => activateDocuments(call, call.body));
  route(app, documents.activate, matters, (call) =>
    activateDocuments(
      { ...call, endpoint: documents.activateAll },
      { docIds: [call.params.docId], isActive: call.body.isActive },
    ),
  );
  route(app, handling.buttons, staff, ({ context, query }) => service.nodeButtons(context, query));
}
