import { files } from '#contract/files.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { staff, ticket } from '#server/http/access.ts';
import { type App, type Call, route } from '#server/http/route.ts';
import { presentFile } from './present.ts';
import { sendFile } from './send.ts';
import { getReadableFile, type MayReadOrder, recordDownload, storeUploads, uploadLimits } from './service.ts';
import { createUploadGate } from './upload-gate.ts';

export function mountFiles(app: App, mayRead: MayReadOrder): void {
  const gate = createUploadGate();
  const upload = async ({ context, actor, request, requestId }: Call<typeof files.upload>) => {
    const parts = request.files({ limits: uploadLimits, throwFileSizeLimit: false });
    const rows = await storeUploads(context, gate, { actor, requestId }, parts);
    return isRefusal(rows) ? rows : { rows: rows.map(presentFile), total: rows.length };
  };
  route(app, files.upload, staff, upload);
  route(app, files.uploadInPortal, staff, upload);
  route(app, files.details, staff, async ({ context, actor, params }) => {
    const file = await getReadableFile(context, actor, params.id, mayRead);
    return isRefusal(file) ? file : presentFile(file);
  });
  route(app, files.download, ticket('download'), async (call) => {
    const { context, actor, params, query, reply, requestId, ticketSubject } = call;
    if (query.ticket !== undefined && ticketSubject !== params.id) return refuse('notSignedIn');
    const file = await getReadableFile(context, actor, params.id, mayRead);
    if (isRefusal(file)) return file;
    await recordDownload(context, { actor, requestId, pagePath: query.pagePath }, file);
    await sendFile(context, reply, file, query.mark === 'stream');
    return undefined;
  });
}
