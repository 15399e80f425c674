import { jointPetitioners } from '#contract/joint-petitioners.ts';
import { petitions } from '#contract/petitions.ts';
import { Permission } from '#domain/access/actor.ts';
import { permission } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { readsOrder } from '#server/modules/cases/work-orders/service.ts';
import {
  exportPeople,
  importPeople,
  listPeople,
  previewPeople,
  revealPeople,
  writeTemplate,
} from './joint.ts';
import { mergeCandidates } from './merge-candidates.ts';
import { findSimilarPetitions, linkOrders, petitionFacts, similarToOrder, unlinkOrders } from './service.ts';

export function mountPetitions(app: App): void {
  route(app, petitions.findSimilar, permission(Permission.initiate), (call) =>
    findSimilarPetitions(call, call.body),
  );
  route(app, petitions.similarToOrder, readsOrder, (call) => similarToOrder(call, call.order));
  route(app, petitions.ofOrder, readsOrder, (call) => petitionFacts(call, call.order));
  route(app, jointPetitioners.list, readsOrder, (call) => listPeople(call, call.order));
  route(app, jointPetitioners.reveal, readsOrder, (call) => revealPeople(call, call.order));
  route(app, jointPetitioners.export, readsOrder, (call) => exportPeople(call, call.order, call.body.full));
  route(app, jointPetitioners.template, readsOrder, (call) => writeTemplate(call));
  route(app, jointPetitioners.preview, readsOrder, (call) => previewPeople(call, call.order, call.body.file));
  route(app, jointPetitioners.import, readsOrder, (call) => importPeople(call, call.body.file));
  route(app, petitions.mergeCandidates, readsOrder, (call) =>
    mergeCandidates(call, call.order, call.query.also),
  );
  route(app, petitions.link, readsOrder, (call) => linkOrders(call, call.body));
  route(app, petitions.unlink, readsOrder, (call) => unlinkOrders(call, call.body));
}
