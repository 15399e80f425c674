import { archive } from '#contract/archive.ts';
import { archiveDestructions } from '#contract/archive-destructions.ts';
import { archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { can, Permission } from '#domain/access/actor.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { permission, ticket } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { sendBytes } from '#server/modules/records/files/service.ts';
import { appraise } from './appraisals.ts';
import { listEntries, readEntry, readEntryCounts, requeueEntry } from './catalogue.ts';
import { checkEntry } from './check-archive.ts';
import * as destructions from './destructions.ts';
import { handOverBytes } from './hand-over-bytes.ts';
import * as handOvers from './hand-overs.ts';
import { packageBytes } from './read-package.ts';
import { readArchiveSettings, saveFonds, saveItem } from './settings.ts';
import { createDownloadTicket, fetchPackage, listUsageRecords, readPackagePage } from './usage-records.ts';

const read = permission(Permission.readArchive);
const manage = permission(Permission.manageArchive);

export function mountArchive(app: App): void {
  mountHandOvers(app);
  mountDestructions(app);
  route(app, archive.page, read, ({ context, actor, query }) => listEntries(context, actor, query));
  route(app, archive.figures, read, ({ context, actor }) => readEntryCounts(context, actor));
  route(app, archive.detail, read, ({ context, actor, params }) => readEntry(context, actor, params.id));
  route(app, archive.openPage, read, (call) => readPackagePage(call, call.params.id, call.body));
  route(app, archive.requestDownload, read, (call) => createDownloadTicket(call, call.params.id, call.body));
  route(app, archive.file, ticket('archive'), async (call) => {
    const { context, actor, params } = call;
    if (!can(actor, Permission.readArchive)) return refuse('forbidden');
    const archivePackage = await fetchPackage(call, params);
    if (isRefusal(archivePackage)) return archivePackage;
    const { entry, stored } = archivePackage;
    const name = `${entry.number ?? entry.code}-${stored.version}.zip`;
    const bytes = packageBytes(context, stored);
    await sendBytes(call, { name, size: Number(stored.size), contentType: 'application/zip' }, bytes);
    return undefined;
  });
  route(app, archive.usageRecords, read, ({ context, actor, query }) =>
    listUsageRecords(context, actor, query),
  );
  route(app, archive.requeue, manage, (call) => requeueEntry(call, call.params.id));
  route(app, archive.check, manage, (call) => checkEntry(call, call.params.id));
  route(app, archive.settings, manage, ({ context, actor }) => readArchiveSettings(context, actor));
  route(app, archive.saveFonds, manage, (call) => saveFonds(call, call.body));
  route(app, archive.saveItem, manage, (call) => saveItem(call, call.body));
}

function mountHandOvers(app: App): void {
  const { page, prepare, confirm, cancel, requestDownload, file } = archiveHandOvers;
  route(app, page, manage, ({ context, actor, query }) => handOvers.listHandOvers(context, actor, query));
  route(app, prepare, manage, (call) => handOvers.prepareHandOver(call, call.body));
  route(app, confirm, manage, (call) => handOvers.confirmHandOver(call, call.params.id, call.body));
  route(app, cancel, manage, (call) => handOvers.cancelHandOver(call, call.params.id));
  route(app, requestDownload, manage, (call) => handOvers.createHandOverTicket(call, call.params.id));
  route(app, file, ticket('archive'), async (call) => {
    const { context, actor, params } = call;
    if (!can(actor, Permission.manageArchive)) return refuse('forbidden');
    const download = await handOvers.findDownloadedPackages(call, params.id);
    if (isRefusal(download)) return download;
    const bytes = await handOverBytes(context, actor, download);
    await sendBytes(call, { name: `${download.handOver.number}.zip`, contentType: 'application/zip' }, bytes);
    return undefined;
  });
}

function mountDestructions(app: App): void {
  const { appraise: decide, page, items, prepare, approve, refuse: sendBack } = archiveDestructions;
  route(app, decide, manage, (call) => appraise(call, call.body));
  route(app, page, manage, ({ context, actor, query }) =>
    destructions.listDestructions(context, actor, query),
  );
  route(app, items, manage, ({ context, actor, query }) =>
    destructions.listDestructionItems(context, actor, query),
  );
  route(app, prepare, manage, (call) => destructions.prepareDestruction(call, call.body));
  route(app, approve, manage, (call) => destructions.approveDestruction(call, call.params.id, call.body));
  route(app, sendBack, manage, (call) => destructions.refuseDestruction(call, call.params.id, call.body));
}
