import { files, type UploadedFile } from '#contract/files.ts';
import { organisations } from '#contract/organisations.ts';
import { chunkLimits } from '#domain/uploads/limits.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { call } from '#web/api/call.ts';
import {
  dataExceptionText,
  isCallError,
  networkErrorText,
  noAnswer,
  serverUnreachableText,
  timeoutCode,
} from '#web/api/call-error.ts';
import { useMe } from '#web/api/use-me.ts';
import { readFile } from '#web/toolkit/files/read-file.ts';
import { useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import { usePicture } from '#web/toolkit/files/use-picture.ts';
import { useThumbnails } from '#web/toolkit/files/use-thumbnails.ts';
import type { FormContextValue } from '#web/toolkit/form/form-context.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { useEntryMarks } from '../pickers/use-entry-marks.ts';

/** Services for the fields of a form: choosing a region, organisations, storing and viewing files. */
export const formContextValue: FormContextValue = {
  RegionChooser: lazyPart(async () => (await import('../regions/RegionChooser.tsx')).RegionChooser),

  async loadOrganisations() {
    const { rows } = await call(organisations.pickOrganisations, {});
    return rows
      .filter(({ kind }) => kind === 'organisation')
      .map(({ id, name, pinyin }) => ({ id, name, pinyin }));
  },

  async uploadFile(file, onProgress, { signal } = {}) {
    const send: Send = file.size > chunkLimits.defaultBytes ? sendInChunks : (...parts) => sendWhole(parts);
    try {
      const { id, filename, size } = await send(file, onProgress, signal);
      return { id, name: filename, size };
    } catch (failure) {
      if (signal?.aborted) throw failure;
      throw new Error(textsOfFailure(failure), { cause: failure });
    }
  },

  async uploadPicture(file, onProgress, { signal }) {
    try {
      const { id, filename, size } = await sendWhole([file, onProgress, signal], { dirType: 'materials' });
      return { id, name: filename, size };
    } catch (failure) {
      if (signal.aborted) throw failure;
      throw new Error(textsOfFailure(failure), { cause: failure });
    }
  },

  loadPicture: (id, signal) => readFile(id, { signal }),

  async cancelUpload(file) {
    if (file.size <= chunkLimits.defaultBytes) return;
    const { cancelChunks } = await import('#web/toolkit/files/chunked-upload.ts');
    await cancelChunks(file);
  },

  useFileViewer,

  useThumbnails,

  usePicture,

  useIsAtWindow: () => useMe()?.isAtWindow === true,

  HandlerChooser: lazyPart(async () => (await import('../pickers/HandlersOfField.tsx')).HandlersOfField),

  OrganisationChooser: lazyPart(
    async () => (await import('../pickers/OrganisationPicker.tsx')).OrganisationPicker,
  ),

  useEntryMarks,

  UploadDialog: lazyPart(async () => (await import('../uploads/UploadDialog.tsx')).UploadDialog),

  PhoneUpload: lazyPart(
    async () => (await import('../phone-upload/PhoneUploadDialog.tsx')).PhoneUploadDialog,
  ),
};

type Send = (
  file: File,
  onProgress: (percent: number) => void,
  signal: AbortSignal | undefined,
) => Promise<UploadedFile>;

/** Sends a file at once; `query` has parameters of the specification (S2 §7). */
const sendWhole = async (
  [file, onProgress, signal]: Parameters<Send>,
  query: { dirType?: 'materials' } = {},
) => {
  const parts = [{ field: 'file', file, name: file.name }];
  const { rows } = await call(
    files.upload,
    { query },
    { files: parts, onProgress, ...(signal && { signal }) },
  );
  const [stored] = rows;
  if (stored === undefined) throw new Error(uploadMessage.transport);
  return stored;
};

/**
 * Returns the text of a failure: it distinguishes a broken connection from a server without a reason (S2 §5);
 * a reason is shown unchanged.
 */
function textsOfFailure(failure: unknown): string {
  if (!isCallError(failure)) return failure instanceof Error ? failure.message : uploadMessage.transport;
  if (failure.errcode === noAnswer || failure.errcode === timeoutCode) return uploadMessage.transport;
  const hasNoReason = [dataExceptionText, networkErrorText, serverUnreachableText].includes(failure.message);
  return hasNoReason ? uploadMessage.server : failure.message;
}

/** Loaded with the first large file. */
const sendInChunks: Send = async (...file) => {
  const { uploadInChunks } = await import('#web/toolkit/files/chunked-upload.ts');
  return await uploadInChunks(...file);
};
