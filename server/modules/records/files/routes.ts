import { filePreviews } from '#contract/file-previews.ts';
import { files } from '#contract/files.ts';
import { isRefusal, refuse } from '#domain/refusals/refusals.ts';
import { open, staff, ticket } from '#server/framework/routing/access.ts';
import { type App, type Call, route } from '#server/framework/routing/route.ts';
import { createTicket } from '#server/modules/access/session/service.ts';
import { recordDownload, recordRange } from './access-log.ts';
import { mountChunks } from './chunk-routes.ts';
import { mergeFiles } from './merge.ts';
import { getPackage, packageSubject, sendPackage } from './packages.ts';
import { storePictures } from './picture-uploads.ts';
import { presentFile, presentUploads } from './present.ts';
import { previewData } from './preview-data.ts';
import { findFile } from './queries.ts';
import { getReadableFile, type MayReadOrder, readIds } from './readable-files.ts';
import { readRange, sendFile } from './send.ts';
import { getThumbnails } from './thumbnails.ts';
import { storeUploads, uploadLimits } from './upload.ts';
import { createUploadLimiter, type UploadLimiter } from './upload-limiter.ts';
import { contentForReader } from './watermarked-copies.ts';

export function mountFiles(app: App, mayRead: MayReadOrder): void {
  const limiter = createUploadLimiter();
  mountUploads(app, limiter, mayRead);
  mountReading(app, mayRead);
  mountPackages(app, mayRead);
  mountChunks(app, limiter);
}

function mountUploads(app: App, limiter: UploadLimiter, mayRead: MayReadOrder): void {
  const upload = async ({ context, actor, query, request, requestId }: Call<typeof files.upload>) => {
    const parts = request.files({ limits: uploadLimits, throwFileSizeLimit: false });
    return presentUploads(await storeUploads(context, limiter, { actor, requestId }, parts, query));
  };
  route(app, files.upload, staff, upload);
  route(app, files.uploadInPortal, staff, upload);
  route(app, files.uploadPicture, staff, async ({ context, body, ...caller }) =>
    presentUploads(await storePictures(context, limiter, caller, [{ name: undefined, image: body.imgFile }])),
  );
  route(app, files.uploadPictures, staff, async ({ context, body, ...caller }) =>
    presentUploads(await storePictures(context, limiter, caller, body.files)),
  );
  route(app, files.merge, staff, async ({ context, body, ...caller }) =>
    presentUploads(await mergeFiles(context, limiter, caller, { ids: readIds(body), mayRead })),
  );
}

function mountReading(app: App, mayRead: MayReadOrder): void {
  route(app, files.details, staff, async ({ context, actor, params }) => {
    const file = await getReadableFile(context, actor, params.id, mayRead);
    return isRefusal(file) ? file : presentFile(file);
  });
  route(app, filePreviews.data, staff, async ({ context, actor, params, query, requestId }) =>
    previewData(context, { actor, requestId, pagePath: query.pagePath }, { id: params.id, mayRead }),
  );
  route(app, filePreviews.thumbnails, staff, async ({ context, actor, query }) => ({
    rows: await getThumbnails(context, actor, { ids: readIds(query.ids), mayRead }),
  }));
  const read = async (call: Call<typeof files.download> | Call<typeof files.preview>, inline: boolean) => {
    const { context, actor, params, query, request, requestId, ticketSubject } = call;
    if (query.ticket !== undefined && ticketSubject !== params.id) return refuse('notSignedIn');
    const file = await getReadableFile(context, actor, params.id, mayRead);
    if (isRefusal(file)) return file;
    // Files shown in the page are previewed; all others are saved.
    const way = inline ? 'preview' : 'download';
    const content = await contentForReader(context, actor, file, {
      purpose: way,
      startedAt: query.startedAt,
    });
    const range = readRange(request.headers.range, content.size);
    const record = range !== undefined && range.start > 0 ? recordRange : recordDownload;
    await record(context, { actor, requestId, pagePath: query.pagePath }, file);
    await sendFile(call, file, content, { inline, range });
    return undefined;
  };
  for (const download of [files.download, files.downloadInPortal]) {
    route(app, download, ticket('download'), (call) => read(call, call.query.mark === 'stream'));
  }
  for (const preview of [files.preview, files.previewInPortal]) {
    route(app, preview, ticket('download'), (call) => read(call, true));
  }
  for (const endpoint of [files.publicPreview, files.publicPreviewInPortal]) {
    route(app, endpoint, open, async (call) => {
      const { context, params } = call;
      const file = await findFile(context.db, params.id);
      if (!file?.isPublic || file.workorderId !== null) return refuse('notFound');
      const readBytes = () => context.files.read(file.bytesId);
      await sendFile(
        call,
        file,
        { size: file.size, isWatermarked: false, read: readBytes },
        { inline: true },
      );
      return undefined;
    });
  }
}

function mountPackages(app: App, mayRead: MayReadOrder): void {
  route(app, files.preparePackage, staff, async ({ context, actor, sessionId, body }) => {
    const ids = [...new Set(body.ids.map((id) => id.toLowerCase()))];
    const selected = await getPackage(context, actor, { ids, mayRead });
    if (isRefusal(selected)) return selected;
    const request = { purpose: 'download', subject: packageSubject(ids) } as const;
    const createdTicket = await createTicket(context, { staffId: actor.staffId, sessionId }, request);
    return isRefusal(createdTicket)
      ? createdTicket
      : { ...createdTicket, files: selected.files.length, bytes: selected.bytes };
  });
  const send = async (call: Call<typeof files.package> | Call<typeof files.packageByForm>, list: string) => {
    const { context, actor, query, reply, requestId, ticketSubject } = call;
    const ids = readIds(list);
    if (query.ticket !== undefined && ticketSubject !== packageSubject(ids)) return refuse('notSignedIn');
    return await sendPackage(
      context,
      { actor, requestId, pagePath: query.pagePath, reply },
      { ids, mayRead },
    );
  };
  for (const endpoint of [files.package, files.packageInPortal]) {
    route(app, endpoint, ticket('download'), (call) => send(call, call.params.ids));
  }
  route(app, files.packageByForm, ticket('download'), (call) => send(call, call.body.ids));
}
