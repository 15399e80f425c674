import { exportCalls, exportTasks } from '#contract/exports.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { contentTypeByFormat } from '#server/adapters/spreadsheets/sheet-bytes.ts';
import { staff, ticket } from '#server/framework/routing/access.ts';
import { type App, route } from '#server/framework/routing/route.ts';
import { sendBytes } from '#server/modules/records/files/service.ts';
import * as service from './service.ts';

/** Subject of a ticket for the export call of the specification's old client. */
const workorderTasksSubject = 'exportWorkorderTasks';

/** Mounts the exports; permission for a list is checked by the access rule of the list's own call. */
export function mountExports(app: App): void {
  route(app, exportTasks.check, staff, ({ context, actor, body }) =>
    service.checkExport(context, actor, body),
  );
  route(app, exportTasks.request, staff, (call) => service.requestExport(call, call.body));
  route(app, exportTasks.mine, staff, ({ context, actor }) => service.listExports(context, actor));
  route(app, exportTasks.cancel, staff, (call) => service.cancelExport(call, call.params.id));
  route(app, exportTasks.retry, staff, (call) => service.retryExport(call, call.params.id));
  route(app, exportTasks.file, ticket('download'), async (call) => {
    const { context, params, query, ticketSubject } = call;
    if (query.ticket !== undefined && ticketSubject !== params.id) return refuse('notSignedIn');
    const row = await service.fetchExport(call, params.id);
    if (isRefusal(row)) return row;
    const { fileName: name, size, format, fileId } = row;
    await sendBytes(
      call,
      { name, size, contentType: contentTypeByFormat[format] },
      context.files.read(fileId),
    );
    return undefined;
  });
  route(app, exportCalls.workorderTasks, ticket('download'), (call) => {
    const { ticket: ticketValue, pagePath, ...query } = call.query;
    if (ticketValue !== undefined && call.ticketSubject !== workorderTasksSubject)
      return refuse('notSignedIn');
    return service.sendExportFile(call, { list: service.listOfPath(pagePath), query, pagePath });
  });
  route(app, exportCalls.dynamic, staff, (call) => {
    const { pagePath, ...query } = call.body;
    return service.sendExportFile(call, { list: call.params.apiCode, query, pagePath });
  });
}
